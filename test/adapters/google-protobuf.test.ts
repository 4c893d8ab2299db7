import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { googleGenerateContent as google } from '../../adapters/google-generate-content/index.js'
import { rules } from '../../adapters/google-generate-content/rules.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, isArray, isObject } from '../../src/base/json/read-json.js'
import { lint } from '../../src/index.js'
import { adapterOf, registry } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'
import { holdsFor } from '../support/law.js'
import { eventsOf, framesOf } from '../support/streams.js'
import { translateBody } from '../support/translation.js'
import { difference } from '../support/values.js'

function candidate(parts: readonly JsonValue[], more: JsonObject = {}): JsonObject {
  return { candidates: [{ content: { role: 'model', parts: [...parts] }, ...more, index: 0 }] }
}

const CHUNKS = [
  candidate([{ text: 'He said "a, [b]" \\ {c' }]),
  candidate([{ functionCall: { name: 'f', args: { a: ['}', ']'] } } }], { finishReason: 'STOP' }),
]

describe('a stream that is one JSON list', () => {
  test('is read element by element, as the bytes arrive', () => {
    const framer = google.codecs.stream.framing.createFramer()
    const [first = {}, second = {}] = CHUNKS.map((chunk) => JSON.stringify(chunk, undefined, 2))
    const data = (text: string) => framer.push(text).map((frame) => frame.data)
    expect(data('[')).toEqual([])
    expect(data(`${first}`)).toEqual([first])
    expect(data(`\r\n,\r\n${second}`)).toEqual([second])
    expect(data('\n]\n')).toEqual([])
    expect(framer.finish()).toEqual([])
  })

  test('has the content of the events, at any split', () => {
    holdsFor(
      exchangesOf(google.id).filter(({ stream }) => stream !== undefined),
      ({ stream = '' }) => {
        const chunks = framesOf(google, stream).map(({ data }) => data)
        if (chunks.length === 0) return undefined
        const list = `[${chunks.join('\n,\r\n')}\n]`
        const pieces = list.match(/[\s\S]{1,7}/g) ?? []
        return difference(eventsOf(google, [stream]), eventsOf(google, pieces))
      },
    )
  })

  test('has the same elements for any chunk boundaries, with blanks and as bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 4 }),
        fc.nat(),
        fc.boolean(),
        (values, at, pretty) => {
          const elements = values.map((value) => ({ value }))
          const bytes = new TextEncoder().encode(` \n${JSON.stringify(elements, undefined, pretty ? 2 : 0)} `)
          const cut = at % (bytes.length + 1)
          const framer = google.codecs.stream.framing.createFramer()
          const frames = [
            ...framer.push(bytes.slice(0, cut)),
            ...framer.push(bytes.slice(cut)),
            ...framer.finish(),
          ]
          expect(frames.map(({ data }) => JSON.parse(data))).toEqual(JSON.parse(JSON.stringify(elements)))
        },
      ),
    )
  })

  test('is recognized, and bounded', () => {
    const list = `[${CHUNKS.map((chunk) => JSON.stringify(chunk)).join('\n,\n')}]`
    expect(registry.recognise({ stream: [list] })?.adapter.id).toBe(google.id)
    const framer = google.codecs.stream.framing.createFramer(100)
    expect(() => framer.push(`[{"a":"${'x'.repeat(200)}`)).toThrow(/longer than 100/)
    expect(framesOf(google, 'data: {"a":1}\n\n')).toMatchObject([{ data: '{"a":1}' }])
  })
})

const TYPES = ['TYPE_UNSPECIFIED', 'STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL']
const FINISH = ['FINISH_REASON_UNSPECIFIED', 'STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'OTHER']
const OUTCOMES = ['OUTCOME_UNSPECIFIED', 'OUTCOME_OK', 'OUTCOME_FAILED', 'OUTCOME_DEADLINE_EXCEEDED']
const MODES = ['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE']

/** Returns the body with its enums as numbers, the form sent by protocol-buffer clients. */
function numbered(body: JsonObject): JsonObject {
  return expectObject(withNumbers(body), '')
}

function withNumbers(value: JsonValue, key = ''): JsonValue {
  if (isArray(value)) return value.map((item) => withNumbers(item))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withNumbers(member, name)]),
    )
  const names = { type: TYPES, finishReason: FINISH, outcome: OUTCOMES, mode: MODES }[key] ?? []
  const number = typeof value === 'string' ? names.indexOf(value) : -1
  return number === -1 ? value : number
}

const REQUEST: JsonObject = {
  contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
  tools: [
    {
      functionDeclarations: [
        {
          name: 'f',
          parameters: {
            type: 'OBJECT',
            properties: { type: { type: 'STRING' }, list: { type: 'ARRAY', items: { type: 'INTEGER' } } },
          },
        },
      ],
    },
  ],
  toolConfig: { functionCallingConfig: { mode: 'ANY' } },
  generationConfig: {
    responseMimeType: 'application/json',
    responseSchema: { type: 'OBJECT', properties: { a: { type: 'NUMBER' } } },
  },
}

describe('enums by number', () => {
  test('are what their names are elsewhere', () => {
    const elsewhere = (request: JsonObject) =>
      translateBody(request, adapterOf(google.id), adapterOf('openai-chat')).value
    expect(elsewhere(REQUEST)).toMatchObject({
      tools: [{ function: { parameters: { type: 'object', properties: { list: { type: 'array' } } } } }],
      tool_choice: 'required',
      response_format: { json_schema: { schema: { type: 'object' } } },
    })
    expect(difference(elsewhere(REQUEST), elsewhere(numbered(REQUEST)))).toBeUndefined()
  })

  test('of finish reasons and outcomes mean what their names mean', () => {
    for (const [number, finishReason] of FINISH.entries()) {
      const reason = (native: JsonValue) =>
        google.decodeResponse(candidate([{ text: 'a' }], { finishReason: native })).value.finish.reason
      expect([finishReason, reason(number)]).toEqual([finishReason, reason(finishReason)])
    }
    for (const [number, outcome] of OUTCOMES.entries()) {
      const failed = (native: JsonValue) =>
        google.decodeResponse(candidate([{ codeExecutionResult: { outcome: native, output: '' } }])).value
          .message.parts
      expect(failed(number)).toMatchObject([{ isError: number !== 1 }])
      expect(failed(outcome)).toMatchObject([{ isError: number !== 1 }])
    }
  })

  test('are accepted by lint', () => {
    expect(lint(rules, numbered(REQUEST))).toEqual([])
  })
})
