-- Keeping and forgetting envelopes. Needs keys.lua.

-- bytes, event, source and category of an id
local function fieldsOf(id)
  return string.match(id, '^%d+%-(%d+)%-(%x+)%-%x+%.(%a+)%.(%a+)%.envelope$')
end

-- A score in µs. Of one millisecond, in the order of the calls.
local function orderAt(ms) return ms * 1000 + redis.call('INCR', key('seq')) % 1000 end

-- Adds (1) or subtracts (-1) an envelope, also in the sum of a recount that has passed its place.
local function count(id, order, sign)
  local bytes, event, source = fieldsOf(id)
  redis.call('HINCRBY', key('bytes'), source, sign * bytes)
  if redis.call('HINCRBY', key('events'), event, sign) < 1 then redis.call('HDEL', key('events'), event) end
  if tonumber(order) <= (tonumber(redis.call('HGET', key('recount'), source .. ':at')) or -1) then
    redis.call('HINCRBY', key('recount'), source .. ':bytes', sign * bytes)
  end
end

local function keep(id, order)
  local _, _, source = fieldsOf(id)
  redis.call('ZADD', key('kept:' .. source), order, id)
  count(id, order, 1)
end

-- Returns whether it was kept.
local function forget(id)
  local _, _, source, category = fieldsOf(id)
  redis.call('ZREM', key('claimed'), id)
  redis.call('HDEL', key('claims'), id)
  redis.call('SREM', key('extended'), id)
  redis.call('ZREM', key('fresh:' .. category), id)
  redis.call('ZREM', key('later:' .. category), id)
  redis.call('HDEL', key('body'), id)
  local order = redis.call('ZSCORE', key('kept:' .. source), id)
  if not order then return false end
  redis.call('ZREM', key('kept:' .. source), id)
  count(id, order, -1)
  return true
end
