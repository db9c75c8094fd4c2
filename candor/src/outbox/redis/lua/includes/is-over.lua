-- Whether an event was sent, or dropped and counted. Needs keys.lua.
local function isOver(event)
  local state = redis.call('GET', key('state:' .. event)) or ''
  return string.find(state, '"sent"', 1, true) or string.find(state, '"dropped"', 1, true)
end
