-- Publishes that the service responds.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- Returns known().
local prefix, now = KEYS[1], tonumber(ARGV[1])
--- @include "keys"
--- @include "known"

redis.call('HDEL', key('service'), 'failingSince', 'failures')
return { known() }
