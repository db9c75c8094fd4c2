// Written from lua/ by candor/scripts/write-lua.mjs: change the files there.

const claims = `
local function claim(id, instance, claimMs)
  redis.call('ZADD', key('claimed'), now + claimMs, id)
  redis.call('HSET', key('claims'), id, instance)
  redis.call('SREM', key('extended'), id)
end

local function free(id)
  local _, _, source, category = fieldsOf(id)
  redis.call('ZREM', key('claimed'), id)
  redis.call('HDEL', key('claims'), id)
  redis.call('SREM', key('extended'), id)
  local order = redis.call('ZSCORE', key('kept:' .. source), id)
  if not order and redis.call('HEXISTS', key('body'), id) == 1 then
    order = now * 1000
    keep(id, order)
  end
  if order then redis.call('ZADD', key('fresh:' .. category), order, id) end
end

local function freeEnded(claimMs)
  local isBack = redis.call('DEL', key('beat')) == 0
  redis.call('SET', key('beat'), 1, 'PX', 5000)
  if isBack then
    for _, id in ipairs(redis.call('ZRANGE', key('claimed'), 0, -1)) do
      if redis.call('SADD', key('extended'), id) == 1 then
        redis.call('ZADD', key('claimed'), 'XX', 'GT', now + claimMs, id)
      end
    end
  end
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('claimed'), '-inf', now, 'LIMIT', 0, 100)) do free(id) end
end
`;

const entries = `
local function fieldsOf(id)
  return string.match(id, '^%d+%-(%d+)%-(%x+)%-%x+%.(%a+)%.(%a+)%.envelope$')
end

local function orderAt(ms) return ms * 1000 + redis.call('INCR', key('seq')) % 1000 end

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

local function forget(id)
  local _, _, source, category = fieldsOf(id)
  redis.call('ZREM', key('claimed'), id)
  redis.call('HDEL', key('claims'), id)
  redis.call('SREM', key('extended'), id)
  redis.call('ZREM', key('fresh:' .. category), id)
  redis.call('ZREM', key('later:' .. category), id)
  redis.call('HDEL', key('body'), id)
  local order = redis.call('ZSCORE', key('kept:' .. source), id)
  if not order then return false end
  redis.call('ZREM', key('kept:' .. source), id)
  count(id, order, -1)
  return true
end
`;

const isOver = `local function isOver(event)
  local state = redis.call('GET', key('state:' .. event)) or ''
  return string.find(state, '"sent"', 1, true) or string.find(state, '"dropped"', 1, true)
end
`;

const keys = `local sources = { 'server', 'browser' }
local categories = { 'error', 'feedback' }
local function key(name) return prefix .. ':' .. name end

if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

const known = `
local function firstOf(kind, category)
  local last = kind == 'fresh' and '+inf' or now * 1000 + 999
  return redis.call('ZRANGEBYSCORE', key(kind .. ':' .. category), '-inf', last, 'WITHSCORES', 'LIMIT', 0, 1)
end

local function isBeingTried()
  return (tonumber(redis.call('HGET', key('service'), 'failures')) or 0) > 0 and redis.call('ZCARD', key('claimed')) > 0
end

local function bytesOf(source)
  if redis.call('ZCARD', key('kept:' .. source)) == 0 then return 0 end
  return tonumber(redis.call('HGET', key('bytes'), source)) or 0
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
  for _, category in ipairs(categories) do
    local first = firstOf('fresh', category)[1] or firstOf('later', category)[1]
    waiting[category] = first ~= nil and not isTried
  end
  local function left(index) return math.max(0, (tonumber(service[index]) or 0) - now) end
  return cjson.encode({
    now = now, count = total, bytes = bytesOf('server') + bytesOf('browser'), oldestAt = oldest, waiting = waiting,
    service = {
      all = left(1), error = left(2), feedback = left(3),
      failingForMs = service[4] and math.max(0, now - service[4]) or nil, failures = tonumber(service[5]) or 0,
    },
  })
end
`;

export const claim = `local prefix, now, claimMs, instance = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local mayBeSent = { error = ARGV[4] == '1', feedback = ARGV[5] == '1' }
${keys}${known}${entries}${claims}
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
`;

export const evict = `local prefix, now, claimMs = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local maxEnvelopes, maxBytes = tonumber(ARGV[3]), tonumber(ARGV[4])
${keys}${known}${entries}${claims}
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
`;

export const evictionPolicy = `local prefix, now = KEYS[1], tonumber(ARGV[1])
${keys}${known}
local info = redis.pcall('INFO', 'memory')
return { known(), type(info) == 'string' and string.match(info, 'maxmemory_policy:([%w-]+)') or '' }
`;

export const find = `local prefix, now, event = KEYS[1], tonumber(ARGV[1]), ARGV[2]
${keys}${known}
return { known(), redis.call('GET', key('state:' .. event)) or '', redis.call('HEXISTS', key('events'), event) }
`;

export const lease = `local prefix, now, instance, forMs = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3]
${keys}${known}
if (redis.call('GET', key('drain')) or instance) ~= instance then return { known(), 0 } end
redis.call('SET', key('drain'), instance, 'PX', forMs)
return { known(), 1 }
`;

export const pause = `local prefix, now, hasFailed = KEYS[1], tonumber(ARGV[1]), ARGV[5] == '1'
local pauses = { all = tonumber(ARGV[2]), error = tonumber(ARGV[3]), feedback = tonumber(ARGV[4]) }
${keys}${known}
local function pausedUntil(name) return tonumber(redis.call('HGET', key('service'), name)) or 0 end
local wasPaused = pausedUntil('all') > now
for name, ms in pairs(pauses) do
  if now + ms > pausedUntil(name) then redis.call('HSET', key('service'), name, now + ms) end
end
if hasFailed then
  redis.call('HSETNX', key('service'), 'failingSince', now)
  if not wasPaused then redis.call('HINCRBY', key('service'), 'failures', 1) end
end
return { known() }
`;

export const probe = `local prefix, now, claimMs = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
${keys}${known}${entries}${claims}
redis.call('SET', key('probe'), 1, 'PX', 1000)
freeEnded(claimMs)
return { known() }
`;

export const put = `local prefix, now, claimMs, id, body = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local instance, ageMs, isMoved = ARGV[5], tonumber(ARGV[6]), ARGV[7] == '1'
${keys}${known}${entries}${claims}${isOver}
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
`;

export const record = `local prefix, now, event, state, forMs = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4]
${keys}${known}
redis.call('SET', key('state:' .. event), state, 'PX', forMs)
return { known() }
`;

export const refresh = `local prefix, now, claimMs, ids = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), { unpack(ARGV, 3) }
${keys}${known}${entries}${claims}${isOver}
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
`;

export const refund = `local prefix, now, names = KEYS[1], tonumber(ARGV[1]), { unpack(ARGV, 2) }
${keys}${known}
for _, name in ipairs(names) do
  local limit = key('limit:' .. name)
  if (tonumber(redis.call('GET', limit)) or 0) > 0 then redis.call('DECR', limit) end
end
return { known() }
`;

export const release = `local prefix, now, id, instance = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3]
local isDeferred, waitMs = ARGV[4] == '1', tonumber(ARGV[5])
${keys}${known}${entries}${claims}
if redis.call('HGET', key('claims'), id) ~= instance then return { known(), 0 } end
free(id)
if isDeferred then
  local _, _, _, category = fieldsOf(id)
  redis.call('ZREM', key('fresh:' .. category), id)
  redis.call('ZADD', key('later:' .. category), orderAt(now + waitMs), id)
end
return { known(), 1 }
`;

export const remove = `local prefix, now, id, instance = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3]
${keys}${known}${entries}
if (redis.call('HGET', key('claims'), id) or instance) == instance then forget(id) end
return { known() }
`;

export const respond = `local prefix, now = KEYS[1], tonumber(ARGV[1])
${keys}${known}
redis.call('HDEL', key('service'), 'failingSince', 'failures')
return { known() }
`;

export const take = `local prefix, now, count, windows = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), {}
for at = 3, #ARGV, 3 do
  table.insert(windows, { name = ARGV[at], ms = tonumber(ARGV[at + 1]), limit = tonumber(ARGV[at + 2]) })
end
${keys}${known}
local spent, left
for index, window in ipairs(windows) do
  local limit = key('limit:' .. window.name)
  if (tonumber(redis.call('GET', limit)) or 0) >= window.limit then
    local pttl = redis.call('PTTL', limit)
    pttl = pttl > 0 and pttl or window.ms
    if not left or pttl > left then spent, left = index, pttl end
  end
end
if spent then
  local isFirst = redis.call('SET', key('logged:' .. windows[spent].name), 1, 'NX', 'PX', left)
  return { known(), 0, spent - 1, left, isFirst and 1 or 0 }
end
for _, window in ipairs(windows) do
  local limit = key('limit:' .. window.name)
  if count > 0 and redis.call('INCRBY', limit, count) == count then redis.call('PEXPIRE', limit, window.ms) end
end
return { known(), 1 }
`;
