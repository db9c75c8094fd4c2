-- What every instance learns from every reply: `Known` in redis-scripts.ts. Needs keys.lua.

-- The first id of a category, and its score. `kind`: fresh or later; of the later ones only those whose time has come.
local function firstOf(kind, category)
  local last = kind == 'fresh' and '+inf' or now * 1000 + 999
  return redis.call('ZRANGEBYSCORE', key(kind .. ':' .. category), '-inf', last, 'WITHSCORES', 'LIMIT', 0, 1)
end

-- While the service fails, one attempt of the whole deployment shows whether it is back.
local function isBeingTried()
  return (tonumber(redis.call('HGET', key('service'), 'failures')) or 0) > 0 and redis.call('ZCARD', key('claimed')) > 0
end

-- Redis may have lost the key: nothing is kept then, whatever the counter says.
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
