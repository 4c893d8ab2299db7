import type { Exchange, Recognition } from '../../src/adapter/adapter.js'
import { isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'

/** One mark of this wire and how much it weighs. */
type Evidence = readonly [score: number, reason: string, test: (body: JsonObject) => boolean]

const ID = /^[0-9a-f]{32}$/
const CALL_ID = /^[a-zA-Z0-9]{9}$/
const OWN_CHUNKS = /^(thinking|reference|document_url|tool_file|tool_reference)$/
const OWN_SETTINGS = ['safe_prompt', 'random_seed', 'prompt_mode', 'guardrails']
/** All that stands beside the message; others of the format add fingerprints, tiers and filters. */
const OWN_FIELDS = ['id', 'object', 'created', 'model', 'choices', 'usage', 'p']

const IN_ANSWERS: readonly Evidence[] = [
  [0.98, 'the content holds chunks of this wire', (body) => turnsIn(body).some(hasOwnChunk)],
  [
    0.97,
    'the usage counts num_cached_tokens',
    ({ usage }) => isObject(usage) && 'num_cached_tokens' in usage,
  ],
  [
    0.97,
    'ids as this wire makes them',
    (body) => hasOwnId(body) && callsIn(turnsIn(body)).some(hasOwnCallId),
  ],
  [0.96, 'an id as this wire makes it, and no field of others', (body) => hasOwnId(body) && hasOnlyOwn(body)],
  [
    0.9,
    'an error in the form of this wire',
    ({ object, choices }) => choices === undefined && object === 'error',
  ],
  [0.1, 'choices with a message or a delta', (body) => turnsIn(body).length > 0],
]

const IN_REQUESTS: readonly Evidence[] = [
  [0.9, 'an assistant message says prefix', (body) => messagesOf(body).some((turn) => 'prefix' in turn)],
  [0.8, 'a setting that only this wire has', (body) => OWN_SETTINGS.some((field) => field in body)],
  [0.75, 'tool_choice is any', ({ tool_choice: choice }) => choice === 'any'],
  [0.75, 'the content holds chunks of this wire', (body) => messagesOf(body).some(hasOwnChunk)],
  [0.1, 'messages with a role', (body) => messagesOf(body).some(({ role }) => typeof role === 'string')],
]

/** Looks at bodies only. Where nothing tells this wire from the one that it is a relative of, that one is surer. */
export function recognise({ request, response, events = [] }: Exchange): Recognition {
  const answers = [...(response === undefined ? [] : [response]), ...events.filter(isObject)]
  const found = [
    ...answers.flatMap((body) => IN_ANSWERS.filter(([, , test]) => test(body))),
    ...(request === undefined ? [] : IN_REQUESTS.filter(([, , test]) => test(request))),
  ]
  const [best] = found.sort(([a], [b]) => b - a)
  return best === undefined
    ? { score: 0, reason: 'nothing of this wire' }
    : { score: best[0], reason: best[1] }
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : []
}

function messagesOf({ messages }: JsonObject): readonly JsonObject[] {
  return objectsIn(messages)
}

/** The messages or deltas of an answer. */
function turnsIn({ choices }: JsonObject): readonly JsonObject[] {
  return objectsIn(choices).flatMap(({ message, delta }) => [message, delta].filter(isObject))
}

function callsIn(turns: readonly JsonObject[]): readonly JsonObject[] {
  return turns.flatMap(({ tool_calls: calls }) => objectsIn(calls))
}

function hasOwnId({ id }: JsonObject): boolean {
  return ID.test(stringOr(id, ''))
}

function hasOwnCallId({ id }: JsonObject): boolean {
  return CALL_ID.test(stringOr(id, ''))
}

function hasOnlyOwn(body: JsonObject): boolean {
  return Object.keys(body).every((field) => OWN_FIELDS.includes(field))
}

/** A thinking chunk holds a list; the block of the same name on another wire holds a text. */
function hasOwnChunk({ content }: JsonObject): boolean {
  return objectsIn(content).some(
    (chunk) =>
      OWN_CHUNKS.test(stringOr(chunk.type, '')) && (chunk.type !== 'thinking' || isArray(chunk.thinking)),
  )
}
