-- Ends a claim.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]  id           of the envelope
-- ARGV[3]  instance     that has claimed it
-- ARGV[4]  isDeferred   1: it is sent after all others; 0: in its place
-- ARGV[5]  waitMs       in how many ms a deferred one may be sent
-- Returns known(), and 1 if the claim was the instance's, else 0.
local prefix, now, id, instance = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3]
local isDeferred, waitMs = ARGV[4] == '1', tonumber(ARGV[5])
--- @include "keys"
--- @include "known"
--- @include "entries"
--- @include "claims"

if redis.call('HGET', key('claims'), id) ~= instance then return { known(), 0 } end
free(id)
if isDeferred then
  local _, _, _, category = fieldsOf(id)
  redis.call('ZREM', key('fresh:' .. category), id)
  redis.call('ZADD', key('later:' .. category), orderAt(now + waitMs), id)
end
return { known(), 1 }
