-- Corrects the entries that Redis's clock has written while it was wrong, or that Redis has lost: of the latter 500 of each
-- source at a time.
--
-- KEYS[1]   prefix      of the deployment's keys
-- ARGV[1]   now         ms since the epoch, in place of Redis's clock; may be empty
-- ARGV[2]   claimMs     how long a claim lasts, in ms
-- ARGV[3..] ids         of envelopes that the instance asks for
-- Returns known(), the ids whose bodies were found to be gone, and of each id that was asked for `kept`, `over` (its event
-- was sent or dropped) or `missing`.
local prefix, now, claimMs, ids = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), { unpack(ARGV, 3) }
--- @include "keys"
--- @include "known"
--- @include "entries"
--- @include "claims"
--- @include "is-over"

freeEnded(claimMs)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('claimed'), now + claimMs + 1, '+inf')) do
  redis.call('ZADD', key('claimed'), now + claimMs, id)
end

local lost, step = {}, 500
local function recount(source)
  local passed, sum = source .. ':at', source .. ':bytes'
  local after = redis.call('HGET', key('recount'), passed) or '-1'
  local found = redis.call('ZRANGEBYSCORE', key('kept:' .. source), '(' .. after, '+inf', 'WITHSCORES', 'LIMIT', 0, step)
  for at = 1, #found, 2 do
    local id, order = found[at], found[at + 1]
    local bytes, event, _, category = fieldsOf(id)
    local isClaimed = redis.call('ZSCORE', key('claimed'), id)
    if not isClaimed and redis.call('HEXISTS', key('body'), id) == 0 then
      forget(id)
      table.insert(lost, id)
    else
      local isQueued = redis.call('ZSCORE', key('fresh:' .. category), id) or redis.call('ZSCORE', key('later:' .. category), id)
      if not isClaimed and not isQueued then redis.call('ZADD', key('fresh:' .. category), order, id) end
      redis.call('HSETNX', key('events'), event, 1)
      redis.call('HINCRBY', key('recount'), sum, bytes)
    end
  end
  if #found == 2 * step then return redis.call('HSET', key('recount'), passed, found[#found]) end
  redis.call('HSET', key('bytes'), source, redis.call('HGET', key('recount'), sum) or 0)
  redis.call('HDEL', key('recount'), passed, sum)
end
for _, source in ipairs(sources) do recount(source) end

local found = {}
for index, id in ipairs(ids) do
  local _, event, source = fieldsOf(id)
  local isKept = redis.call('ZSCORE', key('kept:' .. source), id) or redis.call('HEXISTS', key('body'), id) == 1
  found[index] = isKept and 'kept' or isOver(event) and 'over' or 'missing'
end
return { known(), lost, found }
