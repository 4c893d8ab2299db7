import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { runCli } from '../support/run-cli.js'

const adapters = { adapters: ADAPTERS_FOLDER }
const request = {
  model: 'gpt-5.4',
  max_completion_tokens: 9,
  messages: [{ role: 'user', content: 'Does it rain in Oslo?' }],
}
const answer = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'gpt-5.4',
  created: 1,
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Yes.' } }],
}
const FORMS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'google-generate-content',
  'mistral-chat',
]

const batch = (to: string, input: readonly unknown[]) =>
  runCli(['translate', '--to', to, '--batch', '--jsonl'], input, adapters)
const saidIn = (value: unknown) => /Does it rain in Oslo\?/.test(JSON.stringify(value))

describe.each(FORMS)('batch files of %s', (to) => {
  test('requests of another wire become its lines, and are read again', async () => {
    const { lines, status } = await batch(to, [
      { id: 'a', request },
      { id: 'b', request },
    ])
    expect(status).toBe(0)
    expect(lines.map(({ custom_id, key }) => custom_id ?? key)).toEqual(['a', 'b'])
    expect(lines.every(saidIn)).toBe(true)
    const read = await runCli(['decode', '--jsonl', '--wire', to], lines, adapters)
    expect(read.lines).toMatchObject(
      ['a', 'b'].map((id) => ({ id, wire: to, request: { messages: [{ role: 'user' }] } })),
    )
  })

  test('answers become lines of results', async () => {
    const { lines } = await batch(to, [{ custom_id: 'a', response: { status_code: 200, body: answer } }])
    expect(lines).toHaveLength(1)
    const read = await runCli(['decode', '--jsonl', '--wire', to], lines, adapters)
    expect(read.lines).toMatchObject([
      { id: 'a', response: { message: { parts: [{ text: 'Yes.' }] }, finish: { reason: 'stop' } } },
    ])
  })
})

describe('--batch', () => {
  test('names requests by their lines where they have no id', async () => {
    const { lines } = await batch('anthropic-messages', [request, request])
    expect(lines.map(({ custom_id: id }) => id)).toEqual(['request-1', 'request-2'])
  })

  test.each<[string, JsonObject[], string]>([
    ['an id that the provider does not accept', [{ id: 'a b', request }], '"a b" is not an id of a batch'],
    [
      'an id that is there twice',
      [
        { id: 'a', request },
        { id: 'a', request },
      ],
      '"a" is there twice',
    ],
    ['a value that is not a request', [{ id: 'a', request: { messages: 1 } }], 'standard input:1'],
  ])('tells %s beside the output', async (_name, input, told) => {
    const { stdout, stderr, status } = await batch('anthropic-messages', input)
    expect(status).toBe(1)
    expect(stderr).toContain(told)
    expect(stdout.split('\n').filter(Boolean)).toHaveLength(input.length - 1)
  })

  test('reports notices in batches, too', async () => {
    const { stderr, status } = await batch('anthropic-messages', [
      { id: 'a', request: { ...request, seed: 5 } },
    ])
    expect([status, /seed/.test(stderr)]).toEqual([0, true])
  })

  test('writes failed answers as failed results', async () => {
    const { lines } = await batch('anthropic-messages', [
      {
        custom_id: 'a',
        response: { status_code: 400, body: { error: { message: 'No.', type: 'invalid_request_error' } } },
      },
    ])
    expect(lines).toMatchObject([{ custom_id: 'a', result: { type: 'errored', error: { type: 'error' } } }])
  })

  test('is refused for wires without batches and together with streams', async () => {
    const none = await runCli(['translate', '--to', 'mcp', '--batch', '--jsonl'], [request], adapters)
    expect([none.status, /no form of batch files/.test(none.stderr)]).toEqual([2, true])
    const both = await runCli(['translate', '--to', 'openai', '--batch', '--stream'], [request], adapters)
    expect(both.status).toBe(2)
  })
})
