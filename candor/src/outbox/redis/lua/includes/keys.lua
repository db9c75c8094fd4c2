-- Needs the locals `prefix` and `now` of the script. The keys of a deployment begin with `prefix`:
--
-- body              hash: an envelope's bytes by its id, which is the key of its entry (entry-key.ts)
-- kept:SOURCE       sorted sets: the ids in the order in which they were kept; scores are µs by Redis's clock
-- fresh:CATEGORY    sorted sets: free to be sent, in that order
-- later:CATEGORY    sorted sets: deferred, by when (µs) they may be sent
-- claimed           sorted set: until when (ms) an instance sends it
-- claims            hash: which instance that is
-- extended          set: the ids of the claims that last longer since Redis was unavailable
-- bytes             hash: how many are kept, by source
-- events            hash: how many envelopes there are of an event
-- recount           hash, by source: how far a recount of `bytes` has come, and its sum so far
-- service           hash: until when (ms) it wants a pause, since when it fails, and how often it has
-- limit:NAME        number that ends with its window
-- logged:NAME       an instance has logged that this limit is reached; ends with the window
-- state:EVENT       JSON of its state
-- drain             the instance that has the lease of the draining; ends with it
-- beat, seq, probe  see where they are used
--
-- In a full Redis (`OOM`) a script may still make room: its writes after the first removal are not refused.
local sources = { 'server', 'browser' }
local categories = { 'error', 'feedback' }
local function key(name) return prefix .. ':' .. name end

if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
