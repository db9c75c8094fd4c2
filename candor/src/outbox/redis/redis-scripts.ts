import { createHash } from 'node:crypto';
import type { Category } from '../../envelope/envelope.js';
import type { ServiceState } from '../deployment.js';

/** A script that runs in Redis, as one atomic step. `ARGV[1]` is the time in ms since the epoch, or empty: Redis's own clock. */
export type Script = { readonly text: string; readonly hash: string };

/** The state of all instances together, in JSON: the first element of the reply of each script but `take`. */
export type Known = {
  count: number;
  bytes: number;
  oldestMs?: number;
  waiting: Record<Category, boolean>;
  service: ServiceState;
};

// The keys of a deployment begin with `KEYS[1]`. An id is the key of an entry (entry-key.ts). Times are in ms by Redis's clock.
//
// body              hash: an envelope's bytes by its id
// kept:SOURCE       sorted sets: ids by when they were kept
// due:CATEGORY      sorted sets: ids by when they may be claimed. Of those that may be at any time the score is negative: they come
//                   first, in the order in which they were kept, and no clock that is set holds them up
// claims            hash: which instance has claimed an id, to send it, or to `evict:` it
// events            sorted set: the id of the event, then the id of the envelope
// bytes             hash: how many are kept, by source. `exact`: they were counted
// service           sorted set: until when it wants a pause, since when it fails, and how often it has
// failed, trying    end by themselves: an attempt has failed, and its pause lasts; an instance tries whether the service is back
// beat              ends by itself: an instance has called
// back              ends by itself: what was claimed before a time without Redis cannot be told from the rest
// outcome:, state:  end by themselves: what has become of an event, and what an instance does with it meanwhile
// limit:, logged:   end with their window: how many were taken; an instance has logged that it is spent
//
// In a full Redis (`OOM`) a script may still make room: no write after a first removal is refused.

const head = `
local function call(command, name, ...) return redis.call(command, KEYS[1] .. ':' .. name, ...) end
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local sources, categories = { 'server', 'browser' }, { 'error', 'feedback' }
local function fieldsOf(id) return string.match(id, '^%d+%-(%d+)%-(%x+)%-%x+%.(%a+)%.(%a+)%.envelope$') end
local function inPlace(keptAt) return keptAt - 1e13 end

local service = call('ZMSCORE', 'service', 'all', 'error', 'feedback', 'failingSince', 'failures')
local isFailing = service[4]
local function pauseLeft(index) return math.max(0, (tonumber(service[index]) or 0) - now) end
-- While the service fails, one attempt of the whole deployment shows whether it is back.
local function isBeingTried() return isFailing and call('EXISTS', 'trying') == 1 end
local function noteClaim(id, instance, claimMs)
  call('HSET', 'claims', id, instance)
  if isFailing then call('SET', 'trying', instance, 'PX', claimMs) end
end

local function firstDue(category)
  return call('ZRANGEBYSCORE', 'due:' .. category, '-inf', now, 'WITHSCORES', 'LIMIT', 0, 1)
end
local function sizes()
  local kept, bytes, sums = {}, {}, call('HMGET', 'bytes', unpack(sources))
  for index, source in ipairs(sources) do
    kept[source], bytes[source] = call('ZCARD', 'kept:' .. source), tonumber(sums[index]) or 0
  end
  return kept, bytes, kept.server + kept.browser, bytes.server + bytes.browser
end

local function known()
  local oldest, waiting, isTried = math.huge, {}, isBeingTried()
  for _, source in ipairs(sources) do
    local keptAt = call('ZRANGE', 'kept:' .. source, 0, 0, 'WITHSCORES')[2]
    oldest = math.min(oldest, math.floor(keptAt or math.huge))
  end
  for _, category in ipairs(categories) do waiting[category] = not isTried and firstDue(category)[1] ~= nil end
  local _, _, count, bytes = sizes()
  return cjson.encode({
    count = count, bytes = bytes, waiting = waiting,
    oldestMs = count > 0 and math.max(0, math.floor(now) - oldest) or nil,
    service = {
      all = pauseLeft(1), error = pauseLeft(2), feedback = pauseLeft(3),
      failingForMs = isFailing and math.max(0, now - isFailing) or nil, failures = tonumber(service[5]) or 0,
    },
  })
end
`;

/**
 * Keeps an envelope, once, however often it is put. Returns 1 if it is kept now, or 0 if it was moved too late, when its event was sent
 * or dropped. `instance` claims it at once, if it is not empty; a moved one was kept elsewhere for `ageMs`, which is empty for others.
 */
const put = `${head}
local claimMs, id, body, instance, ageMs = ARGV[2], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local bytes, event, source, category = fieldsOf(id)
if ageMs and call('EXISTS', 'outcome:' .. event) == 1 then return { known(), 0 } end
if call('HSETNX', 'body', id, body) == 0 then return { known(), 1 } end
local keptAt = now - (ageMs or 0)
call('ZADD', 'kept:' .. source, keptAt, id)
call('ZADD', 'due:' .. category, instance == '' and inPlace(keptAt) or now + claimMs, id)
call('ZADD', 'events', 0, event .. id)
call('HINCRBY', 'bytes', source, bytes)
if instance ~= '' then noteClaim(id, instance, claimMs) end
return { known(), 1 }
`;

/**
 * Redis may have lost a key, or removed it to save memory: then the others are written again from `body`. Ids without a body are `lost`.
 */
const repair = `
local names, found, lost = { 'kept:server', 'kept:browser', 'due:error', 'due:feedback', 'events' }, 0, {}
for _, name in ipairs(names) do found = found + call('ZCARD', name) end
if found ~= 3 * call('HLEN', 'body') or call('HEXISTS', 'bytes', 'exact') == 0 then
  isBack = true
  local keptAt, bytes, members = {}, { server = 0, browser = 0 }, {}
  for _, source in ipairs(sources) do
    local ids = call('ZRANGE', 'kept:' .. source, 0, -1, 'WITHSCORES')
    for at = 1, #ids, 2 do keptAt[ids[at]] = ids[at + 1] end
  end
  local function add(name, score, member)
    members[name] = members[name] or {}
    table.insert(members[name], score)
    table.insert(members[name], member)
  end
  for _, id in ipairs(call('HKEYS', 'body')) do
    local size, event, source, category = fieldsOf(id)
    if size then
      add('kept:' .. source, keptAt[id] or now, id)
      add('due:' .. category, inPlace(keptAt[id] or now), id)
      add('events', 0, event .. id)
      keptAt[id], bytes[source] = nil, bytes[source] + size
    else
      call('HDEL', 'body', id)
    end
  end
  for id in pairs(keptAt) do table.insert(lost, id) end
  for _, name in ipairs(names) do call('DEL', name) end
  for name, all in pairs(members) do
    for from = 1, #all, 7000 do call('ZADD', name, unpack(all, from, math.min(from + 6999, #all))) end
  end
  call('HSET', 'bytes', 'exact', 1, 'server', bytes.server, 'browser', bytes.browser)
end
`;

/**
 * After a time without Redis every claim seems to have ended: its instance gets as long as a claim lasts to say what became of it. Once,
 * as with instances that work only while a request does, a time without a call is nothing special. No claim lasts longer, whatever the
 * clock said when it was made.
 */
const extend = `
local ids = call('HKEYS', 'claims')
local extended, size = {}, math.min(#ids, 2000)
for index = 1, size do extended[2 * index - 1], extended[2 * index] = now + claimMs, ids[index] end
for _, category in ipairs(size > 0 and categories or {}) do
  call('ZADD', 'due:' .. category, 'XX', isBack and 'GT' or 'LT', unpack(extended))
end
if isBack and size > 0 then
  call('HDEL', 'claims', unpack(ids, 1, size))
  call('SET', 'back', 1, 'PX', claimMs)
end
`;

/**
 * Claims the next envelope of the categories for which 1 is given. With `isLook` it first looks at what is kept, and fails where nothing
 * can be written. Returns the ids that were found lost, and the id and the body of the envelope if there is one, or 1 in place of the body
 * of one that was sent or dropped already: an instance had no reply when it put it here, and could not remove it yet.
 */
const claim = `${head}
local claimMs, instance, isLook = ARGV[2], ARGV[3], ARGV[6] == '1'
local mayBeSent = { error = ARGV[4] == '1', feedback = ARGV[5] == '1' }
local isBack = call('EXISTS', 'beat') == 0
if not isLook then call('DEL', 'beat') end
call('SET', 'beat', 1, 'PX', 5000)
local function look()
  ${repair}
  ${extend}
  return lost
end
local lost, best, score, from = (isLook or isBack) and look() or {}, nil, math.huge, nil
for index, category in ipairs(categories) do
  local isPaused = pauseLeft(1) > 0 or pauseLeft(1 + index) > 0 or isBeingTried()
  local first = mayBeSent[category] and not isPaused and firstDue(category) or {}
  if first[1] and tonumber(first[2]) < score then best, score, from = first[1], tonumber(first[2]), category end
end
if not best then return { known(), lost } end
if not fieldsOf(best) then return { call('ZREM', 'due:' .. from, best) and known(), lost } end
call('ZADD', 'due:' .. from, now + claimMs, best)
noteClaim(best, instance, claimMs)
local _, event = fieldsOf(best)
local isOver = call('EXISTS', 'outcome:' .. event) == 1
return { known(), lost, best, isOver and 1 or call('HGET', 'body', best) }
`;

/**
 * Ends the claim of an instance, unless another has claimed the envelope. `next` is `remove`, `release`, or `defer` (for `waitMs`).
 * Returns 1 if it did so. Or `evict`: of the envelopes without a claim it claims up to a hundred (for `waitMs`) that are more than may be
 * kept, and returns 1 and their ids. The instance names them before it removes them; if it dies, or has no reply, their claims end.
 */
const settle = `${head}
local id, instance, next, waitMs = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local function evict(maxEnvelopes, maxBytes)
  local kept, bytes = sizes()
  local oldest, over, claimed, due = {}, {}, {}, { error = {}, feedback = {} }
  local function leaves(source, size) kept[source], bytes[source] = kept[source] - 1, bytes[source] - size end
  for _, source in ipairs(sources) do
    local ids = call('ZRANGE', 'kept:' .. source, 0, 99)
    local claims = call('HMGET', 'claims', '', unpack(ids))
    oldest[source] = {}
    for index, one in ipairs(ids) do
      local size, claim = fieldsOf(one), claims[index + 1]
      if size and not claim then table.insert(oldest[source], one) end
      if size and claim and string.sub(claim, 1, 6) == 'evict:' then leaves(source, size) end
    end
  end
  while #over < 100 do
    local isTooMany, isTooLarge = kept.server + kept.browser > maxEnvelopes, bytes.server + bytes.browser > maxBytes
    local more = isTooMany and kept or bytes
    local source = more.server > more.browser and 'server' or 'browser'
    local one = (isTooMany or isTooLarge) and table.remove(oldest[source], 1)
    if not one then break end
    local size, _, _, category = fieldsOf(one)
    leaves(source, size)
    table.insert(over, one)
    table.insert(claimed, one)
    table.insert(claimed, 'evict:' .. instance)
    table.insert(due[category], now + waitMs)
    table.insert(due[category], one)
  end
  if #over > 0 then call('HSET', 'claims', unpack(claimed)) end
  for category, all in pairs(due) do
    if #all > 0 then call('ZADD', 'due:' .. category, unpack(all)) end
  end
  return over
end
if next == 'evict' then
  local over = call('EXISTS', 'back') == 1 and {} or evict(tonumber(ARGV[6]), tonumber(ARGV[7]))
  return { known(), 1, over }
end
local claim = call('HGET', 'claims', id) or instance
if claim ~= instance and claim ~= 'evict:' .. instance then return { known(), 0 } end
local size, event, source, category = fieldsOf(id)
local keptAt = call('ZSCORE', 'kept:' .. source, id)
call('HDEL', 'claims', id)
if isFailing and call('GET', 'trying') == instance then call('DEL', 'trying') end
if next == 'remove' then
  call('HDEL', 'body', id)
  call('ZREM', 'kept:' .. source, id)
  call('ZREM', 'due:' .. category, id)
  call('ZREM', 'events', event .. id)
  if keptAt then call('HINCRBY', 'bytes', source, -size) end
elseif keptAt then
  call('ZADD', 'due:' .. category, 'XX', next == 'defer' and now + waitMs or inPlace(keptAt), id)
end
return { known(), keptAt and 1 or 0 }
`;

/**
 * Takes one from each window, or from none; refunds one of each with a `count` of -1. A window begins with the first that counts. The
 * rest of `ARGV` is of each window its name, how many ms it lasts, and its limit. Returns 1 if each has taken it. Or 0, which window is
 * spent (from 0), for how many ms more, and 1 if nobody has logged it yet.
 */
const take = `
local function call(command, name, ...) return redis.call(command, KEYS[1] .. ':' .. name, ...) end
local count, spent, left = tonumber(ARGV[2]), nil, 0
local function taken(at) return tonumber(call('GET', 'limit:' .. ARGV[at])) or 0 end
for at = 3, #ARGV, 3 do
  if count > 0 and taken(at) >= tonumber(ARGV[at + 2]) then
    local pttl = call('PTTL', 'limit:' .. ARGV[at])
    pttl = pttl > 0 and pttl or tonumber(ARGV[at + 1])
    if pttl > left then spent, left = at, pttl end
  end
end
if spent then
  local isFirst = call('SET', 'logged:' .. ARGV[spent], 1, 'NX', 'PX', left)
  return { 0, (spent - 3) / 3, left, isFirst and 1 or 0 }
end
for at = 3, #ARGV, 3 do
  local name = 'limit:' .. ARGV[at]
  if count > 0 or taken(at) > 0 then call('INCRBY', name, count) end
  if count > 0 and call('PTTL', name) < 0 then call('PEXPIRE', name, ARGV[at + 1]) end
end
return { 1 }
`;

const scriptOf = (text: string): Script => ({ text, hash: createHash('sha1').update(text).digest('hex') });

export const scripts = { put: scriptOf(put), claim: scriptOf(claim), settle: scriptOf(settle), take: scriptOf(take) };
