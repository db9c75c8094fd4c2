-- Refunds one of each window.
--
-- KEYS[1]   prefix      of the deployment's keys
-- ARGV[1]   now         ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2..] names       of windows
-- Returns known().
local prefix, now, names = KEYS[1], tonumber(ARGV[1]), { unpack(ARGV, 2) }
--- @include "keys"
--- @include "known"

for _, name in ipairs(names) do
  local limit = key('limit:' .. name)
  if (tonumber(redis.call('GET', limit)) or 0) > 0 then redis.call('DECR', limit) end
end
return { known() }
