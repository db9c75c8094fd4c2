-- Publishes the pauses that the service wants. None is shortened.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]  all          for how many ms it wants nothing at all
-- ARGV[3]  error        for how many ms it wants no errors
-- ARGV[4]  feedback     for how many ms it wants no feedback
-- ARGV[5]  hasFailed    1: an attempt has failed; 0: the service has only asked for a pause
-- Returns known().
local prefix, now, hasFailed = KEYS[1], tonumber(ARGV[1]), ARGV[5] == '1'
local pauses = { all = tonumber(ARGV[2]), error = tonumber(ARGV[3]), feedback = tonumber(ARGV[4]) }
--- @include "keys"
--- @include "known"

local function pausedUntil(name) return tonumber(redis.call('HGET', key('service'), name)) or 0 end
local wasPaused = pausedUntil('all') > now
for name, ms in pairs(pauses) do
  if now + ms > pausedUntil(name) then redis.call('HSET', key('service'), name, now + ms) end
end
if hasFailed then
  redis.call('HSETNX', key('service'), 'failingSince', now)
  -- Many were in flight together, in all instances.
  if not wasPaused then redis.call('HINCRBY', key('service'), 'failures', 1) end
end
return { known() }
