import { describe, expect, it } from 'vitest'
import { runCli } from '../support/run-cli.js'

const CALL = { call: 'get_weather', id: 'c1', text: '{"city": "Oslo"}' }
const REQUEST = {
  fake: 1,
  model: 'small',
  tools: ['get_weather'],
  messages: [
    { role: 'user', parts: [{ say: 'Weather?' }] },
    { role: 'assistant', parts: [CALL] },
    { role: 'tool', parts: [{ result: '<tool_error>offline</tool_error>', id: 'c1' }] },
  ],
}
const RESPONSE = { fake: 1, answer: [{ say: 'It is ' }, { say: 'unknown.' }], end: 'done' }

describe('calls', () => {
  it('prints calls, results, tools, text and finish of both sides', async () => {
    const { lines, status, stderr } = await runCli(
      ['calls', '--jsonl'],
      [{ id: 'one', wire: 'fake', request: REQUEST, response: RESPONSE }],
    )
    expect(lines).toEqual([
      {
        id: 'one',
        wire: 'fake',
        request: {
          toolCalls: [
            {
              id: 'c1',
              name: 'get_weather',
              kind: 'function',
              status: 'complete',
              arguments: { city: 'Oslo' },
              rawArguments: '{"city": "Oslo"}',
              providerExecuted: false,
            },
          ],
          toolResults: [
            {
              callId: 'c1',
              isError: true,
              providerExecuted: false,
              output: { type: 'error-text', value: 'offline' },
            },
          ],
          tools: [{ type: 'function', name: 'get_weather' }],
        },
        response: {
          toolCalls: [],
          toolResults: [],
          text: 'It is unknown.',
          finish: { reason: 'stop', raw: 'done' },
        },
        notices: [],
      },
    ])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('assembles the answer from the text of an event stream', async () => {
    const sse = `: ping\n\ndata: ${JSON.stringify({ fake: 1, part: CALL })}\n\ndata: {"fake":1,"end":"done"}\n\ndata: [DONE]\n\n`
    const { lines } = await runCli(['calls', '--jsonl'], [{ sse }])
    expect(lines[0]).toMatchObject({
      wire: 'fake',
      response: { toolCalls: [{ id: 'c1' }], finish: { raw: 'done' } },
    })
  })

  it('assembles the answer from parsed stream events, or from their text', async () => {
    const events = [
      { fake: 1, part: { say: 'Hello' } },
      { fake: 1, end: 'done' },
    ]
    const { lines } = await runCli(
      ['calls', '--jsonl'],
      [
        { wire: 'fake', chunks: events },
        { wire: 'fake', chunks: events.map((event) => `data: ${JSON.stringify(event)}\n\n`) },
      ],
    )
    expect(lines.map(({ response }) => response)).toEqual([
      { toolCalls: [], toolResults: [], text: 'Hello', finish: { reason: 'stop', raw: 'done' } },
      { toolCalls: [], toolResults: [], text: 'Hello', finish: { reason: 'stop', raw: 'done' } },
    ])
  })

  it('keeps the digits of numbers that a double would round', async () => {
    const line =
      '{"response":{"fake":1,"answer":[{"call":"pay","id":"c1","args":{"cents":12345678901234567890}}]}}'
    const { lines } = await runCli(['calls', '--jsonl'], line)
    expect(lines[0]).toMatchObject({
      response: { toolCalls: [{ rawArguments: '{"cents":12345678901234567890}' }] },
      notices: [{ code: 'number-precision', path: '/response/answer/0/args' }],
    })
  })

  it('keeps them in event streams as well', async () => {
    const sse = 'data: {"fake":1,"part":{"call":"pay","id":"c1","args":{"cents":12345678901234567890}}}\n\n'
    const { lines } = await runCli(['calls', '--jsonl'], [{ sse }])
    expect(lines[0]).toMatchObject({
      response: { toolCalls: [{ rawArguments: '{"cents":12345678901234567890}' }] },
    })
  })
})

describe('decode and encode', () => {
  it('give back the same bodies', async () => {
    const decoded = await runCli(['decode', '--jsonl'], [{ id: 7, request: REQUEST, response: RESPONSE }])
    const encoded = await runCli(['encode', '--to', 'fake', '--jsonl'], decoded.stdout)
    expect(encoded.lines).toEqual([
      { id: 7, wire: 'fake', request: REQUEST, response: RESPONSE, notices: [] },
    ])
  })

  it('carry the notices and errors of decode to the end of the pipe', async () => {
    const decoded = await runCli(
      ['decode', '--jsonl'],
      [
        {
          id: 'half',
          request: { fake: 1, messages: 7 },
          response: { fake: 1, answer: [{ ...CALL, text: '{' }] },
        },
        'no record',
      ],
    )
    const { lines, status } = await runCli(['encode', '--to', 'fake', '--jsonl'], decoded.stdout)
    expect(lines).toMatchObject([
      {
        id: 'half',
        response: { answer: [{ text: '{' }] },
        notices: [{ code: 'arguments-unusable' }],
        error: { code: 'wrong-type', path: '/request/messages' },
      },
      { error: { code: 'wrong-type' } },
    ])
    expect(status).toBe(1)
  })

  it.each([
    ['nothing', {}, 'missing-field', ''],
    ['a native request', { request: REQUEST }, 'missing-field', '/request/messages/0/parts/0/type'],
    ['no messages', { request: { model: 'x' } }, 'missing-field', '/request/messages'],
    [
      'a part without its text',
      conversation([{ type: 'text' }]),
      'missing-field',
      '/request/messages/0/parts/0/text',
    ],
    [
      'a result without output',
      conversation([{ type: 'tool-result', callId: 'c', name: '' }]),
      'missing-field',
      '/request/messages/0/parts/0/output',
    ],
    [
      'a media part without source',
      conversation([{ type: 'media', kind: 'image' }]),
      'missing-field',
      '/request/messages/0/parts/0/source',
    ],
    [
      'an unknown part',
      conversation([{ type: 'picture' }]),
      'wrong-type',
      '/request/messages/0/parts/0/type',
    ],
    [
      'an unknown role',
      { request: { messages: [{ role: 'model', parts: [] }] } },
      'wrong-type',
      '/request/messages/0/role',
    ],
    ['tools that are not a list', { request: { messages: [], tools: {} } }, 'wrong-type', '/request/tools'],
    [
      'null for absence',
      { request: { messages: [], maxOutputTokens: null } },
      'wrong-type',
      '/request/maxOutputTokens',
    ],
    [
      'metadata that is null',
      { request: { messages: [], providerMetadata: { fake: null } } },
      'wrong-type',
      '/request/providerMetadata/fake',
    ],
    [
      'custom arguments that are not text',
      conversation([
        {
          type: 'tool-call',
          id: 'c',
          name: 'f',
          kind: 'custom',
          status: 'complete',
          providerExecuted: false,
          arguments: {},
        },
      ]),
      'wrong-type',
      '/request/messages/0/parts/0/arguments',
    ],
    [
      'a result without its flag',
      conversation([
        {
          type: 'tool-result',
          callId: 'c',
          name: '',
          output: { type: 'json', value: 1 },
          providerExecuted: false,
        },
      ]),
      'missing-field',
      '/request/messages/0/parts/0/isError',
    ],
    [
      'json output without value',
      conversation([{ type: 'opaque', wire: 'fake' }]),
      'missing-field',
      '/request/messages/0/parts/0/value',
    ],
    [
      'a response without finish',
      { response: { message: { role: 'assistant', parts: [] } } },
      'missing-field',
      '/response/finish',
    ],
  ])('state where the input of encode is not canonical: %s', async (_case, record, code, path) => {
    const { lines, status } = await runCli(['encode', '--to', 'fake', '--jsonl'], [record])
    expect(lines[0]?.error).toMatchObject({ code, path })
    expect(status).toBe(1)
  })
})

function conversation(parts: readonly object[]) {
  return { request: { messages: [{ role: 'user', parts }] } }
}

describe('failures', () => {
  it('of one side leave the other', async () => {
    const { lines, status } = await runCli(
      ['calls', '--jsonl'],
      [
        { id: 'left', request: { fake: 1, messages: 7 }, response: RESPONSE },
        { id: 'right', request: REQUEST, response: { fake: 1, answer: null } },
        { id: 'both', wire: 'fake', request: {}, response: {} },
        { id: 'odd', wire: 'fake', request: 'text', response: RESPONSE },
        { id: 'stream', wire: 'fake', chunks: [{}, 7] },
      ],
    )
    expect(lines).toMatchObject([
      { id: 'left', line: 1, error: { path: '/request/messages' }, response: { text: 'It is unknown.' } },
      { id: 'right', line: 2, error: { path: '/response/answer' }, request: { toolCalls: [{ id: 'c1' }] } },
      {
        id: 'both',
        error: { path: '/request/messages' },
        notices: [{ code: 'failed-missing-field', path: '/response/answer' }],
      },
      { id: 'odd', error: { path: '/request' }, response: { text: 'It is unknown.' } },
      { id: 'stream', error: { code: 'wrong-type', path: '/chunks/1' } },
    ])
    expect(lines[0]).not.toHaveProperty('request')
    expect(status).toBe(1)
  })

  it('contain the path once, next to the message', async () => {
    const { lines } = await runCli(['calls', '--jsonl'], [{ wire: 'fake', request: { messages: 7 } }])
    expect(lines[0]?.error).toEqual({
      code: 'wrong-type',
      path: '/request/messages',
      message: 'expected an array, got number 7',
    })
  })

  it('that are the program’s own fault are marked and stop nothing', async () => {
    const { lines } = await runCli(
      ['calls', '--jsonl'],
      [{ wire: 'failing', response: {} }, { response: RESPONSE }],
    )
    expect(lines).toMatchObject([
      { error: { code: 'internal', path: '/response', message: expect.stringContaining('TypeError: oops') } },
      { wire: 'fake' },
    ])
  })
})

describe('recognition', () => {
  it('finds the wire from request, response or stream', async () => {
    const { lines } = await runCli(
      ['calls', '--jsonl'],
      [
        { request: REQUEST },
        { response: { plain: 1, answer: [] } },
        { chunks: [{ plain: 1, part: { say: 'x' } }] },
        { sse: '{"plain":1,"part":{"say":"x"}}\n{"plain":1,"end":"done"}\n' },
      ],
    )
    expect(lines.map(({ wire }) => wire)).toEqual(['fake', 'plain', 'plain', 'plain'])
  })

  it('accepts bare bodies and detects requests and answers', async () => {
    const { lines } = await runCli(['calls', '--jsonl'], [REQUEST, RESPONSE])
    expect(lines[0]).toMatchObject({ wire: 'fake', request: { tools: [{ name: 'get_weather' }] } })
    expect(lines[1]).toMatchObject({ wire: 'fake', response: { text: 'It is unknown.' } })
  })

  it('believes --wire before the record, and the record before its body', async () => {
    const record = { wire: 'plain', request: REQUEST }
    expect((await runCli(['calls', '--jsonl'], [record])).lines[0]?.wire).toBe('plain')
    expect((await runCli(['calls', '--jsonl', '--wire', 'fake'], [record])).lines[0]?.wire).toBe('fake')
    expect((await runCli(['calls', '--jsonl', '--wire', 'fake'], [RESPONSE])).lines[0]).toMatchObject({
      response: { text: 'It is unknown.' },
    })
  })

  it('suggests a next step without findings', async () => {
    const { lines } = await runCli(
      ['calls', '--jsonl'],
      [
        { id: 'x', hello: 1 },
        { request: { hello: 1 } },
        { id: 'y', wire: 'fax', request: {} },
        { wire: 'fake' },
        7,
      ],
    )
    expect(lines.map(({ error }) => error)).toMatchObject([
      { code: 'unknown-wire', message: expect.stringContaining('--wire') },
      { code: 'unknown-wire' },
      {
        code: 'unknown-wire',
        message: 'unknown wire "fax"; known are failing, fake or pretend or f or fake-shouted, plain',
      },
      { code: 'missing-field' },
      { code: 'wrong-type' },
    ])
  })
})
