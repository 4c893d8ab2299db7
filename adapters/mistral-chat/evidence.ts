import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import type { Evidence } from '../../src/codec/wire/contract.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

const ID = /^[0-9a-f]{32}$/
const CALL_ID = /^[a-zA-Z0-9]{9}$/
/** Matches the id of a call in an answer, which may be the text `null`. */
const ANY_ID = /^(?:null|[a-zA-Z0-9]{9})$/
const OWN_CHUNKS = /^(thinking|reference|document_url|tool_file|tool_reference)$/
const OWN_SETTINGS = ['safe_prompt', 'random_seed', 'prompt_mode', 'guardrails']
/** All fields next to the message. Other servers of the format add fingerprints, tiers and filters. */
const OWN_FIELDS = ['id', 'object', 'created', 'model', 'choices', 'usage', 'p']

/** Low scores are for bodies that could also be from the related wire. */
export const evidence = /* @__PURE__ */ evidenceOf({
  answer: [
    [0.98, 'the content holds chunks of this wire', (body) => turnsIn(body).some(hasOwnChunk)],
    [0.97, 'the usage counts num_cached_tokens', ({ usage }) => isObject(usage) && CACHED in usage],
    [0.97, 'ids in the form of this wire', (body) => hasOwnId(body) && hasOwnCall(body)],
    [
      0.96,
      'an id in the form of this wire, and no field of another wire',
      (body) => hasOwnId(body) && isPlain(body),
    ],
    [0.9, 'an error in the form of this wire', (body) => !body.choices && body.object === 'error'],
    [0.1, 'choices with a message or a delta', (body) => turnsIn(body).length > 0],
  ],
  request: [
    [0.9, 'an assistant message has prefix', hasMessage((turn) => 'prefix' in turn)],
    [0.8, 'a setting of this wire', (body) => OWN_SETTINGS.some((field) => field in body)],
    [0.75, 'tool_choice is any', ({ tool_choice: choice }) => choice === 'any'],
    [0.75, 'the content holds chunks of this wire', hasMessage(hasOwnChunk)],
    [0.1, 'messages with a role', ({ messages }) => isMessages(objectsIn(messages))],
  ],
  'answer-piece': [
    [0.85, 'calls with ids in the form of this wire, and no type', (piece) => callsIn(piece).some(isOwnCall)],
    [0.85, 'the content holds chunks of this wire', (piece) => hasOwnChunk(objectIn(piece.message ?? piece))],
  ],
  'history-piece': [
    [
      0.75,
      'the result of a call whose id has the form of this wire',
      ({ role, tool_call_id: id, name }) =>
        role === 'tool' && CALL_ID.test(stringOr(id, '')) && typeof name === 'string',
    ],
  ],
})
const ROLE = /^(system|user|assistant|tool)$/
const CACHED = 'num_cached_tokens'

function isMessages(messages: readonly JsonObject[]): boolean {
  return messages.length > 0 && messages.every(({ role }) => ROLE.test(stringOr(role, '')))
}

function hasMessage(test: (message: JsonObject) => boolean): Evidence['test'] {
  return ({ messages }) => objectsIn(messages).some(test)
}

/** Returns the messages or deltas of an answer. */
function turnsIn({ choices }: JsonObject): readonly JsonObject[] {
  return objectsIn(choices).flatMap(({ message, delta }) => [message, delta].filter(isObject))
}

function hasOwnCall(body: JsonObject): boolean {
  return turnsIn(body)
    .flatMap(({ tool_calls: calls }) => objectsIn(calls))
    .some(({ id }) => CALL_ID.test(stringOr(id, '')))
}

function hasOwnId({ id }: JsonObject): boolean {
  return ID.test(stringOr(id, ''))
}

function isPlain(body: JsonObject): boolean {
  return Object.keys(body).every((field) => OWN_FIELDS.includes(field))
}

/**
 * Returns true if the content has a chunk of this wire. A thinking chunk contains a list; the block of the
 * same name on another wire contains a text.
 */
function hasOwnChunk({ content }: JsonObject): boolean {
  return objectsIn(content).some(
    (chunk) =>
      OWN_CHUNKS.test(stringOr(chunk.type, '')) && (chunk.type !== 'thinking' || isArray(chunk.thinking)),
  )
}

/** Returns the call itself, or the calls of a message or a choice. */
function callsIn(piece: JsonObject): readonly JsonObject[] {
  return [piece, ...objectsIn(objectIn(piece.message ?? piece).tool_calls)]
}

function isOwnCall({ id, type, function: called }: JsonObject): boolean {
  return type === undefined && isObject(called) && ANY_ID.test(stringOr(id, ''))
}
