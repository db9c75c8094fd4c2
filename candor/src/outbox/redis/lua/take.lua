-- Takes one from each window, or from none. A window begins with the first that counts.
--
-- KEYS[1]   prefix      of the deployment's keys
-- ARGV[1]   now         ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]   count       how many to take: 1, or 0 for a look
-- ARGV[3..] windows     of each its name, how many ms it lasts, and its limit
-- Returns known(), and 1 if each has taken it. Or 0, which window is spent (from 0), for how many ms more, and 1 if nobody
-- has logged it yet, else 0.
local prefix, now, count, windows = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), {}
for at = 3, #ARGV, 3 do
  table.insert(windows, { name = ARGV[at], ms = tonumber(ARGV[at + 1]), limit = tonumber(ARGV[at + 2]) })
end
--- @include "keys"
--- @include "known"

local spent, left
for index, window in ipairs(windows) do
  local limit = key('limit:' .. window.name)
  if (tonumber(redis.call('GET', limit)) or 0) >= window.limit then
    local pttl = redis.call('PTTL', limit)
    pttl = pttl > 0 and pttl or window.ms
    if not left or pttl > left then spent, left = index, pttl end
  end
end
if spent then
  local isFirst = redis.call('SET', key('logged:' .. windows[spent].name), 1, 'NX', 'PX', left)
  return { known(), 0, spent - 1, left, isFirst and 1 or 0 }
end
for _, window in ipairs(windows) do
  local limit = key('limit:' .. window.name)
  if count > 0 and redis.call('INCRBY', limit, count) == count then redis.call('PEXPIRE', limit, window.ms) end
end
return { known(), 1 }
