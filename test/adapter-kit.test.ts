import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../adapters/anthropic-messages/index.js'
import { defineAdapter } from '../src/adapter-kit.js'
import {
  createRegistry,
  type JsonObject,
  translate,
  translateRequest,
  translateResponse,
} from '../src/index.js'
import { declarationsOf } from './support/declarations.js'
import { allFixtures } from './support/exchanges.js'
import { fakeWire } from './support/fake-wire.js'
import { projectRoot } from './support/project.js'
import { acmeChat } from './support/relative-of-chat.js'

/** Returns the files of the project that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(projectRoot, file), 'utf8')
  return [...text.matchAll(/from '(?:\.\.\/)+((?:src|adapters)\/[^']+)'/g)].map(([, from = '']) => from)
}

test('the kit has at most 85 names', () => {
  const names = declarationsOf('src/adapter-kit.ts').map(({ name }) => name)
  expect(names).toContain('defineAdapter')
  expect(new Set(names).size).toBeLessThanOrEqual(85)
})

describe('with the kit and the main entry alone', () => {
  test('an adapter can be written', () => {
    expect([...new Set(importsOf('test/support/fake-wire.ts'))].sort()).toEqual([
      'src/adapter-kit.js',
      'src/index.js',
    ])
    const fake = defineAdapter(fakeWire('fake', 'fake'))
    const call = { call: 'weather', id: 'call_1', args: { city: 'Oslo' } }
    const response = { fake: 1, answer: [{ say: 'Let me see.' }, call], end: 'done' }
    const [decoded] = fake.toolCalls(response)
    expect(decoded).toMatchObject({ name: 'weather', status: 'complete', arguments: { city: 'Oslo' } })
    const { value } = translateResponse(response, { from: fake, to: anthropic })
    expect(value.content).toMatchObject([
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Oslo' } },
    ])
    const moved = translate([{ role: 'user', content: 'Hi' }], { from: anthropic, to: fake })
    expect(moved.value).toEqual([{ role: 'user', parts: [{ say: 'Hi' }] }])
  })
})

describe('a relative of Chat, with the kit and the adapter of Chat alone', () => {
  test('imports nothing else', () => {
    expect(importsOf('test/support/relative-of-chat.ts').sort()).toEqual([
      'adapters/openai-chat/index.js',
      'src/adapter-kit.js',
    ])
  })

  test('reads and writes every fixture of Chat as its own', () => {
    const fixtures = allFixtures.filter(({ wire }) => wire === 'openai-chat')
    expect(fixtures.length).toBeGreaterThan(10)
    for (const { request, response } of fixtures) {
      if (request !== undefined)
        expect(acmeChat.encodeRequest(acmeChat.decodeRequest(request).value).value).toEqual(request)
      if (response !== undefined)
        expect(acmeChat.encodeResponse(acmeChat.decodeResponse(response).value).value).toEqual(response)
    }
  })

  test('keeps to its limits and is recognized by its evidence', () => {
    const tool_calls = [
      { id: 'call_123456789', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
    ]
    const messages: JsonObject[] = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: null, tool_calls },
      { role: 'tool', tool_call_id: 'call_123456789', content: 'ok' },
    ]
    const { value: native } = translate(messages, { from: acmeChat, to: anthropic })
    const { value } = translate(native, { from: anthropic, to: acmeChat })
    expect(value.flatMap((message) => ('tool_call_id' in message ? [message.tool_call_id] : []))).toEqual([
      expect.stringMatching(/^[a-zA-Z0-9]{9}$/),
    ])
    const registry = createRegistry([acmeChat, anthropic])
    expect(registry.recognise({ request: { acme: 1, messages } })?.adapter.id).toBe('acme-chat')
    const request = { acme: 1, model: 'm', max_tokens: 5, messages }
    expect(translateRequest(request, { from: acmeChat, to: acmeChat }).value).toEqual(request)
  })
})
