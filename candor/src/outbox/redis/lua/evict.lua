-- Removes free envelopes past the limits: the oldest of the source that has more of the exceeded quantity.
--
-- KEYS[1]  prefix       of the deployment's keys
-- ARGV[1]  now          ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]  claimMs      how long a claim lasts, in ms
-- ARGV[3]  maxEnvelopes how many may be kept
-- ARGV[4]  maxBytes     of all together
-- Returns known(), and the ids that were evicted, 1,000 at most.
local prefix, now, claimMs = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local maxEnvelopes, maxBytes = tonumber(ARGV[3]), tonumber(ARGV[4])
--- @include "keys"
--- @include "known"
--- @include "entries"
--- @include "claims"

freeEnded(claimMs)

local function oldestFree(source)
  for from = 0, 100000, 20 do
    local ids = redis.call('ZRANGE', key('kept:' .. source), from, from + 19)
    if #ids == 0 then return end
    for _, id in ipairs(ids) do
      if not redis.call('ZSCORE', key('claimed'), id) then return id end
    end
  end
end

local function next()
  local kept, bytes, more = {}, {}, nil
  for index, source in ipairs(sources) do
    kept[index], bytes[index] = redis.call('ZCARD', key('kept:' .. source)), bytesOf(source)
  end
  if kept[1] + kept[2] > maxEnvelopes then more = kept elseif bytes[1] + bytes[2] > maxBytes then more = bytes end
  if more then return oldestFree(more[1] > more[2] and 'server' or 'browser') end
end

local evicted = {}
for _ = 1, 1000 do
  local id = next()
  if not id then break end
  forget(id)
  table.insert(evicted, id)
end
return { known(), evicted }
