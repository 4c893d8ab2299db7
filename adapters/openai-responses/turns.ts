import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { RequestedTurn, TurnsBinding } from '../../src/codec/wire/server.js'
import { steering } from './steering.js'

/** The events that end a response. */
const ENDS: ReadonlyMap<JsonValue | undefined, 'done' | 'failed'> = new Map<
  JsonValue | undefined,
  'done' | 'failed'
>([
  ['response.completed', 'done'],
  ['response.incomplete', 'done'],
  ['response.failed', 'failed'],
])

/** https://developers.openai.com/api/docs/guides/websocket-mode */
export const turns: TurnsBinding = {
  request({ type, generate, background: _background, ...body }) {
    // Codex sends this message to confirm the receipt of an answer.
    if (type === 'response.processed') return undefined
    if (type !== 'response.create')
      throw new AdapterError('wrong-type', '/type', 'a message of this socket has the type response.create')
    return {
      body: { ...body, stream: true },
      after: stringOr(body.previous_response_id, undefined),
      generates: generate !== false,
    }
  },
  continued: ({ previous_response_id: _after, ...request }, { after, items }) =>
    compact({ ...request, previous_response_id: after, input: [...items, ...itemsOf(request)] }),
  kept(request, answer) {
    const { body } = request
    if (body.store !== false && request.generates) return undefined
    const output = isArray(answer.output) ? answer.output : []
    return { after: afterOf(request), items: [...itemsOf(body), ...output] }
  },
  answerIn({ type, response }) {
    return isObject(response) ? compact({ answer: response, end: ENDS.get(type) }) : undefined
  },
  told: ({ response, ...event }, after) =>
    isObject(response) ? { ...event, response: { ...response, previous_response_id: after } } : event,
  failure: (status, body) => ({
    type: 'error',
    status,
    error: isObject(body) && isObject(body.error) ? body.error : { type: 'server_error', message: '' },
  }),
  steering,
}

function afterOf({ body }: RequestedTurn): string | undefined {
  return stringOr(body.previous_response_id, undefined)
}

function itemsOf({ input }: JsonObject): JsonArray {
  if (isArray(input)) return input
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : []
}
