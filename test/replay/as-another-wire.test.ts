import { describe, expect, test } from 'vitest'
import type { RecordedBody, RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import type { MediaKind } from '../../src/base/model/types.js'
import { createTranscodingAnswerer } from '../../src/traffic/replay/recorded-answers.js'
import type { Matching } from '../../src/traffic/replay/recordings.js'
import { createReplayFetch } from '../../src/traffic/replay/replay-fetch.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { adapterOf, registry } from '../support/adapters.js'
import { recordingOf, replayAs } from '../support/transcoding.js'

const ANTHROPIC = 'anthropic-messages'
const CHAT = 'openai-chat'
const RESPONSES = 'openai-responses'
const GOOGLE = 'google-generate-content'

function answered(text: string): RecordedBody {
  return {
    json: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  }
}

function recorded(id: string, messages: JsonValue, more: JsonObject = {}): RecordedExchange {
  const request = { model: 'm', max_tokens: 9, messages, ...more }
  return recordingOf(id, ANTHROPIC, request, {
    status: 200,
    body: answered(`Answer of ${id}.`),
    streams: false,
  })
}

/** Replays recordings to a client of another wire. */
function library(wire: string, recordings: readonly RecordedExchange[], matching?: Matching) {
  const { adapter } = adapterOf(wire)
  const answerer = createTranscodingAnswerer({ target: adapter, registry, matching })
  for (const one of recordings) answerer.add(one, { id: one.id, load: async () => one })
  const fetch = createReplayFetch({ answerer })
  return async (body: JsonObject): Promise<string> => {
    const url = `https://example.com${adapter.codecs.http.pathFor('m', false)}`
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.text()
  }
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
const OTHER = PIXEL.replace('AAAAB', 'AAAAC')

describe('the content of requests distinguishes recordings', () => {
  const image = (data: string): JsonValue => [
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
        { type: 'text', text: 'What is this?' },
      ],
    },
  ]
  const ask = library(CHAT, [recorded('the pixel', image(PIXEL)), recorded('the other', image(OTHER))])
  const seen = (data: string) =>
    ask({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
          ],
        },
      ],
    })

  test('by the content of its media', async () => {
    expect(await seen(OTHER)).toContain('Answer of the other.')
    expect(await seen(PIXEL)).toContain('Answer of the pixel.')
    expect(await seen(PIXEL.replace('AAAAB', 'AAAAD'))).toContain('no recording of this conversation')
  })

  const called = (name: string): JsonValue => [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name, input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Done.' }] },
  ]

  test('by exact tool names', async () => {
    const recordings = ['run_0a1b2c3d', 'run_deadbeef'].map((name) =>
      recorded(`said by ${name}`, called(name)),
    )
    const askBy = library(CHAT, recordings)
    const by = (name: string) =>
      askBy({
        model: 'm',
        messages: [
          { role: 'user', content: 'Go.' },
          {
            role: 'assistant',
            tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'c', content: 'Done.' },
        ],
      })
    expect(await by('run_deadbeef')).toContain('Answer of said by run_deadbeef.')
    expect(await by('run_0a1b2c3d')).toContain('Answer of said by run_0a1b2c3d.')
    expect(await by('run')).toContain('no recording of this conversation')
    expect(await by('run_00000000')).toContain('no recording of this conversation')
  })
})

describe('a history that was translated for a model without media finds its recording', () => {
  const image = (data: string): JsonObject => ({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${data}` },
  })
  const pdf: JsonObject = {
    type: 'file',
    file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0x' },
  }
  const asked = (...content: JsonObject[]): JsonObject => ({
    model: 'gpt-5.4',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, ...content] }],
  })
  const shown: JsonObject = {
    model: 'gpt-5.4',
    input: [
      { role: 'user', content: 'Look.' },
      { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: 'call_1',
        output: [{ type: 'input_image', image_url: `data:image/png;base64,${PIXEL}` }],
      },
    ],
  }
  /** Translates as `toolwire translate --model` does. */
  const translated = (
    body: JsonObject,
    from: string,
    to: string,
    input: readonly MediaKind[],
    inResults = input,
  ) => {
    const { adapter } = adapterOf(to)
    const limits = {
      userMedia: input,
      resultMedia: inResults.filter((kind) => adapter.codecs.limits.resultMedia.includes(kind)),
    }
    const options = { from: adapterOf(from).adapter, to: adapter, model: 'm', maxOutputTokens: 9, limits }
    return expectObject(asJson(translateRequest(body, options).value), '')
  }
  const record = (id: string, wire: string, request: JsonObject): RecordedExchange =>
    recordingOf(id, wire, request, { status: 200, body: answered(`Answer of ${id}.`), streams: false })

  test.each<[string, JsonObject, string, readonly MediaKind[], (readonly MediaKind[])?]>([
    ['an image', asked(image(PIXEL)), CHAT, []],
    ['one of two kinds', asked(image(PIXEL), pdf), CHAT, ['image']],
    ['the other of two kinds', asked(pdf, image(PIXEL)), CHAT, ['file']],
    ['both kinds', asked(pdf, image(PIXEL)), CHAT, []],
    ['two images', asked(image(PIXEL), image(OTHER)), CHAT, []],
    ['an image in a result', shown, RESPONSES, []],
    ['an image that may not be in a result', shown, RESPONSES, ['image'], []],
  ])('%s', async (_title, request, from, input, inResults) => {
    const sent = translated(request, from, ANTHROPIC, input, inResults)
    expect(await library(from, [record('the note', ANTHROPIC, sent)])(request)).toContain(
      'Answer of the note.',
    )
  })

  test('also the other way: the recording has the media, the request the note', async () => {
    const request = asked(image(PIXEL))
    const recording = recordingOf('the image', CHAT, request, {
      status: 200,
      body: {
        json: {
          id: 'x',
          object: 'chat.completion',
          model: 'm',
          choices: [
            {
              index: 0,
              finish_reason: 'stop',
              message: { role: 'assistant', content: 'Answer of the image.' },
            },
          ],
        },
      },
      streams: false,
    })
    const ask = library(ANTHROPIC, [recording])
    expect(await ask(translated(request, CHAT, ANTHROPIC, []))).toContain('Answer of the image.')
    expect(await ask(translated(request, CHAT, ANTHROPIC, []))).toContain('Answer of the image.')
    expect(await ask(translated(asked(pdf), CHAT, ANTHROPIC, []))).toContain(
      'no recording of this conversation',
    )
  })

  test('but other media never match by the note', async () => {
    const withImage = translated(asked(image(PIXEL)), CHAT, ANTHROPIC, ['image'])
    const ask = library(CHAT, [record('the pixel', ANTHROPIC, withImage)])
    expect(await ask(asked(image(OTHER)))).toContain('no recording of this conversation')
    expect(await ask(asked(image(PIXEL)))).toContain('Answer of the pixel.')
  })
})

describe('an agent that continues from a replayed answer gets the next answer', () => {
  const calls = ['a', 'b'].map((id) => ({
    type: 'tool_use',
    id: `toolu_${id}`,
    name: 'read',
    input: { path: id },
  }))
  const conversation = recorded(
    'both were read',
    [
      { role: 'user', content: 'Read a and b.' },
      { role: 'assistant', content: calls },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_a', content: '{"size": 1, "name": "a"}' },
          { type: 'tool_result', tool_use_id: 'toolu_b', content: 'no such file', is_error: true },
        ],
      },
    ],
    { system: 'Be brief.' },
  )
  const chatCalls = ['a', 'b'].map((id) => ({
    id: `call_${id}`,
    type: 'function',
    function: { name: 'read', arguments: `{"path":"${id}"}` },
  }))

  test('with results in another order, errors without a flag and JSON in another layout', async () => {
    const body = await library(CHAT, [conversation])({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Read a and b.' },
        { role: 'assistant', content: null, tool_calls: chatCalls },
        { role: 'tool', tool_call_id: 'call_b', content: 'no such file' },
        { role: 'tool', tool_call_id: 'call_a', content: '{"name":"a","size":1}' },
      ],
    })
    expect(body).toContain('Answer of both were read.')
  })

  test('with outputs in a wrapper', async () => {
    const body = await library(GOOGLE, [conversation])({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Read a and b.' }] },
        {
          role: 'model',
          parts: ['a', 'b'].map((path) => ({ functionCall: { name: 'read', args: { path } } })),
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'read', response: { result: { size: 1, name: 'a' } } } },
            { functionResponse: { name: 'read', response: { error: 'no such file' } } },
          ],
        },
      ],
    })
    expect(body).toContain('Answer of both were read.')
  })

  test('but not with other results', async () => {
    const body = await library(CHAT, [conversation])({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Read a and b.' },
        { role: 'assistant', content: null, tool_calls: chatCalls },
        { role: 'tool', tool_call_id: 'call_a', content: 'no such file' },
        { role: 'tool', tool_call_id: 'call_b', content: '{"name":"a","size":1}' },
      ],
    })
    expect(body).toContain('the nearest is both were read')
    expect(body).toContain('/turns/2/results/0')
  })
})

describe('a call is answered as the client declared its tool', () => {
  const PATCH = '*** Begin Patch\n*** End Patch'
  const call = (wire: string): RecordedExchange => {
    const answers: Readonly<Record<string, JsonObject>> = {
      [ANTHROPIC]: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'apply_patch', input: { input: PATCH } }],
        stop_reason: 'tool_use',
      },
      [CHAT]: {
        id: 'x',
        object: 'chat.completion',
        model: 'm',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: null,
              tool_calls: [
                {
                  id: 'call_1',
                  type: 'function',
                  function: { name: 'apply_patch', arguments: JSON.stringify({ input: PATCH }) },
                },
              ],
            },
            finish_reason: 'tool_calls',
          },
        ],
      },
      [RESPONSES]: {
        id: 'resp_1',
        object: 'response',
        model: 'm',
        status: 'completed',
        output: [
          {
            type: 'custom_tool_call',
            id: 'ctc_1',
            call_id: 'call_1',
            name: 'apply_patch',
            input: PATCH,
            status: 'completed',
          },
        ],
      },
    }
    const requests: Readonly<Record<string, JsonObject>> = {
      [ANTHROPIC]: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Patch it.' }] },
      [CHAT]: { model: 'm', messages: [{ role: 'user', content: 'Patch it.' }] },
      [RESPONSES]: { model: 'm', input: 'Patch it.' },
    }
    const body = { json: answers[wire] ?? {} }
    return recordingOf('patch', wire, requests[wire] ?? {}, { status: 200, body, streams: false })
  }

  test.each([ANTHROPIC, CHAT])('a function of %s for a free-text tool', async (wire) => {
    const tools = [{ type: 'custom', name: 'apply_patch', format: { type: 'text' } }]
    const ask = library(RESPONSES, [call(wire)])
    const { output } = JSON.parse(await ask({ model: 'm', input: 'Patch it.', tools }))
    expect(output[0]).toMatchObject({ type: 'custom_tool_call', name: 'apply_patch', input: PATCH })
    const streamed = await ask({ model: 'm', input: 'Patch it.', tools, stream: true })
    expect(streamed).toContain('response.custom_tool_call_input.done')
    expect(streamed).not.toContain('"function_call"')
  })

  test('free text for a function', async () => {
    const parameters = { type: 'object', properties: { input: { type: 'string' } } }
    const tools = [{ type: 'function', function: { name: 'apply_patch', parameters } }]
    const ask = library(CHAT, [call(RESPONSES)])
    const messages = [{ role: 'user', content: 'Patch it.' }]
    const { choices } = JSON.parse(await ask({ model: 'm', messages, tools }))
    const [made] = choices[0].message.tool_calls
    expect(made).toMatchObject({ type: 'function', function: { name: 'apply_patch' } })
    expect(JSON.parse(made.function.arguments)).toEqual({ input: PATCH })
  })

  test('and its turn is found again', async () => {
    const next = recorded('patched', [
      { role: 'user', content: 'Patch it.' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'apply_patch', input: { input: PATCH } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Done.' }] },
    ])
    const body = await library(RESPONSES, [next])({
      model: 'm',
      input: [
        { role: 'user', content: 'Patch it.' },
        { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: PATCH },
        { type: 'custom_tool_call_output', call_id: 'call_1', output: 'Done.' },
      ],
    })
    expect(body).toContain('Answer of patched.')
  })
})

/** The errors of each wire's provider for rate limits and overload. */
const REFUSALS: Readonly<
  Record<string, Readonly<Record<'limited' | 'busy', readonly [number, JsonObject]>>>
> = {
  [ANTHROPIC]: {
    limited: [429, { type: 'error', error: { type: 'rate_limit_error', message: 'No.' } }],
    busy: [529, { type: 'error', error: { type: 'overloaded_error', message: 'No.' } }],
  },
  [CHAT]: {
    limited: [
      429,
      { error: { message: 'No.', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' } },
    ],
    busy: [
      503,
      {
        error: {
          message: 'No.',
          type: 'service_unavailable_error',
          param: null,
          code: 'server_is_overloaded',
        },
      },
    ],
  },
  [RESPONSES]: {
    limited: [
      429,
      { error: { message: 'No.', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' } },
    ],
    busy: [
      503,
      {
        error: {
          message: 'No.',
          type: 'service_unavailable_error',
          param: null,
          code: 'server_is_overloaded',
        },
      },
    ],
  },
  [GOOGLE]: {
    limited: [429, { error: { code: 429, message: 'No.', status: 'RESOURCE_EXHAUSTED' } }],
    busy: [503, { error: { code: 503, message: 'No.', status: 'UNAVAILABLE' } }],
  },
}

const QUESTIONS: Readonly<Record<string, JsonObject>> = {
  [ANTHROPIC]: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
  [CHAT]: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
  [RESPONSES]: { model: 'm', input: 'Hi' },
  [GOOGLE]: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
}

const WIRES = Object.keys(REFUSALS)
const PAIRS = WIRES.flatMap((from) => WIRES.filter((to) => to !== from).map((to) => [from, to] as const))

async function play(exchange: RecordedExchange, wire: string) {
  const { adapter } = adapterOf(wire)
  const { fetch, notices } = replayAs(adapter, exchange)
  const url = `https://example.com${adapter.codecs.http.pathFor('m', false)}`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(QUESTIONS[wire]) })
  const { status, headers } = response
  return { status, headers, body: await response.json(), codes: notices.map(({ code }) => code) }
}

describe.each(PAIRS)('a refusal of %s as one of %s', (from, to) => {
  test.each(['limited', 'busy'] as const)('%s', async (kind) => {
    const [status, json] = REFUSALS[from]?.[kind] ?? [0, {}]
    const exchange = recordingOf('no', from, QUESTIONS[from] ?? {}, {
      status,
      body: { json },
      streams: false,
    })
    const headers = { 'retry-after': '7', 'x-other': '1' }
    const played = await play({ ...exchange, response: { ...exchange.response, headers } }, to)
    const [expectedStatus, expectedBody] = REFUSALS[to]?.[kind] ?? []
    expect(played.status).toBe(expectedStatus)
    expect(played.body).toEqual(expectedBody)
    expect(played.headers.get('retry-after')).toBe('7')
    expect(played.headers.get('x-other')).toBeNull()
  })
})

test('a delay that the body names arrives in the headers', async () => {
  const error = {
    code: 429,
    message: 'No.',
    status: 'RESOURCE_EXHAUSTED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' }],
  }
  const request = QUESTIONS[GOOGLE] ?? {}
  const exchange = recordingOf('no', GOOGLE, request, {
    status: 429,
    body: { json: { error } },
    streams: false,
  })
  expect((await play(exchange, ANTHROPIC)).headers.get('retry-after')).toBe('35')
})

describe('a failed stream that is requested as a complete answer is an error', () => {
  const frames = (events: readonly JsonObject[]): RecordedBody => ({
    chunks: events.map((event) => ({
      at: 0,
      text: `${typeof event.type === 'string' ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
    })),
  })
  const chat = (delta: JsonObject): JsonObject => ({
    id: 'x',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: null }],
  })
  const streams: Readonly<Record<string, RecordedBody>> = {
    [ANTHROPIC]: frames([
      {
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [] },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
      { type: 'error', error: { type: 'overloaded_error', message: 'No.' } },
    ]),
    [CHAT]: frames([
      chat({ role: 'assistant', content: 'So' }),
      { error: { message: 'No.', type: 'service_unavailable_error', code: 'server_is_overloaded' } },
    ]),
    [GOOGLE]: frames([
      { candidates: [{ content: { role: 'model', parts: [{ text: 'So' }] }, index: 0 }] },
      { error: { code: 503, message: 'No.', status: 'UNAVAILABLE' } },
    ]),
    [RESPONSES]: frames([
      {
        type: 'response.created',
        response: { id: 'r', object: 'response', status: 'in_progress', output: [] },
      },
      {
        type: 'response.failed',
        response: {
          id: 'r',
          object: 'response',
          status: 'failed',
          output: [],
          error: { code: 'server_is_overloaded', message: 'No.' },
        },
      },
    ]),
  }

  test.each(WIRES.flatMap((from) => WIRES.map((to) => [from, to] as const)))('%s as %s', async (from, to) => {
    const body = streams[from] ?? { text: '' }
    const request = { ...QUESTIONS[from], ...(from === GOOGLE ? {} : { stream: true }) }
    const { status, body: answer } = await play(
      recordingOf('failed', from, request, { status: 200, body, streams: true }),
      to,
    )
    const [expectedStatus, expectedBody] = REFUSALS[to]?.busy ?? []
    expect(status).toBe(expectedStatus)
    if (from !== to) expect(answer).toEqual(expectedBody)
    expect(JSON.stringify(answer)).toContain('No.')
    expect(answer.error).toBeDefined()
    expect(JSON.stringify(answer)).not.toMatch(/end_turn|"stop"|STOP|completed/)
  })
})

describe('a client of Google that does not ask for events', () => {
  const events = ['One. ', 'Two.'].map(
    (text, index) =>
      `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] }, ...(index === 1 && { finishReason: 'STOP' }) }] })}\r\n\r\n`,
  )
  const question = { contents: [{ role: 'user', parts: [{ text: 'Count.' }] }] }
  const recordings: readonly (readonly [string, RecordedExchange])[] = [
    [
      'its own wire',
      recordingOf('own', GOOGLE, question, {
        status: 200,
        body: { chunks: events.map((text) => ({ at: 0, text })) },
        streams: true,
      }),
    ],
    ['another wire', recorded('other', [{ role: 'user', content: 'Count.' }])],
  ]
  for (const [what, exchange] of recordings)
    test(`gets a recording of ${what} as one JSON list, and as events when it asks for them`, async () => {
      const { adapter } = adapterOf(GOOGLE)
      const path = adapter.codecs.http.pathFor('m', true)
      const ask = async (to: string) => {
        const { fetch } = replayAs(adapter, exchange)
        return (
          await fetch(`https://example.com${to}`, { method: 'POST', body: JSON.stringify(question) })
        ).text()
      }
      const list = await ask(path.replace('?alt=sse', ''))
      expect(JSON.parse(list)).toBeInstanceOf(Array)
      const told = await adapter.collect(list)
      expect(told.message.parts).toEqual((await adapter.collect(await ask(path))).message.parts)
      expect(told.finish.reason).toBe('stop')
    })
})
