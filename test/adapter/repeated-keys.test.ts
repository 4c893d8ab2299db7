import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import { repeatsKeys } from '../../src/base/json/lossy-text.js'
import { parseDocument, parseJson } from '../../src/base/json/parse.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { Message, ModelResponse } from '../../src/base/model/types.js'
import { disassemble } from '../../src/codec/stream/assemble.js'
import { createFrameWriter } from '../../src/codec/stream/frame-writer.js'
import { callsOf } from '../../src/codec/wire/everyday.js'
import { hermesJson, withTextCalls } from '../../src/text-calls/index.js'
import { assembleStream } from '../../src/translate/exchange/decode-exchange.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { call } from '../fit/build.js'
import { adapterOf, allAdapters, isReadOnly, type LoadedAdapter } from '../support/adapters.js'

const CALL = call('call_000000001', 'send', { arguments: { to: 'alice', second: 'mallory' } })
const MESSAGE: Message = { role: 'assistant', parts: [CALL] }
const QUESTION: Message = { role: 'user', parts: [{ type: 'text', text: 'Go on.' }] }
const ANSWER: ModelResponse = { message: MESSAGE, finish: { reason: 'tool-calls' } }
const repeated = (text: string) => text.replaceAll('second', 'to')

function answerText({ adapter }: LoadedAdapter): string {
  const { response } = fitResponse(ANSWER, adapter.codecs)
  return repeated(stringifyJson(adapter.encodeResponse(response).value))
}

function frames({ adapter }: LoadedAdapter): (string | Uint8Array)[] {
  const { codecs } = adapter
  const { response } = fitResponse(ANSWER, codecs)
  if (codecs.stream.framing.write({ data: {} }) instanceof Uint8Array) {
    const encoder = codecs.stream.encoder?.(createContext(codecs.id))
    const events = [...disassemble(response)].flatMap((event) => encoder?.push(event) ?? [])
    return [...events, ...(encoder?.finish() ?? [])].map((frame) => {
      const data = parseJson(repeated(stringifyJson(frame.data)))
      return codecs.stream.framing.write({ ...frame, data })
    })
  }
  const writer = createFrameWriter(codecs, createContext(codecs.id))
  const texts = [...disassemble(response)].flatMap((event) => writer.push(event))
  return [...texts, ...writer.finish()].map((text) => repeated(String(text)))
}

/** A text, and its expected property. */
interface Known {
  readonly json: string
  readonly repeats: boolean
}

const NOTICE = { code: 'arguments-repeat-keys', severity: 'warning' }
const READ = { status: 'complete', arguments: { to: 'mallory' } }
const named = (has: (one: LoadedAdapter) => boolean) =>
  allAdapters.filter((one) => !isReadOnly(one) && has(one)).map((one) => [one.wire, one] as const)

describe('a repeated key in the arguments is reported', () => {
  it.each(named(({ adapter }) => !adapter.lacks.has('response')))('in an answer of %s', (_wire, loaded) => {
    const text = answerText(loaded)
    const { value, notices } = loaded.adapter.decodeResponse(text)
    expect(value.message.parts).toMatchObject([READ])
    expect(notices).toMatchObject([NOTICE])
    expect(() => loaded.adapter.decodeResponse(text, { mode: 'strict' })).toThrow(AdapterError)
  })

  it.each(named(({ adapter }) => !adapter.lacks.has('encoder')))('in a stream of %s', (_wire, loaded) => {
    const { codecs } = loaded.adapter
    const told = frames(loaded)
    const context = createContext(codecs.id)
    expect(assembleStream(told, codecs, context).message.parts).toMatchObject([READ])
    expect(context.notices).toMatchObject([NOTICE])
    const strict = createContext(codecs.id, { mode: 'strict' })
    expect(() => assembleStream(told, codecs, strict)).toThrow(AdapterError)
  })

  it.each(named(({ adapter }) => !adapter.lacks.has('request')))(
    'in a history of %s',
    (_wire, { adapter }) => {
      const conversation = { model: 'example-model', maxOutputTokens: 100, messages: [QUESTION, MESSAGE] }
      const { value } = encodeConversation(conversation, { to: adapter, pendingCalls: 'keep' })
      const text = repeated(stringifyJson(value))
      const decoded = adapter.decodeRequest(text)
      expect(callsOf(decoded.value.messages[1] ?? MESSAGE)).toMatchObject([READ])
      expect(decoded.notices).toMatchObject([NOTICE])
      expect(() => adapter.decodeRequest(text, { mode: 'strict' })).toThrow(AdapterError)
    },
  )

  it('in a call that was written as text', () => {
    const content =
      '<tool_call>\n{"name": "send", "arguments": {"to": "alice", "to": "mallory"}}\n</tool_call>'
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
    const tools = [{ type: 'function' as const, name: 'send', parameters: { type: 'object' } }]
    const adapter = withTextCalls(openaiChat, { dialects: [hermesJson], tools })
    const { value, notices } = adapter.decodeResponse({ choices })
    expect(callsOf(value.message)).toMatchObject([READ])
    expect(notices).toMatchObject([NOTICE])
  })

  it('and the text stays, also through a wire of objects', () => {
    const raw = '{"to":"alice","to":"mallory"}'
    const { value } = adapterOf('anthropic-messages').adapter.decodeResponse(
      answerText(adapterOf('anthropic-messages')),
    )
    expect(value.message.parts).toMatchObject([{ rawArguments: raw }])
    expect(stringifyJson(adapterOf('openai-chat').adapter.encodeResponse(value).value)).toContain(
      JSON.stringify(raw),
    )
  })
})

describe('repeated keys', () => {
  const key = fc.constantFrom('a', 'b', '"', '\\', '\\"', '__proto__', 'é', ':', '{', '}', ' ')
  /** A JSON text, and a flag that is true if a key is repeated in one of its objects. */
  const { text } = fc.letrec<{ text: Known; object: Known; list: Known }>((tie) => ({
    text: fc.oneof(
      { maxDepth: 3 },
      fc.jsonValue({ maxDepth: 1 }).map((value) => ({ json: JSON.stringify(value), repeats: false })),
      tie('object'),
      tie('list'),
    ),
    list: fc.array(tie('text'), { maxLength: 3 }).map((items) => ({
      json: `[${items.map(({ json }) => json).join(' ,')}]`,
      repeats: items.some(({ repeats }) => repeats),
    })),
    object: fc.array(fc.tuple(key, tie('text')), { maxLength: 4 }).map((members) => ({
      json: `{${members.map(([name, { json }]) => `${JSON.stringify(name)} : ${json}`).join(',')}}`,
      repeats:
        new Set(members.map(([name]) => name)).size < members.length ||
        members.some(([, { repeats }]) => repeats),
    })),
  }))

  it('are found wherever they are, and nowhere else', () => {
    fc.assert(
      fc.property(text, ({ json, repeats }) => {
        expect(repeatsKeys(json, parseJson(json))).toBe(repeats)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['{"a":1,"a":2}', true],
    ['{"a":1,"\\u0061":2}', true],
    ['{"a":{"b":1},"c":{"b":2},"b":3}', false],
    ['[{"a":1},{"a":1}]', false],
    ['{"a":"b","b":"a\\":"}', false],
    ['{"x":[{"a":1,"b":0,"a":2}],"x":0}', true],
    ['{"__proto__":1,"__proto__":2}', true],
    ['{"a":null,"a":null}', true],
  ])('%s', (json, repeats) => expect(repeatsKeys(json, parseJson(json))).toBe(repeats))

  test('are found in text that is nested deeply', () => {
    const json = `${'{"a":'.repeat(50_000)}0${'}'.repeat(50_000)}`
    expect(repeatsKeys(json, parseJson(json))).toBe(false)
  })

  test('the text of an object that lost none is not kept', () => {
    const document = parseDocument('{"one":{"a":1,"a":2},"other":{"a":1}}')
    const { one, other } = Object(document.value)
    expect(document.exactText(one)).toBe('{"a":1,"a":2}')
    expect(document.exactText(other)).toBeUndefined()
  })
})
