-- Removes an envelope, unless another instance has claimed it.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]  id           of the envelope
-- ARGV[3]  instance     that removes it
-- Returns known().
local prefix, now, id, instance = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3]
--- @include "keys"
--- @include "known"
--- @include "entries"

if (redis.call('HGET', key('claims'), id) or instance) == instance then forget(id) end
return { known() }
