import { Ollama } from 'ollama'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Conversation, ModelResponse } from '../../src/base/model/types.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { nativeAnswer, proxied, type Scripted, scripted, served, targetOf } from '../support/proxy.js'

const wires = adapters.map(({ wire }) => wire)
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const usage = { inputTokens: 7, outputTokens: 3 }

const said: ModelResponse = {
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Blue, by day.' }] },
  finish: { reason: 'stop' },
  model: 'target-model',
  usage,
}

function upstreamOf(to: string, answer: ModelResponse = said): Scripted {
  return scripted((sent) => nativeAnswer(adapterOf(to).adapter, answer, sent))
}

function clientOf(to: string, upstream: Scripted): Ollama {
  const { fetch } = proxied('ollama-chat', to, upstream.fetch)
  return new Ollama({ host: 'https://proxy.test', fetch })
}

/** Returns the conversations that reached the target. */
function conversations(to: string, { sent }: Scripted): Conversation[] {
  return sent.map(({ body }) => adapterOf(to).adapter.decodeRequest(body).value)
}

function textsOf({ messages }: Conversation, role: string): string {
  return messages
    .filter((message) => message.role === role)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? part.text : [])))
    .join('\n')
}

test.each(wires)('two prompts at once are answered by %s, complete and streamed', async (to) => {
  const upstream = upstreamOf(to)
  const client = clientOf(to, upstream)
  const read = async () => {
    const pieces: string[] = []
    let last: JsonObject = {}
    for await (const piece of await client.generate({ model: 'm', prompt: 'Why?', stream: true })) {
      pieces.push(piece.response ?? '')
      last = JSON.parse(JSON.stringify(piece))
    }
    return { text: pieces.join(''), last }
  }
  const [whole, streamed] = await Promise.all([
    client.generate({ model: 'm', prompt: 'What colour is the sky?', system: 'Be short.' }),
    read(),
  ])
  expect(whole).toMatchObject({ response: 'Blue, by day.', done: true, done_reason: 'stop' })
  expect(whole).not.toHaveProperty('message')
  expect(streamed.text).toBe('Blue, by day.')
  expect(streamed.last).toMatchObject({ done: true, done_reason: 'stop' })
  const asked = conversations(to, upstream)
  expect(asked.map((one) => textsOf(one, 'user'))).toEqual(['What colour is the sky?', 'Why?'])
  expect(textsOf(asked[0] ?? { messages: [] }, 'system')).toBe('Be short.')
})

test('thinking, images, formats and options are those of a conversation', async () => {
  const parts = [{ type: 'reasoning' as const, text: 'A pixel.' }, ...said.message.parts]
  const upstream = upstreamOf('ollama-chat', { ...said, message: { role: 'assistant', parts } })
  const client = clientOf('ollama-chat', upstream)
  const format = { type: 'object', properties: { colour: { type: 'string' } } }
  const asks = { model: 'm', prompt: 'Which?', images: [PIXEL, PIXEL], think: true, format }
  const whole = await client.generate({ ...asks, options: { temperature: 0.5 } })
  expect(whole).toMatchObject({ thinking: 'A pixel.', response: 'Blue, by day.' })
  const thought: string[] = []
  for await (const { thinking = '' } of await client.generate({ ...asks, stream: true }))
    thought.push(thinking)
  expect(thought.join('')).toBe('A pixel.')
  expect(upstream.sent.map(({ path }) => path)).toEqual(['/api/chat', '/api/chat'])
  const message = { role: 'user', content: 'Which?', images: [PIXEL, PIXEL] }
  expect(upstream.sent[0]?.body).toMatchObject({ messages: [message], think: true, format })
  expect(upstream.sent[0]?.body).toMatchObject({ options: { temperature: 0.5 }, stream: false })
})

test('a text with a suffix asks for the text between, and a raw prompt is unchanged', async () => {
  const upstream = upstreamOf('anthropic-messages')
  const client = clientOf('anthropic-messages', upstream)
  await client.generate({ model: 'm', prompt: 'def add(', suffix: '  return c' })
  await client.generate({ model: 'm', prompt: '[INST] Why? [/INST]', raw: true, template: '{{ .Prompt }}' })
  const [between = '', raw] = conversations('anthropic-messages', upstream).map((one) => textsOf(one, 'user'))
  expect(between).toMatch(/\n\ndef add\(<gap\/> {2}return c$/)
  expect(raw).toBe('[INST] Why? [/INST]')
})

test('requests that only load or unload a model do not reach the target', async () => {
  const upstream = upstreamOf('openai-chat')
  const client = clientOf('openai-chat', upstream)
  const load = await client.generate({ model: 'm', prompt: '' })
  expect(load).toMatchObject({ model: 'm', response: '', done: true, done_reason: 'load' })
  const unload = await client.generate({ model: 'm', prompt: '', keep_alive: 0, stream: true })
  const lines: JsonObject[] = []
  for await (const line of unload) lines.push(JSON.parse(JSON.stringify(line)))
  expect(lines).toMatchObject([{ response: '', done: true, done_reason: 'unload' }])
  const chat = await client.chat({ model: 'm', messages: [] })
  expect(chat).toMatchObject({ message: { content: '' }, done_reason: 'load' })
  expect(upstream.sent).toEqual([])
})

test('refusals and models without a route have the words of the wire, and the next prompt is answered', async () => {
  const upstream = scripted((sent, index) =>
    index === 0
      ? Response.json({ error: { message: 'The engine has stalled.' } }, { status: 529 })
      : nativeAnswer(adapterOf('openai-chat').adapter, said, sent),
  )
  const from = adapterOf('ollama-chat').adapter
  const route = { from, models: ['known'], to: targetOf(adapterOf('openai-chat').adapter) }
  const { fetch, told } = served({ routes: [route], fetch: upstream.fetch })
  const client = new Ollama({ host: 'https://proxy.test', fetch })
  await expect(client.generate({ model: 'known', prompt: 'Why?' })).rejects.toThrow('The engine has stalled.')
  await expect(client.generate({ model: 'other', prompt: 'Why?' })).rejects.toThrow('no route accepts')
  expect((await client.generate({ model: 'known', prompt: 'Why?' })).response).toBe('Blue, by day.')
  expect(told.map(({ kind, status }) => [kind, status])).toEqual([
    ['generate', 529],
    ['generate', 404],
    ['generate', 200],
  ])
})

test('with `passOn`, a server of the same wire gets the prompt itself', async () => {
  const upstream = async (url: string) => Response.json({ response: new URL(url).pathname })
  const { fetch } = proxied('ollama-chat', 'ollama-chat', upstream, {}, { passOn: true })
  const client = new Ollama({ host: 'https://proxy.test', fetch })
  expect((await client.generate({ model: 'm', prompt: 'Why?', raw: true })).response).toBe('/api/generate')
})
