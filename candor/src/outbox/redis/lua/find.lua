-- Finds what is known of an event.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]  event        its id
-- Returns known(), the JSON of its state or nothing, and 1 if an envelope of it is kept, else 0.
local prefix, now, event = KEYS[1], tonumber(ARGV[1]), ARGV[2]
--- @include "keys"
--- @include "known"

return { known(), redis.call('GET', key('state:' .. event)) or '', redis.call('HEXISTS', key('events'), event) }
