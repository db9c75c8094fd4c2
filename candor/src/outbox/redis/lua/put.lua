-- Keeps an envelope, once, however often it is put.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]  claimMs      how long a claim lasts, in ms
-- ARGV[3]  id           of the envelope
-- ARGV[4]  body         its bytes
-- ARGV[5]  instance     that claims it at once; may be empty
-- ARGV[6]  ageMs        for how many ms it was kept elsewhere
-- ARGV[7]  isMoved      1: from an instance's own disk; 0: new
-- Returns known(), and 1 if it is kept now, or 0 if it was moved too late, when its event was over.
local prefix, now, claimMs, id, body = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local instance, ageMs, isMoved = ARGV[5], tonumber(ARGV[6]), ARGV[7] == '1'
--- @include "keys"
--- @include "known"
--- @include "entries"
--- @include "claims"
--- @include "is-over"

local _, event, _, category = fieldsOf(id)
if isMoved and isOver(event) then return { known(), 0 } end
if redis.call('HSETNX', key('body'), id, body) == 0 then return { known(), 1 } end
local order = orderAt(now - ageMs)
keep(id, order)
if instance ~= '' then
  claim(id, instance, claimMs)
else
  redis.call('ZADD', key('fresh:' .. category), order, id)
end
return { known(), 1 }
