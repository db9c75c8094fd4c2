-- Leases the draining to one instance, or renews its lease.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]  instance     that wants to drain
-- ARGV[3]  forMs        for how many ms
-- Returns known(), and 1 if the lease is the instance's, else 0.
local prefix, now, instance, forMs = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3]
--- @include "keys"
--- @include "known"

if (redis.call('GET', key('drain')) or instance) ~= instance then return { known(), 0 } end
redis.call('SET', key('drain'), instance, 'PX', forMs)
return { known(), 1 }
