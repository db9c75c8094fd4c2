import { createHash } from 'node:crypto';
import type { Category } from '../../envelope/envelope.js';
import type { ServiceState } from '../deployment.js';

/**
 * The scripts that run in Redis: each is one atomic step. Keys begin with `KEYS[1]`:
 *
 * - `body`, a hash: the envelope by its id, which has the form of an outbox file's name (`outbox-file.ts`)
 * - `kept:SOURCE`, sorted sets: the ids in the order in which they were kept; their scores are µs by Redis's clock
 * - `fresh:CATEGORY`, sorted sets: free to be sent, in that order; `later:CATEGORY`: deferred, by when they may be sent
 * - `claimed`, a sorted set: until when (ms) an instance sends it; `claims`, a hash: which instance that is
 * - `bytes`, a hash, by source; `events`, a hash: how many envelopes there are of an event
 * - `recount`, a hash, by source: how far a recount of `bytes` has come, and its sum so far
 * - `service`, a hash: until when (ms) it wants a pause, since when it fails, and how often it has
 * - `limit:NAME`, a number that ends with its window; `told:NAME`, that an instance has logged that it is reached
 * - `state:EVENT`, `beat`, `seq`
 *
 * In a full Redis (`OOM`) a script may still make room: its writes after the first removal are not refused.
 */
const library = `
local base = KEYS[1]
local time = redis.call('TIME')
local now = tonumber(ARGV[1]) or (time[1] * 1000 + math.floor(time[2] / 1000))
local claimMs = tonumber(ARGV[2])
local args = { unpack(ARGV, 3) }
local sources = { 'server', 'browser' }
local categories = { 'error', 'feedback' }
local function key(name) return base .. ':' .. name end
local function fieldsOf(id)
  return string.match(id, '^%d+%-(%d+)%-(%x+)%-%x+%.(%a+)%.(%a+)%.envelope$')
end
-- Of one millisecond, in the order of the calls.
local function orderAt(ms) return ms * 1000 + redis.call('INCR', key('seq')) % 1000 end

-- Adds or subtracts an envelope, also in the sum of a recount that has passed its place.
local function count(id, order, sign)
  local bytes, event, source = fieldsOf(id)
  redis.call('HINCRBY', key('bytes'), source, sign * bytes)
  if redis.call('HINCRBY', key('events'), event, sign) < 1 then redis.call('HDEL', key('events'), event) end
  if tonumber(order) <= (tonumber(redis.call('HGET', key('recount'), source .. ':at')) or -1) then
    redis.call('HINCRBY', key('recount'), source .. ':bytes', sign * bytes)
  end
end
local function keep(id, order)
  local _, _, source = fieldsOf(id)
  redis.call('ZADD', key('kept:' .. source), order, id)
  count(id, order, 1)
end
-- Redis may have lost the key: nothing is kept then, whatever the counter says.
local function bytesOf(source)
  if redis.call('ZCARD', key('kept:' .. source)) == 0 then return 0 end
  return tonumber(redis.call('HGET', key('bytes'), source)) or 0
end

-- Returns whether it was kept.
local function forget(id)
  local _, _, source, category = fieldsOf(id)
  redis.call('ZREM', key('claimed'), id)
  redis.call('HDEL', key('claims'), id)
  redis.call('ZREM', key('fresh:' .. category), id)
  redis.call('ZREM', key('later:' .. category), id)
  redis.call('HDEL', key('body'), id)
  local order = redis.call('ZSCORE', key('kept:' .. source), id)
  if not order then return false end
  redis.call('ZREM', key('kept:' .. source), id)
  count(id, order, -1)
  return true
end

local function claim(id, instance)
  redis.call('ZADD', key('claimed'), now + claimMs, id)
  redis.call('HSET', key('claims'), id, instance)
end

local function free(id)
  local _, _, source, category = fieldsOf(id)
  redis.call('ZREM', key('claimed'), id)
  redis.call('HDEL', key('claims'), id)
  local order = redis.call('ZSCORE', key('kept:' .. source), id)
  if not order and redis.call('HEXISTS', key('body'), id) == 1 then
    order = now * 1000
    keep(id, order)
  end
  if order then redis.call('ZADD', key('fresh:' .. category), order, id) end
end

-- Frees what dead instances have held. After a time without Redis every claim seems to have ended: those instances that
-- live get as long as a claim lasts to say what became of theirs.
local function freeEnded()
  local isBack = redis.call('DEL', key('beat')) == 0
  redis.call('SET', key('beat'), 1, 'PX', 5000)
  if isBack then
    for _, id in ipairs(redis.call('ZRANGE', key('claimed'), 0, -1)) do
      redis.call('ZADD', key('claimed'), 'XX', 'GT', now + claimMs, id)
    end
  else
    for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('claimed'), '-inf', now, 'LIMIT', 0, 100)) do free(id) end
  end
end

local function firstOf(kind, category)
  return redis.call('ZRANGEBYSCORE', key(kind .. ':' .. category), '-inf', kind == 'fresh' and '+inf' or now * 1000 + 999,
    'WITHSCORES', 'LIMIT', 0, 1)
end

-- While the service fails, one attempt of the whole deployment shows whether it is back.
local function isBeingTried()
  return (tonumber(redis.call('HGET', key('service'), 'failures')) or 0) > 0 and redis.call('ZCARD', key('claimed')) > 0
end

-- The event was sent, or dropped and counted.
local function isOver(event)
  local state = redis.call('GET', key('state:' .. event)) or ''
  return string.find(state, '"sent"', 1, true) or string.find(state, '"dropped"', 1, true)
end

local function known()
  local service = redis.call('HMGET', key('service'), 'all', 'error', 'feedback', 'failingSince', 'failures')
  local oldest, total, waiting = nil, 0, {}
  for _, source in ipairs(sources) do
    local first = redis.call('ZRANGE', key('kept:' .. source), 0, 0, 'WITHSCORES')
    local at = first[2] and math.floor(first[2] / 1000)
    if at and at < (oldest or math.huge) then oldest = at end
    total = total + redis.call('ZCARD', key('kept:' .. source))
  end
  local isTried = isBeingTried()
  for index, category in ipairs(categories) do
    local first = firstOf('fresh', category)[1] or firstOf('later', category)[1]
    waiting[index] = first ~= nil and not isTried
  end
  local function left(index) return math.max(0, (tonumber(service[index]) or 0) - now) end
  return cjson.encode({
    now = now, count = total, bytes = bytesOf('server') + bytesOf('browser'), oldestAt = oldest,
    waiting = { error = waiting[1], feedback = waiting[2] },
    service = {
      all = left(1), error = left(2), feedback = left(3),
      failingForMs = service[4] and math.max(0, now - service[4]) or nil, failures = tonumber(service[5]) or 0,
    },
  })
end
`;

/**
 * One of the scripts, with its own parameters: before them stand Redis's time in ms, or nothing for its own clock, and how
 * many ms a claim lasts. All reply with an array: `known()`, then their own result.
 */
export type Script = { readonly text: string; readonly hash: string };

function script(body: string): Script {
  const text = library + body;
  return { text, hash: createHash('sha1').update(text).digest('hex') };
}

/** The reply of `known()`, of all instances together. */
export type Known = {
  /** ms since the epoch, by Redis's clock */
  now: number;
  count: number;
  bytes: number;
  /** When the oldest envelope was kept. */
  oldestAt?: number;
  /** Whether an envelope of the category may be claimed. */
  waiting: Record<Category, boolean>;
  service: ServiceState;
};

export const scripts = {
  /** id, body, the instance that claims it or nothing, age in ms, whether it comes from an instance's own disk: 1 if it is kept now. */
  put: script(`
local id, age = args[1], tonumber(args[4])
local _, event, _, category = fieldsOf(id)
if args[5] == '1' and isOver(event) then return { known(), 0 } end
if redis.call('HSETNX', key('body'), id, args[2]) == 0 then return { known(), 1 } end
local order = orderAt(now - age)
keep(id, order)
if args[3] ~= '' then claim(id, args[3])
else redis.call('ZADD', key('fresh:' .. category), order, id) end
return { known(), 1 }`),

  /** Whether errors, and whether feedback may be sent; the instance: the ids whose bodies are gone; id and body, or nothing. */
  claim: script(`
freeEnded()
local service = redis.call('HMGET', key('service'), 'all', 'error', 'feedback')
local function isPaused(index) return (tonumber(service[index]) or 0) > now end
local lost = {}
if isPaused(1) or isBeingTried() then return { known(), lost } end
for _ = 1, 100 do
  local best, score, from
  for _, kind in ipairs({ 'fresh', 'later' }) do
    for index, category in ipairs(categories) do
      if args[index] == '1' and not isPaused(1 + index) and not (kind == 'later' and from == 'fresh') then
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
    claim(best, args[3])
    return { known(), lost, best, body }
  end
  if forget(best) then table.insert(lost, best) end
end
return { known(), lost }`),

  /** id, the instance, whether it is deferred, and for how many ms: 1 if the claim was the instance's. */
  release: script(`
local id = args[1]
if redis.call('HGET', key('claims'), id) ~= args[2] then return { known(), 0 } end
free(id)
if args[3] == '1' then
  local _, _, _, category = fieldsOf(id)
  redis.call('ZREM', key('fresh:' .. category), id)
  redis.call('ZADD', key('later:' .. category), orderAt(now + args[4]), id)
end
return { known(), 1 }`),

  /** id, the instance. What another one has claimed stays. */
  remove: script(`
if (redis.call('HGET', key('claims'), args[1]) or args[2]) == args[2] then forget(args[1]) end
return { known() }`),

  /** How many envelopes and bytes may be kept: the ids that were evicted, a thousand at most. */
  evict: script(`
freeEnded()
local maxEnvelopes, maxBytes = tonumber(args[1]), tonumber(args[2])
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
return { known(), evicted }`),

  /**
   * Learns what there is, and corrects what Redis's clock has written when it was wrong, or what Redis has lost. Of the
   * latter a part at a time: the ids whose bodies are gone. Then of each id that is asked for whether it is `kept`, `over`,
   * as its event was sent or dropped, or `missing`.
   */
  refresh: script(`
freeEnded()
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
for index, id in ipairs(args) do
  local _, event, source = fieldsOf(id)
  local isKept = redis.call('ZSCORE', key('kept:' .. source), id) or redis.call('HEXISTS', key('body'), id) == 1
  found[index] = isKept and 'kept' or isOver(event) and 'over' or 'missing'
end
return { known(), lost, found }`),

  /** What Redis removes when its memory is full, if it says so: the name of its policy. */
  evictionPolicy: script(`
local info = redis.pcall('INFO', 'memory')
return { known(), type(info) == 'string' and string.match(info, 'maxmemory_policy:([%w-]+)') or '' }`),

  /** Fails where nothing can be written. */
  probe: script(`
redis.call('SET', key('probe'), 1, 'PX', 1000)
freeEnded()
return { known() }`),

  /** An event: its state, if one was recorded, and whether it is kept. */
  find: script(`
return { known(), redis.call('GET', key('state:' .. args[1])) or '', redis.call('HEXISTS', key('events'), args[1]) }`),

  /** An event, its state, and for how many ms it is remembered. */
  record: script(`
redis.call('SET', key('state:' .. args[1]), args[2], 'PX', args[3])
return { known() }`),

  /**
   * How many to take, then of each window: name, ms and limit. It begins with the first that counts. 1: counted in all. 0:
   * counted in none; then which was spent, for how many ms more, and whether this is logged for the first time.
   */
  take: script(`
local spent, left
for at = 2, #args, 3 do
  local name, ms, limit = key('limit:' .. args[at]), tonumber(args[at + 1]), tonumber(args[at + 2])
  if (tonumber(redis.call('GET', name)) or 0) >= limit then
    local pttl = redis.call('PTTL', name)
    pttl = pttl > 0 and pttl or ms
    if not left or pttl > left then spent, left = at, pttl end
  end
end
if spent then
  local isFirst = redis.call('SET', key('told:' .. args[spent]), 1, 'NX', 'PX', left)
  return { known(), 0, (spent - 2) / 3, left, isFirst and 1 or 0 }
end
for at = 2, #args, 3 do
  local name = key('limit:' .. args[at])
  if tonumber(args[1]) > 0 and redis.call('INCRBY', name, args[1]) == tonumber(args[1]) then
    redis.call('PEXPIRE', name, args[at + 1])
  end
end
return { known(), 1 }`),

  /** Names of windows. */
  refund: script(`
for at = 1, #args do
  local name = key('limit:' .. args[at])
  if (tonumber(redis.call('GET', name)) or 0) > 0 then redis.call('DECR', name) end
end
return { known() }`),

  /** For how many ms the service wants nothing at all, no errors, no feedback; whether an attempt has failed. */
  pause: script(`
local wasPaused = (tonumber(redis.call('HGET', key('service'), 'all')) or 0) > now
for index, name in ipairs({ 'all', 'error', 'feedback' }) do
  local at = now + args[index]
  if at > (tonumber(redis.call('HGET', key('service'), name)) or 0) then redis.call('HSET', key('service'), name, at) end
end
if args[4] == '1' then
  redis.call('HSETNX', key('service'), 'failingSince', now)
  -- Many were in flight together, in all instances.
  if not wasPaused then redis.call('HINCRBY', key('service'), 'failures', 1) end
end
return { known() }`),

  /** The service has responded. */
  respond: script(`
redis.call('HDEL', key('service'), 'failingSince', 'failures')
return { known() }`),
};
