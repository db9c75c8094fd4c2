-- Claiming and freeing envelopes. Needs keys.lua and entries.lua.

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

-- Frees the envelopes of dead instances. After a time without Redis every claim seems to have ended: the instances that
-- live get as long as a claim lasts to say what became of theirs. Once for each claim: where instances work only while there
-- are requests, a time without a call is nothing special.
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
