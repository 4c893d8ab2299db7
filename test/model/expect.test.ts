import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import { userMessage } from '../../src/base/model/create.js'
import { provider } from '../../src/index.js'
import { pendingCalls } from '../../src/tools/pending.js'
import { runTools } from '../../src/tools/run-tools.js'
import { encodeConversation, translate } from '../../src/translate/exchange/translate-conversation.js'
import { adapters, allAdapters, isReadOnly } from '../support/adapters.js'
import { fixtures } from '../support/exchanges.js'

// JavaScript programs can pass values that TypeScript rejects. Each `any` here represents such a program.
type Untyped = Parameters<typeof JSON.stringify>[0]

const conversation: Untyped = { messages: [userMessage('Do I need an umbrella in Oslo?')] }
const native: Untyped = [{ role: 'user', content: 'Do I need an umbrella in Oslo?' }]
const NATIVE_TOOLS: Untyped = [
  { type: 'function', function: { name: 'weather', parameters: {} } },
  { name: 'weather', input_schema: { type: 'object' } },
  { functionDeclarations: [{ name: 'weather' }] },
  { toolSpec: { name: 'weather', inputSchema: { json: {} } } },
  { description: 'weather', inputSchema: {}, execute: () => 'rain' },
  { type: 'web_search_20250305', name: 'web_search' },
  'weather',
  null,
]

/** Returns the error that an attempt throws, which must be an AdapterError. */
function refusal(attempt: () => unknown): { readonly path: string; readonly message: string } {
  try {
    attempt()
  } catch (error) {
    if (error instanceof AdapterError) return error
    throw new Error(`not an AdapterError: ${String(error)}`)
  }
  throw new Error('it was taken')
}

function attempted<Value>(attempt: () => Value): Value | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}

const [first] = adapters
if (first === undefined) throw new Error('no adapters')
const to = first.adapter

describe('a value of another kind is rejected at the entry point, with its path and a suggestion', () => {
  for (const { wire, adapter } of allAdapters.filter((loaded) => !isReadOnly(loaded))) {
    if (!adapter.lacks.has('messages'))
      test(`${wire}: messages of a provider`, () => {
        const { message, path } = refusal(() => adapter.encodeMessages(native))
        expect([path, message]).toEqual(['/0', expect.stringContaining('decodeMessages')])
      })
    if (!adapter.lacks.has('tools'))
      test(`${wire}: tool definitions of a provider`, () => {
        for (const tool of NATIVE_TOOLS) {
          const { message, path } = refusal(() => adapter.encodeTools([tool]))
          expect([path, message]).toEqual(['/0', expect.stringContaining('defineTool')])
        }
      })
    if (!adapter.lacks.has('messages'))
      test(`${wire}: results of another shape`, () => {
        const results: Untyped = [{ tool_call_id: 'c1', content: 'rain' }]
        expect(refusal(() => adapter.toolResults(results)).message).toContain('toolResult(')
      })
  }

  for (const { wire, adapter } of adapters)
    test(`${wire}: its native messages, of every fixture, are rejected`, () => {
      const lists = fixtures
        .filter((fixture) => fixture.wire === wire)
        .flatMap(({ request }): Untyped[] => [request?.messages ?? request?.contents ?? request?.input ?? []])
        .filter((list) => Array.isArray(list) && list.length > 0)
      expect(lists.length).toBeGreaterThan(5)
      for (const messages of lists) {
        expect(refusal(() => encodeConversation({ messages }, { to: adapter, model: 'm' })).path).toMatch(
          /^\/messages\/\d+/,
        )
        expect(refusal(() => pendingCalls(messages)).path).toMatch(/^\/\d+/)
      }
    })

  test('canonical messages are not decoded again', () => {
    let refused = 0
    for (const { adapter } of adapters) {
      const taken = attempted(() => adapter.decodeMessages(conversation.messages).value)
      if (taken !== undefined) {
        // Google's messages also have parts, and their content is not lost.
        expect(JSON.stringify(taken)).toContain('umbrella')
        continue
      }
      refused += 1
      const { message, path } = refusal(() => adapter.decodeMessages(conversation.messages))
      // Some report a missing native field before they check the parts.
      expect(path === '/0' ? message : path).toMatch(/encodeConversation|^\/0\/content$/)
      refusal(() => translate(conversation.messages, { from: adapter, to }))
    }
    expect(refused).toBeGreaterThan(3)
  })

  test('tools of a conversation', () => {
    for (const tool of NATIVE_TOOLS)
      expect(refusal(() => encodeConversation({ ...conversation, tools: [tool] }, { to })).path).toBe(
        '/tools/0',
      )
    refusal(() => encodeConversation({ ...conversation, tools: { weather: NATIVE_TOOLS[4] } }, { to }))
  })

  test('values that are not conversations', async () => {
    for (const wrong of [
      undefined,
      null,
      'hello',
      7,
      {},
      { messages: 'hello' },
      { messages: [null] },
    ] as Untyped[]) {
      refusal(() => encodeConversation(wrong, { to }))
      refusal(() => pendingCalls(wrong))
      await expect((async () => runTools(wrong, []))()).rejects.toThrow(AdapterError)
    }
  })

  test('a part of a provider inside a canonical message', () => {
    const messages: Untyped = [{ role: 'user', parts: [{ type: 'input_text', text: 'hello' }] }]
    expect(refusal(() => encodeConversation({ messages }, { to })).path).toBe('/messages/0/parts/0')
  })
})

describe('unknown names', () => {
  test('a setting, with the one that was meant', () => {
    const known = {
      temprature: 'temperature',
      top_p: 'topP',
      // Transposed letters.
      sede: 'seed',
      stpo: 'stop',
      tool_choice: 'toolChoice',
      max_output_tokens: 'maxOutputTokens',
    }
    for (const [name, meant] of Object.entries(known)) {
      const { message, path } = refusal(() => encodeConversation({ ...conversation, [name]: 1 }, { to }))
      expect([path, message]).toEqual([`/${name}`, expect.stringContaining(`Did you mean ${meant}?`)])
    }
    expect(refusal(() => encodeConversation({ ...conversation, temp: 1 }, { to })).message).toContain(
      'temperature',
    )
  })

  test('an option', () => {
    const options: Untyped = { to, max_tokens: 99 }
    expect(refusal(() => encodeConversation(conversation, options)).message).toContain('maxOutputTokens')
    const translating: Untyped = { from: to, to, modell: 'm' }
    expect(refusal(() => translate([], translating)).message).toContain('Did you mean model?')
  })

  test('an adapter that is missing', () => {
    const options: Untyped = { model: 'm' }
    expect(refusal(() => encodeConversation(conversation, options)).path).toBe('/to')
  })
})

describe('a provider', () => {
  const needing = adapters.find(
    ({ adapter }) => adapter.codecs.limits.requiresMaxOutputTokens === true,
  )?.adapter

  test('needs a model and something that sends', () => {
    const options: Untyped = { model: 'm' }
    expect(refusal(() => provider(to, options)).path).toBe('/send')
    const unnamed: Untyped = { send: () => ({}) }
    expect(refusal(() => provider(to, unnamed)).path).toBe('/model')
  })

  test('does not send what would be refused for a missing output limit', async () => {
    if (needing === undefined) throw new Error('no wire requires an output limit')
    let sent = 0
    const send = (): Untyped => {
      sent += 1
      return { error: { message: 'refused' } }
    }
    const model = provider(needing, { model: 'm', send })
    await expect(model.turn(conversation).response).rejects.toMatchObject({ path: '/maxOutputTokens' })
    expect(sent).toBe(0)
    await model.turn({ ...conversation, maxOutputTokens: 9 }).response.catch(() => undefined)
    expect(sent).toBe(1)
  })
})
