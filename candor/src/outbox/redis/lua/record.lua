-- Publishes the state of an event.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]  event        its id
-- ARGV[3]  state        as JSON
-- ARGV[4]  forMs        for how many ms it is remembered
-- Returns known().
local prefix, now, event, state, forMs = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4]
--- @include "keys"
--- @include "known"

redis.call('SET', key('state:' .. event), state, 'PX', forMs)
return { known() }
