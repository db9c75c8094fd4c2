import { createHash } from 'node:crypto';
import type { Category, Source } from '../../envelope/envelope.js';
import type { ServiceState } from '../deployment.js';

/** A script that runs in Redis, as one atomic step. `ARGV[1]` is the time in ms since the epoch, or empty: Redis's own clock. */
export type Script = { readonly text: string; readonly hash: string };

/** The state of all instances together, in JSON: the first element of the reply of each script but `take`. */
export type Known = {
  /** ms since the epoch, by Redis's clock */
  now: number;
  kept: Record<Source, number>;
  bytes: Record<Source, number>;
  /** When the oldest envelope was kept. */
  oldestAt?: number;
  /** Whether an envelope of the category may be claimed. */
  waiting: Record<Category, boolean>;
  service: ServiceState;
};

// The keys of a deployment begin with `KEYS[1]`. An id is the key of an entry (entry-key.ts). Times are in ms by Redis's clock, with µs.
//
// body           hash: an envelope's bytes by its id
// kept:SOURCE    sorted sets: the ids, by when they were kept
// due:CATEGORY   sorted sets: the ids, by when they may be claimed. Those that may be at any time come first, in the order in which
//                they were kept: their scores are negative, so no clock that is set holds them up
// claims         hash: which instance has claimed an id
// events         sorted set: the id of the event, then the id of the envelope
// bytes          hash: how many are kept, by source. `exact`: they were counted
// service        sorted set: until when it wants a pause, since when it fails, and how often it has
// failed, trying keys that end by themselves: an attempt has failed and its pause lasts; an instance tries whether the service is back
// beat, probe    end by themselves: an instance has called; something can be written
// limit:NAME, logged:NAME   end with their window: how many were taken; an instance has logged that it is spent
// state:EVENT, drain        see redis-deployment.ts and redis-outbox.ts
//
// In a full Redis (`OOM`) a script may still make room: no write after a first removal is refused.

const keys = `
local function call(command, name, ...) return redis.call(command, KEYS[1] .. ':' .. name, ...) end
`;

const head = `${keys}
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local sources, categories = { 'server', 'browser' }, { 'error', 'feedback' }

local function fieldsOf(id)
  return string.match(id, '^%d+%-(%d+)%-(%x+)%-%x+%.(%a+)%.(%a+)%.envelope$')
end
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
  return kept, bytes
end

local function known()
  local oldest, waiting, isTried = nil, {}, isBeingTried()
  for _, source in ipairs(sources) do
    local keptAt = tonumber(call('ZRANGE', 'kept:' .. source, 0, 0, 'WITHSCORES')[2])
    if keptAt then oldest = math.min(oldest or math.huge, math.floor(keptAt)) end
  end
  for _, category in ipairs(categories) do waiting[category] = not isTried and firstDue(category)[1] ~= nil end
  local kept, bytes = sizes()
  return cjson.encode({
    now = math.floor(now), kept = kept, bytes = bytes, oldestAt = oldest, waiting = waiting,
    service = {
      all = pauseLeft(1), error = pauseLeft(2), feedback = pauseLeft(3),
      failingForMs = isFailing and math.max(0, now - isFailing) or nil, failures = tonumber(service[5]) or 0,
    },
  })
end
`;

const forget = `
local function forget(ids)
  local events = {}
  for index, id in ipairs(ids) do
    local _, event = fieldsOf(id)
    events[index] = (event or '') .. id
  end
  call('HDEL', 'body', unpack(ids))
  call('HDEL', 'claims', unpack(ids))
  call('ZREM', 'events', unpack(events))
  for _, source in ipairs(sources) do call('ZREM', 'kept:' .. source, unpack(ids)) end
  for _, category in ipairs(categories) do call('ZREM', 'due:' .. category, unpack(ids)) end
end
`;

/**
 * Keeps an envelope, once, however often it is put. Returns 1 if it is kept now, or 0 if it was moved too late, when its event was sent
 * or dropped. `instance` claims it at once, if it is not empty; `isMoved` is 1 for one that was kept elsewhere for `ageMs`.
 */
const put = `${head}
local claimMs, id, body, instance, ageMs, isMoved = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7] == '1'
local bytes, event, source, category = fieldsOf(id)
if isMoved then
  local state = call('GET', 'state:' .. event) or ''
  if string.find(state, '"sent"', 1, true) or string.find(state, '"dropped"', 1, true) then return { known(), 0 } end
end
if call('HSETNX', 'body', id, body) == 0 then return { known(), 1 } end
call('ZADD', 'kept:' .. source, now - ageMs, id)
call('ZADD', 'due:' .. category, instance == '' and inPlace(now - ageMs) or now + claimMs, id)
call('ZADD', 'events', 0, event .. id)
call('HINCRBY', 'bytes', source, bytes)
if instance ~= '' then noteClaim(id, instance, claimMs) end
return { known(), 1 }
`;

/**
 * After a time without Redis every claim seems to have ended: the instances that live get as long as a claim lasts to say what became of
 * theirs. Once for each claim, as where instances work only while there are requests, a time without a call is nothing special. And a
 * claim that was made while the clock was ahead lasts no longer than one that is made now.
 */
const extend = `
local isBack = call('DEL', 'beat') == 0
call('SET', 'beat', 1, 'PX', 5000)
if isBack or isLook then
  local claimed = {}
  for _, id in ipairs(call('HKEYS', 'claims')) do
    if #claimed < 4000 then
      table.insert(claimed, now + claimMs)
      table.insert(claimed, id)
    end
  end
  for _, category in ipairs(#claimed > 0 and categories or {}) do
    call('ZADD', 'due:' .. category, 'XX', isBack and 'GT' or 'LT', unpack(claimed))
  end
  if isBack then call('DEL', 'claims') end
end
`;

/**
 * Redis may have lost a key, or removed it to save memory. `body` is what counts: the other keys are written again where they do not fit,
 * and ids without a body are `lost`, a thousand at a time.
 */
const repair = `
local function repair()
  local lost = {}
  local count, isRight = call('HLEN', 'body'), call('HEXISTS', 'bytes', 'exact') == 1
  for _, sets in ipairs({ { 'kept:server', 'kept:browser' }, { 'due:error', 'due:feedback' }, { 'events' } }) do
    local found = 0
    for _, name in ipairs(sets) do found = found + call('ZCARD', name) end
    isRight = isRight and found == count
  end
  if not isRight then
    local hasBody, missing, bytes = {}, {}, { server = 0, browser = 0 }
    local function add(name, score, member)
      missing[name] = missing[name] or {}
      table.insert(missing[name], score)
      table.insert(missing[name], member)
    end
    for _, id in ipairs(call('HKEYS', 'body')) do
      local size, event, source, category = fieldsOf(id)
      if bytes[source] then
        hasBody[id], bytes[source] = true, bytes[source] + size
        add('kept:' .. source, now, id)
        add('due:' .. category, inPlace(now), id)
        add('events', 0, event .. id)
      else
        table.insert(lost, id)
      end
    end
    call('DEL', 'events')
    for name, all in pairs(missing) do
      for from = 1, #all, 4000 do call('ZADD', name, 'NX', unpack(all, from, math.min(from + 3999, #all))) end
    end
    for _, source in ipairs(sources) do
      for _, id in ipairs(call('ZRANGE', 'kept:' .. source, 0, -1)) do
        if not hasBody[id] and #lost < 1000 then table.insert(lost, id) end
      end
    end
    if #lost > 0 then forget(lost) end
    call('HSET', 'bytes', 'exact', 1, 'server', bytes.server, 'browser', bytes.browser)
  end
  return lost
end
`;

/**
 * Claims the next envelope of the categories for which 1 is given. With `isLook` it first looks at what is kept, and fails where nothing
 * can be written. Returns the ids that were found lost, and the id and the body of the envelope if there is one.
 */
const claim = `${head}${forget}${repair}
local claimMs, instance, isLook = ARGV[2], ARGV[3], ARGV[6] == '1'
local mayBeSent = { error = ARGV[4] == '1', feedback = ARGV[5] == '1' }
if isLook then call('SET', 'probe', 1, 'PX', 1000) end
${extend}
local lost, best, score, from = isLook and repair() or {}, nil, nil, nil
if pauseLeft(1) == 0 and not isBeingTried() then
  for index, category in ipairs(categories) do
    local first = mayBeSent[category] and pauseLeft(1 + index) == 0 and firstDue(category) or {}
    if first[1] and (not score or tonumber(first[2]) < score) then
      best, score, from = first[1], tonumber(first[2]), category
    end
  end
end
if not best then return { known(), lost } end
call('ZADD', 'due:' .. from, now + claimMs, best)
noteClaim(best, instance, claimMs)
return { known(), lost, best, call('HGET', 'body', best) }
`;

/**
 * Ends the claim of an instance, unless another has claimed the envelope, or none has with an empty `instance`. `next` is `remove`,
 * `release`, `defer` (for `waitMs`), or `evict`: to remove it if more envelopes or bytes are kept than may be. Returns 1 if it did so.
 */
const settle = `${head}${forget}
local id, instance, next, waitMs = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local size, _, source, category = fieldsOf(id)
if (call('HGET', 'claims', id) or instance) ~= instance then return { known(), 0 } end
if next == 'evict' then
  local kept, bytes = sizes()
  local isOver = kept.server + kept.browser > tonumber(ARGV[6]) or bytes.server + bytes.browser > tonumber(ARGV[7])
  if not isOver then return { known(), 0 } end
end
local keptAt = call('ZSCORE', 'kept:' .. source, id)
call('HDEL', 'claims', id)
if isFailing and call('GET', 'trying') == instance then call('DEL', 'trying') end
if next == 'remove' or next == 'evict' then
  forget({ id })
  if keptAt then call('HINCRBY', 'bytes', source, -size) end
elseif keptAt then
  call('ZADD', 'due:' .. category, 'XX', next == 'defer' and now + waitMs or inPlace(keptAt), id)
end
return { known(), keptAt and 1 or 0 }
`;

/**
 * Takes one from each window, or from none; refunds one of each with a `count` of -1. A window begins with the first that counts.
 * The rest of `ARGV` is of each window its name, how many ms it lasts, and its limit. Returns 1 if each has taken it. Or 0, which window is
 * spent (from 0), for how many ms more, and 1 if nobody has logged it yet.
 */
const take = `${keys}
local count, spent, left = tonumber(ARGV[2]), nil, 0
local function taken(at) return tonumber(call('GET', 'limit:' .. ARGV[at])) or 0 end
for at = 3, #ARGV, 3 do
  local name, ms = ARGV[at], tonumber(ARGV[at + 1])
  if count > 0 and taken(at) >= tonumber(ARGV[at + 2]) then
    local pttl = call('PTTL', 'limit:' .. name)
    pttl = pttl > 0 and pttl or ms
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

export const scripts = {
  put: scriptOf(put),
  claim: scriptOf(claim),
  settle: scriptOf(settle),
  take: scriptOf(take),
};
