-- Claims the next envelope: the oldest first, and deferred ones after all others.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]  claimMs      how long a claim lasts, in ms
-- ARGV[3]  instance     that claims it
-- ARGV[4]  error        1: errors may be sent now; 0: they may not
-- ARGV[5]  feedback     1: feedback may be sent now; 0: it may not
-- Returns known(), the ids whose bodies were found to be gone, and the id and body of the envelope if there is one.
local prefix, now, claimMs, instance = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local mayBeSent = { error = ARGV[4] == '1', feedback = ARGV[5] == '1' }
--- @include "keys"
--- @include "known"
--- @include "entries"
--- @include "claims"

freeEnded(claimMs)
local pauses = redis.call('HMGET', key('service'), 'all', 'error', 'feedback')
local function isPaused(index) return (tonumber(pauses[index]) or 0) > now end
local lost = {}
if isPaused(1) or isBeingTried() then return { known(), lost } end
for _ = 1, 100 do
  local best, score, from
  for _, kind in ipairs({ 'fresh', 'later' }) do
    for index, category in ipairs(categories) do
      if mayBeSent[category] and not isPaused(1 + index) and not (kind == 'later' and from == 'fresh') then
        local first = firstOf(kind, category)
        if first[1] and (not score or tonumber(first[2]) < score) then
          best, score, from = first[1], tonumber(first[2]), kind
        end
      end
    end
  end
  if not best then break end
  local body = redis.call('HGET', key('body'), best)
  if body then
    local _, _, _, category = fieldsOf(best)
    redis.call('ZREM', key(from .. ':' .. category), best)
    claim(best, instance, claimMs)
    return { known(), lost, best, body }
  end
  if forget(best) then table.insert(lost, best) end
end
return { known(), lost }
