// What is known of a call is one Redis hash, which scripts read and write in one step
// (https://redis.io/docs/latest/develop/programmability/eval-intro/). Its fields:
//   fingerprint      of name and arguments: another call under the same id is not the same call
//   asker:STREAM     who is to be told
//   owner, runs      the run that began last, and how many began; `repeatable` is 1 when the tool may be run twice
//   released, began  how many of them gave it back; 1 when the tool of one of these had begun
//   cancel           1 when nobody waits for the run any more
//   outcome          what became of the call; written once
//   waiting:JOB      that it waits for approval
// A call without an outcome never expires. Beside it, STREAM:here is the sign of life of who asks: one that was killed waits for nothing.
// Which approvals were used is beside the calls, a key for each, which stays: there is no time after which one may count again.
// All times are durations that Redis counts; no machine's clock is compared with another's.

/** A script of so many keys. Each can be sent twice, as clients do when a connection breaks before the answer. */
export interface Script {
  readonly numberOfKeys: number
  readonly lua: string
}

/** ARGV of those who use it: job, text, most entries, milliseconds. */
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
  /** Who asks shows itself. KEYS: sign of life. ARGV: milliseconds. */
  appear: {
    numberOfKeys: 1,
    lua: `
redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
return {}`,
  },
  /** Says who asks. KEYS: call. ARGV: stream, fingerprint, job, keep, whether it was asked before. */
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
  /** Looks what became of it. KEYS: call, job. ARGV: job. */
  look: {
    numberOfKeys: 2,
    lua: `
local outcome = redis.call('HGET', KEYS[1], 'outcome') or redis.call('HGET', KEYS[1], 'waiting:' .. ARGV[1])
if outcome then return {'known', outcome} end
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('EXISTS', KEYS[2]) == 0 then return {'missing'} end
return {'open'}`,
  },
  /** Nobody waits here any more. KEYS: call. ARGV: stream. A call that nobody waits for and that does not run is forgotten. */
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
   * The right to run it. KEYS: call, sign of life of this run. ARGV: owner, whether it may be run twice, most runs, lease,
   * beginning of the names of signs of life, whether a missing sign of life was missing a moment ago as well.
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
  /** A sign of life; says whether anybody waits. KEYS: call, sign of life. ARGV: lease. */
  beat: {
    numberOfKeys: 2,
    lua: `
redis.call('SET', KEYS[2], 1, 'PX', ARGV[1])
return {redis.call('HGET', KEYS[1], 'cancel') or '0'}`,
  },
  /** Gives up the right to run it, for another worker. KEYS: call, sign of life. ARGV: owner, whether the tool began. */
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
  /** Puts a text in the place of another one. KEYS: text. ARGV: the text, whether there was one, which. */
  replace: {
    numberOfKeys: 1,
    lua: `
local text = redis.call('GET', KEYS[1])
if (ARGV[2] == '1') ~= (text ~= false) or (text and text ~= ARGV[3]) then return {'other'} end
redis.call('SET', KEYS[1], ARGV[1])
return {'done'}`,
  },
  /** Tells those who ask of an event. KEYS: call. ARGV: job, text, most entries, keep. */
  tell: {
    numberOfKeys: 1,
    lua: `${TELL}
tell(ARGV[1], ARGV[2], ARGV[3], ARGV[4])
return {}`,
  },
  /**
   * Writes down what became of it, and tells those who ask. KEYS: call, sign of life. ARGV: job, text, most entries, keep,
   * outcome, whether it waits for approval. Gives the outcome that counts.
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
