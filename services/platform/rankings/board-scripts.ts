import { script } from '../redis/script.ts'

// The KEYS of every script are those of boardKeys: about, then a sorted set and a hash for each system.

/** Checks that the board is complete: Redis may have evicted or expired only some of its keys. */
const whole = `
local function whole(players)
  for i = 2, size, 2 do
    if redis.call('ZCARD', KEYS[i]) ~= players or redis.call('HLEN', KEYS[i + 1]) ~= players then return false end
  end
  return true
end`

/**
 * Reads a board. One more key: the set of requested charts. ARGV: chart, minimum version, from, limit, reach, player or
 * '', others. Returns version and players, then for each system: page, self, around, others; each a list of [rank,
 * player, key, row]. Returns nothing if there is no complete board of that version, and adds the chart to the set if there
 * is none at all: one of an earlier version is about to be moved.
 */
export const readBoard = script(`
local size = #KEYS - 1
${whole}
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or -1)
local players = tonumber(redis.call('HGET', KEYS[1], 'players') or -1)
local broken = version >= 0 and not whole(players)
if broken then redis.call('UNLINK', unpack(KEYS, 1, size)) end
if broken or version < 0 then redis.call('SADD', KEYS[#KEYS], ARGV[1]) end
if broken or version < tonumber(ARGV[2]) then return false end
local from, limit, reach, player = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
local function range(i, first, last)
  local found = {}
  if last < first then return found end
  local flat = redis.call('ZREVRANGE', KEYS[i], first, last, 'WITHSCORES')
  if #flat == 0 then return found end
  local ids = {}
  for n = 1, #flat, 2 do ids[#ids + 1] = flat[n] end
  local rows = redis.call('HMGET', KEYS[i + 1], unpack(ids))
  for n, id in ipairs(ids) do found[n] = {first + n, id, flat[2 * n], rows[n]} end
  return found
end
local function ranked(i, one)
  local rank = redis.call('ZREVRANK', KEYS[i], one)
  if not rank then return nil end
  return range(i, rank, rank)[1], rank
end
local answer = {version, players}
for i = 2, size, 2 do
  local self, around, others = {}, {}, {}
  if player ~= '' then
    local own, rank = ranked(i, player)
    if own then
      self = {own}
      around = range(i, math.max(0, rank - reach), rank + reach)
    end
    for n = 7, #ARGV do others[#others + 1] = ranked(i, ARGV[n]) end
  end
  answer[#answer + 1] = {range(i, from, from + limit - 1), self, around, others}
end
return answer`)

/**
 * Updates an existing board to a later version. ARGV: first and last version of the changes, players, TTL in ms, then
 * for each change: index of the system, player, key or '' for a removed player, row. A missing board is not created, and
 * one that lacks earlier changes is deleted. Returns whether a board was updated.
 */
export const moveBoard = script(`
local size = #KEYS
${whole}
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or -1)
if version < 0 or version >= tonumber(ARGV[2]) then return 0 end
if version < tonumber(ARGV[1]) - 1 then
  redis.call('UNLINK', unpack(KEYS))
  return 0
end
for n = 5, #ARGV, 4 do
  local i = 2 + 2 * tonumber(ARGV[n])
  if ARGV[n + 2] == '' then
    redis.call('ZREM', KEYS[i], ARGV[n + 1])
    redis.call('HDEL', KEYS[i + 1], ARGV[n + 1])
  else
    redis.call('ZADD', KEYS[i], ARGV[n + 2], ARGV[n + 1])
    redis.call('HSET', KEYS[i + 1], ARGV[n + 1], ARGV[n + 3])
  end
end
if not whole(tonumber(ARGV[3])) then
  redis.call('UNLINK', unpack(KEYS))
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'players', ARGV[3])
for i = 1, size do redis.call('PEXPIRE', KEYS[i], ARGV[4]) end
return 1`)

/**
 * Renames a board filled under temporary keys, which follow in KEYS, to its final keys. ARGV: version, players, TTL in
 * ms. Returns whether it was renamed.
 */
export const placeBoard = script(`
local size = #KEYS / 2
${whole}
for i = 2, size do
  redis.call('UNLINK', KEYS[i])
  if redis.call('EXISTS', KEYS[size + i]) == 1 then redis.call('RENAME', KEYS[size + i], KEYS[i]) end
end
if not whole(tonumber(ARGV[2])) then
  for i = 1, size do redis.call('UNLINK', KEYS[i]) end
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'players', ARGV[2])
for i = 1, size do redis.call('PEXPIRE', KEYS[i], ARGV[3]) end
return 1`)
