-- Asks what Redis removes when its memory is full.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- Returns known(), and the name of the policy, or nothing where Redis does not say.
local prefix, now = KEYS[1], tonumber(ARGV[1])
--- @include "keys"
--- @include "known"

local info = redis.pcall('INFO', 'memory')
return { known(), type(info) == 'string' and string.match(info, 'maxmemory_policy:([%w-]+)') or '' }
