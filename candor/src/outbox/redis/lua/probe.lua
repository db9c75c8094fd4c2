-- Fails where nothing can be written.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]  claimMs      how long a claim lasts, in ms
-- Returns known().
local prefix, now, claimMs = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
--- @include "keys"
--- @include "known"
--- @include "entries"
--- @include "claims"

redis.call('SET', key('probe'), 1, 'PX', 1000)
freeEnded(claimMs)
return { known() }
