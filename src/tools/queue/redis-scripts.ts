// The record of a call is one Redis hash, which scripts read and write atomically
// (https://redis.io/docs/latest/develop/programmability/eval-intro/). Its fields:
// - `fingerprint`: the fingerprint of name and arguments, which distinguishes calls with the same id
// - `asker:STREAM`: a client to notify
// - `owner`, `runs`: the latest run, and the number of runs; `repeatable` is 1 if the tool may be run twice
// - `released`, `began`: the number of runs that were released; 1 if the tool of one of them had begun
// - `cancel`: 1 if the result is no longer needed
// - `outcome`: the outcome of the call; written once
// - `waiting:JOB`: the call waits for approval
//
// A record without an outcome never expires. The separate key STREAM:here is the heartbeat of a client, since
// a killed client no longer waits. Used approvals are stored next to the calls, each under its own key
// without expiry: no approval may be used again later. All times are durations that Redis measures; clocks of
// different machines are not compared.

/**
 * A script with its number of keys. Each script can be sent twice, which clients do if a connection breaks
 * before the answer.
 */
export interface Script {
  readonly numberOfKeys: number
  readonly lua: string
}

/** ARGV of its callers: job, text, maximum entries, milliseconds. */
const TELL = `
local function tell(job, text, most, keep)
  for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    if string.sub(field, 1, 6) == 'asker:' then
      local stream = string.sub(field, 7)
      redis.call('XADD', stream, 'MAXLEN', '~', most, '*', 'event', 'told', 'job', job, 'text', text)
      redis.call('PEXPIRE', stream, keep)
    end
  end
end
`

export const SCRIPTS = {
  /** Records that a client is alive. KEYS: heartbeat. ARGV: milliseconds. */
  appear: {
    numberOfKeys: 1,
    lua: `
redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
return {}`,
  },
  /**
   * Registers a client for a call. KEYS: call. ARGV: stream, fingerprint, job, keep, 1 if it was requested
   * before.
   */
  submit: {
    numberOfKeys: 1,
    lua: `
local known = redis.call('HGET', KEYS[1], 'fingerprint')
if known and known ~= ARGV[2] then return {'other'} end
if not known and ARGV[5] == '1' then return {'forgotten'} end
redis.call('HSET', KEYS[1], 'fingerprint', ARGV[2], 'asker:' .. ARGV[1], 1)
local outcome = redis.call('HGET', KEYS[1], 'outcome') or redis.call('HGET', KEYS[1], 'waiting:' .. ARGV[3])
if outcome then
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return {'known', outcome}
end
redis.call('PERSIST', KEYS[1])
return {'open'}`,
  },
  /** Looks up the outcome. KEYS: call, job. ARGV: job. */
  look: {
    numberOfKeys: 2,
    lua: `
local outcome = redis.call('HGET', KEYS[1], 'outcome') or redis.call('HGET', KEYS[1], 'waiting:' .. ARGV[1])
if outcome then return {'known', outcome} end
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('EXISTS', KEYS[2]) == 0 then return {'missing'} end
return {'open'}`,
  },
  /**
   * Removes a waiting client. KEYS: call. ARGV: stream. A call without waiting clients that does not run is
   * deleted.
   */
  withdraw: {
    numberOfKeys: 1,
    lua: `
redis.call('HDEL', KEYS[1], 'asker:' .. ARGV[1])
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  local isOther = string.sub(field, 1, 6) == 'asker:'
  if isOther and redis.call('EXISTS', string.sub(field, 7) .. ':here') == 1 then return {'shared'} end
end
if redis.call('HEXISTS', KEYS[1], 'outcome') == 1 then return {'known'} end
if redis.call('HEXISTS', KEYS[1], 'owner') == 0 then
  local word = redis.call('HEXISTS', KEYS[1], 'began') == 1 and 'ended' or 'back'
  redis.call('DEL', KEYS[1])
  return {word}
end
redis.call('HSET', KEYS[1], 'cancel', 1)
return {'running'}`,
  },
  /**
   * Acquires the right to run the call. KEYS: call, heartbeat of this run. ARGV: owner, 1 if the tool may be
   * run twice, maximum runs, lease, prefix of heartbeat keys, 1 if a missing heartbeat was already missing a
   * moment ago.
   */
  claim: {
    numberOfKeys: 2,
    lua: `
if redis.call('EXISTS', KEYS[1]) == 0 then return {'gone'} end
local outcome = redis.call('HGET', KEYS[1], 'outcome')
if outcome then return {'known', outcome} end
local owner = redis.call('HGET', KEYS[1], 'owner')
if owner and owner ~= ARGV[1] then
  if redis.call('EXISTS', ARGV[5] .. owner) == 1 then return {'elsewhere'} end
  if ARGV[6] ~= '1' then return {'unsure'} end
  if redis.call('HEXISTS', KEYS[1], 'cancel') == 1 then return {'cancelled'} end
  if redis.call('HGET', KEYS[1], 'repeatable') ~= '1' or ARGV[2] ~= '1' then return {'lost'} end
  local lost = redis.call('HGET', KEYS[1], 'runs') - (redis.call('HGET', KEYS[1], 'released') or 0)
  if lost >= tonumber(ARGV[3]) then return {'spent'} end
end
if owner ~= ARGV[1] then redis.call('HINCRBY', KEYS[1], 'runs', 1) end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'repeatable', ARGV[2])
redis.call('PERSIST', KEYS[1])
redis.call('SET', KEYS[2], 1, 'PX', ARGV[4])
return {'run', redis.call('HGET', KEYS[1], 'runs')}`,
  },
  /** Sends a heartbeat; returns 1 if the result is no longer needed. KEYS: call, heartbeat. ARGV: lease. */
  beat: {
    numberOfKeys: 2,
    lua: `
redis.call('SET', KEYS[2], 1, 'PX', ARGV[1])
return {redis.call('HGET', KEYS[1], 'cancel') or '0'}`,
  },
  /**
   * Releases the right to run the call, for another worker. KEYS: call, heartbeat. ARGV: owner, 1 if the tool
   * began.
   */
  release: {
    numberOfKeys: 2,
    lua: `
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return {} end
redis.call('HDEL', KEYS[1], 'owner')
redis.call('HINCRBY', KEYS[1], 'released', 1)
if ARGV[2] == '1' then redis.call('HSET', KEYS[1], 'began', 1) end
redis.call('DEL', KEYS[2])
return {}`,
  },
  /** Replaces a text. KEYS: text. ARGV: the new text, 1 if there was an old one, the old text. */
  replace: {
    numberOfKeys: 1,
    lua: `
local text = redis.call('GET', KEYS[1])
if (ARGV[2] == '1') ~= (text ~= false) or (text and text ~= ARGV[3]) then return {'other'} end
redis.call('SET', KEYS[1], ARGV[1])
return {'done'}`,
  },
  /** Sends an event to clients. KEYS: call. ARGV: job, text, maximum entries, keep. */
  tell: {
    numberOfKeys: 1,
    lua: `${TELL}
tell(ARGV[1], ARGV[2], ARGV[3], ARGV[4])
return {}`,
  },
  /**
   * Stores the outcome and notifies clients. KEYS: call, heartbeat. ARGV: job, text, maximum entries, keep,
   * outcome, 1 if the call waits for approval. Returns the valid outcome.
   */
  finish: {
    numberOfKeys: 2,
    lua: `${TELL}
local text = ARGV[2]
if ARGV[6] == '1' then
  redis.call('HSET', KEYS[1], 'waiting:' .. ARGV[1], ARGV[5])
  redis.call('HDEL', KEYS[1], 'owner', 'runs', 'released', 'began')
elseif redis.call('HSETNX', KEYS[1], 'outcome', ARGV[5]) == 0 then
  text = '{}'
end
redis.call('DEL', KEYS[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
tell(ARGV[1], text, ARGV[3], ARGV[4])
return {}`,
  },
} as const satisfies Readonly<Record<string, Script>>

/** @see SCRIPTS */
export type ScriptName = keyof typeof SCRIPTS
