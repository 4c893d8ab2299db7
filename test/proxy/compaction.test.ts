import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import type { ProxyOptions } from '../../src/proxy/proxy-types.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { nativeAnswer, type Proxied, type Scripted, scripted, served, targetOf } from '../support/proxy.js'
import { compactedResponse, compaction, readEvents, response } from '../support/responses-schemas.js'

const others = adapters.map(({ wire }) => wire).filter((wire) => wire !== openaiResponses.id)
const SUMMARY = 'The user builds a boat called Ada; the mast is missing.'

/** Returns a model that writes a summary on request. Otherwise it reports the number of messages. */
function model({ codecs, ...adapter }: Adapter, summary = SUMMARY): Scripted {
  return scripted((sent) => {
    const { messages } = adapter.decodeRequest(sent.body).value
    const text = isTask(messages.at(-1)?.parts) ? summary : `${messages.length} messages`
    const answer: ModelResponse = {
      message: { role: 'assistant', parts: text === '' ? [] : [{ type: 'text', text }] },
      finish: { reason: 'stop' },
      usage: { inputTokens: 100, outputTokens: 10 },
    }
    return nativeAnswer({ codecs, ...adapter }, answer, sent)
  })
}

function isTask(parts: readonly object[] = []): boolean {
  return JSON.stringify(parts).includes('Write a summary')
}

function proxyTo(wire: string, upstream: Scripted, options: Partial<ProxyOptions> = {}): Proxied {
  const to = targetOf(adapterOf(wire).adapter)
  return served({ routes: [{ from: openaiResponses, to }], fetch: upstream.fetch, ...options })
}

/** Returns the messages of a server's last request, with their roles. */
function told({ decodeRequest }: Adapter, { sent }: Scripted): string[] {
  const { messages } = decodeRequest(sent.at(-1)?.body ?? {}).value
  return messages.map(
    ({ role, parts }) =>
      `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(' ')}`,
  )
}

const user = (text: string): JsonObject => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
})

const HISTORY: JsonObject[] = [
  user('I build a boat.'),
  { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' },
  { type: 'function_call_output', call_id: 'call_1', output: 'no mast' },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Its mast is missing.' }] },
]
const TOOLS = [
  { type: 'function', name: 'look', parameters: { type: 'object', properties: {} }, strict: false },
]
const TRIGGER = { type: 'compaction_trigger' }

async function post(
  { fetch }: Proxied,
  body: JsonObject,
  { path = '', key = 'k' }: { readonly path?: string; readonly key?: string } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(`https://proxy.test/v1/responses${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm', store: false, ...body }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Returns the item that represents the history. */
async function compacted(proxy: Proxied, key = 'k') {
  const { text } = await post(proxy, { input: [...HISTORY, TRIGGER], tools: TOOLS }, { key })
  const [item] = response.parse(JSON.parse(text)).output
  return compaction.parse(item)
}

/** Returns the items that represent a history, from the compaction endpoint. */
function itemsIn(text: string): JsonObject[] {
  const told = JSON.parse(text)
  compactedResponse.parse(told)
  return told.output
}

describe.each(others)('a conversation of the Responses API that %s makes shorter', (wire) => {
  const { adapter } = adapterOf(wire)

  test('is one item, complete and streamed, which any target understands later', async () => {
    const upstream = model(adapter)
    const proxy = proxyTo(wire, upstream)
    const request = { input: [...HISTORY, TRIGGER], tools: TOOLS, instructions: 'Be short.' }
    const events = readEvents((await post(proxy, { ...request, stream: true })).text)
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.output_item.done',
      'response.completed',
    ])
    const asked = adapter.decodeRequest(upstream.sent[0]?.body ?? {}).value
    expect(asked.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
    expect(asked.toolChoice?.type ?? 'none').toBe('none')
    expect(proxy.told).toMatchObject([{ kind: 'generate', status: 200, usage: { inputTokens: 100 } }])
    const item = await compacted(proxy)
    expect(JSON.stringify(item)).not.toMatch(/Ada|mast/)
    for (const next of [wire, ...others.filter((other) => other !== wire).slice(0, 1), openaiResponses.id]) {
      const later = model(adapterOf(next).adapter)
      const answer = await post(proxyTo(next, later), {
        input: [user('I build a boat.'), item, user('And now?')],
      })
      expect(answer.status).toBe(200)
      const words = told(adapterOf(next).adapter, later).join('\n')
      expect(words).toContain(SUMMARY)
      expect(words).toMatch(/I build a boat[\s\S]*summary of this conversation[\s\S]*And now\?/)
    }
  })

  test('is a separate answer at its path', async () => {
    const upstream = model(adapter)
    const proxy = proxyTo(wire, upstream)
    const { text } = await post(proxy, { input: HISTORY, tools: TOOLS }, { path: '/compact' })
    const { usage } = compactedResponse.parse(JSON.parse(text))
    const output = itemsIn(text)
    expect(output.map(({ type }) => type)).toEqual(['message', 'compaction'])
    expect(usage).toMatchObject({ input_tokens: 100, output_tokens: 10, total_tokens: 110 })
    expect(proxy.told).toMatchObject([{ kind: 'compact', status: 200 }])
    const answer = await post(proxy, { input: [...output, user('And now?')] })
    expect(answer.status).toBe(200)
    expect(told(adapter, upstream).join('\n')).toContain(SUMMARY)
    // A second compaction, of the output of the first.
    await post(proxy, { input: [...output, user('More.')] }, { path: '/compact' })
    expect(told(adapter, upstream).join('\n')).toMatch(/boat called Ada[\s\S]*More\.[\s\S]*Write a summary/)
  })
})

describe('the summary of a conversation', () => {
  test('reaches the official client', async () => {
    const { fetch } = proxyTo('openai-chat', model(openaiChat))
    const client = new OpenAI({ apiKey: 'k', baseURL: 'https://proxy.test/v1', fetch, maxRetries: 0 })
    const { output } = await client.responses.compact({ model: 'm', input: 'I build a boat.' })
    expect(output.map(({ type }) => type)).toEqual(['message', 'compaction'])
  })

  test('opens for no other client, and not when it was changed or made up', async () => {
    const upstream = model(openaiChat)
    const proxy = proxyTo('openai-chat', upstream)
    const { encrypted_content: sealed, ...item } = await compacted(proxy, 'a')
    const asked = upstream.sent.length
    const cut = sealed.slice(0, -8)
    const flipped = `${sealed.slice(0, 40)}${sealed[40] === 'A' ? 'B' : 'A'}${sealed.slice(41)}`
    for (const [key, encrypted_content] of [
      ['b', sealed],
      ['', sealed],
      ['a', cut],
      ['a', flipped],
      ['a', 'toolwire.'],
      ['a', 'toolwire.%%%'],
    ] as const)
      for (const path of ['', '/compact', '/input_tokens']) {
        const input = [user('hello'), { ...item, encrypted_content }]
        const { status, text } = await post(proxy, { input }, { key, path })
        expect({ status, text }).toEqual({
          status: 400,
          text: expect.stringContaining('/input/1/encrypted_content'),
        })
      }
    expect(upstream.sent).toHaveLength(asked)
    expect(
      (await post(proxy, { input: [{ ...item, encrypted_content: sealed }] }, { key: 'a' })).status,
    ).toBe(200)
  })

  test('opens only where the secret of the proxy is the same', async () => {
    const item = await compacted(proxyTo('openai-chat', model(openaiChat), { secret: 'one' }))
    const statuses = await Promise.all(
      ['one', 'two', undefined].map(async (secret) => {
        const proxy = proxyTo('openai-chat', model(openaiChat), secret === undefined ? {} : { secret })
        return (await post(proxy, { input: [item, user('hello')] })).status
      }),
    )
    expect(statuses).toEqual([200, 400, 400])
  })

  test('is unchanged if OpenAI made it', async () => {
    const upstream = model(openaiResponses)
    const item = { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAAABo' }
    await post(proxyTo('openai-responses', upstream), { input: [item, user('hello')] })
    expect(upstream.sent[0]?.body.input).toEqual([item, user('hello')])
  })

  test('can be continued by the id of its answer, without the summarized messages', async () => {
    const upstream = model(openaiChat)
    const proxy = proxyTo('openai-chat', upstream)
    const first = response.parse(
      JSON.parse((await post(proxy, { input: 'I build a boat.', store: true })).text),
    )
    const { text } = await post(proxy, { input: [TRIGGER], previous_response_id: first.id, store: true })
    expect(told(openaiChat, upstream)[0]).toBe('user: I build a boat.')
    const { id } = response.parse(JSON.parse(text))
    await post(proxy, { input: 'And now?', previous_response_id: id, store: true })
    expect(told(openaiChat, upstream)).toEqual([
      expect.stringMatching(/^user: [\s\S]*boat called Ada/),
      'user: And now?',
    ])
  })
})

describe('a conversation that cannot be made shorter', () => {
  test.each([false, true])('is rejected if the model answers without text (streamed: %s)', async (stream) => {
    const proxy = proxyTo('openai-chat', model(openaiChat, ''))
    const { status, text } = await post(proxy, { input: [...HISTORY, TRIGGER], stream })
    expect({ status, text }).toEqual({
      status: 502,
      text: expect.stringContaining('did not write a summary'),
    })
  })

  test('is refused as the target refuses it', async () => {
    const upstream = scripted(() => Response.json({ error: { message: 'too long' } }, { status: 400 }))
    const { status, text } = await post(proxyTo('openai-chat', upstream), { input: [TRIGGER], stream: true })
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining('too long') })
  })

  test('is marked as truncated if the summary is', async () => {
    const upstream = scripted((sent) =>
      nativeAnswer(
        anthropic,
        {
          message: { role: 'assistant', parts: [{ type: 'text', text: 'The user' }] },
          finish: { reason: 'length' },
        },
        sent,
      ),
    )
    const proxy = proxyTo('anthropic-messages', upstream)
    await compacted(proxy)
    expect(proxy.told[0]?.notices.map(({ code }) => code)).toContain('summary-cut')
  })
})

describe('a target of the same wire', () => {
  test('makes conversations shorter itself', async () => {
    const native = {
      id: 'resp_1',
      object: 'response.compaction',
      output: [],
      more: 12345678901234567890n.toString(),
    }
    const upstream = scripted(() => Response.json(native))
    const proxy = proxyTo('openai-responses', upstream)
    const { text } = await post(proxy, { input: HISTORY }, { path: '/compact' })
    expect(JSON.parse(text)).toEqual(native)
    expect(upstream.sent[0]).toMatchObject({
      path: '/v1/responses/compact',
      body: { model: 'target-model', input: HISTORY },
    })
    expect(upstream.sent[0]?.headers.get('authorization')).toBe('Bearer target-key')
    await post(proxy, { input: [...HISTORY, TRIGGER] })
    expect(upstream.sent[1]?.body).toMatchObject({ input: [...HISTORY, TRIGGER] })
  })

  test.each([404, 405])('is asked for a summary where it cannot (%s)', async (status) => {
    const answering = model(openaiResponses)
    const upstream = scripted((sent) =>
      sent.path.endsWith('/compact')
        ? Response.json({ error: { message: 'no such path' } }, { status })
        : answering.fetch(sent.url, { body: sent.text, headers: sent.headers }),
    )
    const proxy = proxyTo('openai-responses', upstream)
    const { text } = await post(proxy, { input: HISTORY }, { path: '/compact' })
    const output = itemsIn(text)
    await post(proxy, { input: [...output, user('And now?')] })
    expect(told(openaiResponses, upstream).join('\n')).toContain(SUMMARY)
  })
})
