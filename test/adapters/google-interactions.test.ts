import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { googleInteractions as interactions } from '../../adapters/google-interactions/index.js'
import { refusals, rules } from '../../adapters/google-interactions/rules.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { bytesBefore, unitAt } from '../../src/base/json/utf8.js'
import type { Conversation } from '../../src/base/model/types.js'
import { encodeConversation, translateRequest, translateResponse, userMessage } from '../../src/index.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { stored } from '../support/values.js'

const say = (text: string) => ({ type: 'user_input', content: [{ type: 'text', text }] })
const call = { type: 'function_call', id: 'aaaaaaa1', name: 'look', arguments: { city: 'Oslo' } }
const result = { type: 'function_result', call_id: 'aaaaaaa1', name: 'look', result: 'rain' }
const look = { type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }

function plain(value: object): JsonObject {
  return expectObject(asJson(stored(value)), '')
}

function streamOf(...events: readonly JsonObject[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}

const start = (index: number, step: JsonObject) => ({ event_type: 'step.start', index, step })
const delta = (index: number, said: JsonObject) => ({ event_type: 'step.delta', index, delta: said })
const stop = (index: number) => ({ event_type: 'step.stop', index })
const created = { event_type: 'interaction.created', interaction: { id: 'v1', status: 'in_progress' } }
const completed = (status: string, more: JsonObject = {}) => ({
  event_type: 'interaction.completed',
  interaction: { id: 'v1', status, ...more },
})

function answered(...steps: readonly JsonValue[]) {
  return interactions.decodeResponse({ id: 'v1', status: 'completed', steps }).value
}

/** A history that begins with an answer of this wire, for the same model. */
function continued(...steps: readonly JsonValue[]): Conversation {
  const { message } = interactions.decodeResponse({ id: 'v1', status: 'completed', steps }).value
  return { messages: [userMessage('Hi'), message, userMessage('Go on.')] }
}

describe('histories', () => {
  test.each<[string, JsonValue]>([
    ['a text', 'Hi'],
    ['one content', { type: 'text', text: 'Hi' }],
    [
      'a list of contents',
      [
        { type: 'text', text: 'Hi' },
        { type: 'image', data: 'AAAA', mime_type: 'image/png' },
      ],
    ],
    ['steps', [say('Hi'), call, result, say('And?')]],
    ['nothing', []],
    ['an empty input of the user', [{ type: 'user_input' }, { type: 'user_input', content: [] }]],
    ['an output without content', [say('Hi'), { type: 'model_output' }]],
    [
      'an output that failed',
      [say('Hi'), { type: 'model_output', content: [{ type: 'text', text: 'No' }], error: { code: 3 } }],
    ],
    [
      'unknown content in a step',
      [
        say('Hi'),
        {
          type: 'model_output',
          content: [
            { type: 'text', text: 'a' },
            { type: 'hologram', of: 'b' },
          ],
        },
      ],
    ],
    ['an unknown step', [say('Hi'), { type: 'dream', about: 'sheep' }]],
    [
      'results that are JSON',
      [call, { ...result, result: [1, 2] }, { ...result, result: null }, { ...result, result: [] }],
    ],
    [
      'results without what they need',
      [call, { type: 'function_result', result: 'x' }, { type: 'function_result', call_id: 'aaaaaaa1' }],
    ],
    [
      'arguments that are no object',
      [
        { ...call, arguments: [1] },
        { ...call, arguments: 'x' },
      ],
    ],
    [
      'turns',
      [
        { role: 'user', content: 'Hi' },
        { role: 'model', content: [{ type: 'text', text: 'Yes' }, call] },
      ],
    ],
  ])('%s goes round', (_title, input) => {
    const request = { model: 'm', input }
    const { value } = interactions.decodeRequest(request)
    expect(stored(interactions.encodeRequest(value).value)).toEqual(request)
  })

  test('a turn needs a list or a text, a step a type', () => {
    for (const input of [[{ role: 'user', content: 1 }], [{ content: [] }], [1], 5])
      expect(() => interactions.decodeRequest({ model: 'm', input })).toThrow(/expected/)
  })

  test('system text after the first message is said by the user, and the notice says so', () => {
    const messages = [
      userMessage('Hi'),
      { role: 'system' as const, parts: [{ type: 'text' as const, text: 'Be brief.' }] },
    ]
    const { value, notices } = interactions.encodeMessages(messages)
    expect(value).toEqual([say('Hi'), say('Be brief.')])
    expect(notices.map(({ code }) => code)).toEqual(['system-message-moved'])
  })

  test('contents become the content of a step once there is more to say', () => {
    const { value } = interactions.decodeRequest({ model: 'm', input: [{ type: 'text', text: 'Hi' }] })
    const grown = { ...value, messages: [...value.messages, userMessage('And?')] }
    expect(stored(interactions.encodeRequest(grown).value).input).toEqual([say('Hi'), say('And?')])
    const mixed = { model: 'm', input: [result, { type: 'text', text: 'Be brief.' }] }
    expect(stored(interactions.encodeRequest(interactions.decodeRequest(mixed).value).value)).toEqual(mixed)
  })

  test('results alone are steps, each with the name of its tool', () => {
    const [first] = interactions.toolCalls({ status: 'requires_action', steps: [call] })
    const results = [
      {
        type: 'tool-result' as const,
        callId: first?.id ?? '',
        name: 'look',
        output: { type: 'error-text' as const, value: 'No.' },
        isError: true,
        providerExecuted: false,
      },
    ]
    expect(interactions.toolResults(results)).toEqual([
      { type: 'function_result', call_id: 'aaaaaaa1', name: 'look', result: 'No.', is_error: true },
    ])
  })
})

describe('signatures', () => {
  test('an empty one does not go back, and an empty thought with it', () => {
    const thought = { type: 'thought', summary: [{ type: 'text', text: 'So.' }], signature: '' }
    const conversation = continued(thought, { type: 'thought', signature: '' }, { ...call, signature: '' })
    const { value, notices } = encodeConversation(conversation, { to: interactions, model: 'm' })
    const input = JSON.stringify(stored(value).input)
    expect(input).toContain('So.')
    expect(input).not.toContain('signature')
    expect(notices.map(({ code }) => code)).toContain('reasoning-dropped')
    expect(lint(rules, plain(value)).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('one that is there goes back on the step that it came on', () => {
    const thought = { type: 'thought', signature: 'c2ln' }
    const { value } = encodeConversation(continued(thought, call), { to: interactions, model: 'm' })
    expect(stored(value).input).toMatchObject([{}, thought, call, { type: 'function_result' }, {}])
  })
})

describe('tools', () => {
  test.each<[JsonValue, object]>([
    ['auto', { type: 'auto' }],
    ['any', { type: 'required' }],
    ['none', { type: 'none' }],
    ['validated', { type: 'auto' }],
    [{ allowed_tools: { mode: 'any', tools: ['look'] } }, { type: 'tool', name: 'look' }],
    [
      { allowed_tools: { mode: 'any', tools: ['look', 'hear'] } },
      { type: 'allowed', mode: 'required', names: ['look', 'hear'] },
    ],
    [
      { allowed_tools: { mode: 'validated', tools: ['look'] } },
      { type: 'allowed', mode: 'auto', names: ['look'] },
    ],
    [{ allowed_tools: { tools: ['look'] } }, { type: 'allowed', mode: 'auto', names: ['look'] }],
    [{ allowed_tools: { mode: 'any' } }, { type: 'required' }],
    [{ allowed_tools: { mode: 'none', tools: ['look'] } }, { type: 'opaque' }],
    [{ allowed_tools: { mode: 'any', tools: [1] } }, { type: 'opaque' }],
    ['sometimes', { type: 'opaque' }],
  ])('the choice %j is read, and written as it came', (choice, meant) => {
    const request = {
      model: 'm',
      input: 'Hi',
      tools: [look],
      generation_config: { tool_choice: choice, x: 1 },
    }
    const { value } = interactions.decodeRequest(request)
    expect(value.toolChoice).toMatchObject(meant)
    expect(stored(interactions.encodeRequest(value).value)).toEqual(request)
  })

  test('a choice that was edited wins over the one that came', () => {
    const request = {
      model: 'm',
      input: 'Hi',
      tools: [look],
      generation_config: { tool_choice: 'validated' },
    }
    const { value } = interactions.decodeRequest(request)
    const edited = interactions.encodeRequest({ ...value, toolChoice: { type: 'tool', name: 'look' } }).value
    expect(stored(edited).generation_config).toEqual({
      tool_choice: { allowed_tools: { mode: 'any', tools: ['look'] } },
    })
  })

  test('without functions there is no choice', () => {
    const tools = [
      {
        type: 'provider' as const,
        wire: interactions.codecs.id,
        kind: 'web_search' as const,
        name: 'google_search',
        value: { type: 'google_search' },
      },
    ]
    const conversation: Conversation = {
      messages: [userMessage('Hi')],
      tools,
      toolChoice: { type: 'required' },
    }
    const { value, notices } = encodeConversation(conversation, { to: interactions, model: 'm' })
    expect(stored(value)).not.toHaveProperty('generation_config')
    expect(notices.map(({ code }) => code)).toContain('tool-choice-repaired')
  })
})

describe('answers', () => {
  test('a call that nobody answered is what the turn ends with, whatever the status says', () => {
    expect(answered(call).finish.reason).toBe('tool-calls')
    expect(answered(call, result).finish.reason).toBe('stop')
  })

  test('of an answer that is not finished the last call is not whole', () => {
    // The steps of an answer that failed are closed.
    for (const status of ['incomplete', 'in_progress', 'budget_exceeded'])
      for (const last of [call, { ...call, arguments: {} }]) {
        const native = { id: 'v1', status, steps: [last] }
        const { value } = interactions.decodeResponse(native)
        expect(value.message.parts).toMatchObject([{ status: 'truncated' }])
        expect(stored(interactions.encodeResponse(value).value)).toMatchObject(native)
      }
  })

  test('faults on record are the error of an answer that failed, and of no other', () => {
    const errors = [{ code: 'internal', message: 'No.' }]
    const failed = interactions.decodeResponse({ id: 'v1', status: 'failed', steps: [], errors }).value
    expect(failed.error).toMatchObject(errors[0] ?? {})
    expect(
      interactions.decodeResponse({ id: 'v1', status: 'completed', steps: [], errors }).value.error,
    ).toBeUndefined()
    const edited = { ...failed, error: { message: 'Never.' } }
    expect(plain(interactions.encodeResponse(edited).value).errors).toEqual([{ message: 'Never.' }])
  })

  test('an answer of another wire has an id, a status and steps', () => {
    const native = {
      id: 'c',
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    }
    const { value } = translateResponse(native, { from: openaiChat, to: interactions })
    expect(stored(value)).toMatchObject({
      object: 'interaction',
      status: 'completed',
      steps: [{ type: 'model_output', content: [{ type: 'text', text: 'Hi' }] }],
    })
  })

  test('what is neither an answer nor an error is refused', () => {
    expect(() => interactions.decodeResponse('{"status":5}')).toThrow(/steps/)
  })
})

describe('streams', () => {
  test('arguments that come in pieces are joined by their index', async () => {
    const { message, finish } = await interactions.collect(
      streamOf(
        created,
        start(0, { ...call, arguments: {} }),
        start(1, { ...call, id: 'aaaaaaa2', arguments: {} }),
        delta(0, { type: 'arguments_delta', arguments: '{"city":' }),
        delta(1, { type: 'arguments_delta', arguments: '{"city":"Rome"}' }),
        delta(0, { type: 'arguments_delta', arguments: '"Oslo"}' }),
        stop(0),
        stop(1),
        completed('requires_action'),
      ),
    )
    expect(message.parts).toMatchObject([{ arguments: { city: 'Oslo' } }, { arguments: { city: 'Rome' } }])
    expect(finish.reason).toBe('tool-calls')
  })

  test('without pieces the object of the start counts, and none of it when the stream breaks off', async () => {
    const events = [created, start(0, call)]
    const whole = await interactions.collect(streamOf(...events, stop(0), completed('requires_action')))
    expect(whole.message.parts).toMatchObject([{ status: 'complete', arguments: { city: 'Oslo' } }])
    const cut = await interactions.collect(streamOf(...events))
    expect(cut.message.parts).toMatchObject([{ status: 'truncated' }])
    expect(cut.finish.reason).toBe('error')
  })

  test('the last signature counts, texts of a summary are one, and an image parts them', async () => {
    const piece = (text: string) => delta(0, { type: 'thought_summary', content: { type: 'text', text } })
    const image = { type: 'image', data: 'AAAA', mime_type: 'image/png' }
    const { message } = await interactions.collect(
      streamOf(
        ...[created, start(0, { type: 'thought' }), piece('a'), piece('b')],
        ...[delta(0, { type: 'thought_summary', content: image }), piece('c')],
        ...[
          delta(0, { type: 'thought_signature', signature: 'x' }),
          delta(0, { type: 'thought_signature', signature: 'y' }),
        ],
        ...[stop(0), completed('completed')],
      ),
    )
    expect(message.parts).toMatchObject([
      {
        text: 'abc',
        providerMetadata: {
          'google-interactions': {
            signature: 'y',
            summary: [{ type: 'text', text: 'ab' }, image, { type: 'text', text: 'c' }],
          },
        },
      },
    ])
  })

  test('deltas without a start are what their type says', async () => {
    const text = (index: number, said: string) => delta(index, { type: 'text', text: said })
    const { message } = await interactions.collect(
      streamOf(
        created,
        delta(0, { type: 'thought_summary', content: { type: 'text', text: 'Hm.' } }),
        text(1, 'a'),
        text(1, 'b'),
        delta(1, {
          type: 'text_annotation',
          annotations: [{ type: 'url_citation', url: 'https://a.example' }],
        }),
        delta(7, { type: 'unheard_of' }),
        completed('completed'),
      ),
    )
    expect(message.parts.map((part) => 'text' in part && [part.type, part.text])).toEqual([
      ['reasoning', 'Hm.'],
      ['text', 'ab'],
    ])
  })

  test('steps that only the end has are read there', async () => {
    const whole = await interactions.collect(
      streamOf(created, completed('requires_action', { steps: [call] })),
    )
    expect(whole.message.parts).toMatchObject([{ id: 'aaaaaaa1', status: 'complete' }])
    const cut = await interactions.collect(streamOf(created, completed('incomplete', { outputs: [call] })))
    expect(cut.message.parts).toMatchObject([{ id: 'aaaaaaa1', status: 'truncated' }])
  })

  test('an answer that failed says why', async () => {
    const errors = [{ code: 'internal', message: 'No.' }]
    const heard = await interactions.collect(streamOf(created, completed('failed', { errors })))
    expect(heard).toMatchObject({ finish: { reason: 'error', raw: 'failed' }, error: { code: 'internal' } })
  })

  test('a call without an id or a name is no call to be run under another', async () => {
    const { message } = await interactions.collect(
      streamOf(
        ...[created, start(0, { type: 'function_call', name: 'look' })],
        ...[delta(0, { type: 'arguments_delta', arguments: '{"a":1}' }), stop(0)],
        ...[start(1, { type: 'function_call' }), stop(1), completed('requires_action')],
      ),
    )
    expect(message.parts).toMatchObject([
      { name: 'look', minted: true, arguments: { a: 1 } },
      { type: 'opaque', value: { type: 'function_call' } },
    ])
  })
})

describe('refusals', () => {
  const mended = (id: string, request: JsonObject) =>
    refusals.find((refusal) => refusal.id === id)?.mend?.(request, { text: '', places: [] })

  test('an error goes into the text where its flag is refused', () => {
    const failed = (output: JsonValue) => ({ ...result, result: output, is_error: true })
    const request = { input: [call, failed('No.'), failed({ a: 1 }), failed([{ type: 'text', text: 'x' }])] }
    expect(mended('GINTER-REFUSED-ERROR-FLAG', request)).toMatchObject([
      { path: '/input/1', value: { result: '<tool_error>No.</tool_error>' } },
      { path: '/input/2', value: { result: '<tool_error type="json">{"a":1}</tool_error>' } },
      { path: '/input/3', value: { result: [{ type: 'text', text: 'x' }] } },
    ])
  })

  test('thoughts that nothing proves are left out, others stay', () => {
    const thoughts: JsonObject[] = [
      { type: 'thought', summary: [] },
      { type: 'thought', signature: 'x' },
    ]
    expect(mended('GINTER-REFUSED-THOUGHT', { input: thoughts })).toEqual([
      { op: 'remove', path: '/input/0' },
    ])
  })
})

test('a request of another wire has steps, and breaks no rule', () => {
  const messages = [
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'rain' },
  ]
  const { value } = translateRequest(
    { model: 'm', messages },
    { from: openaiChat, to: interactions, model: 'g' },
  )
  expect(stored(value).input).toEqual([
    say('Weather?'),
    { type: 'function_call', id: 'c1', name: 'look', arguments: {} },
    { type: 'function_result', call_id: 'c1', name: 'look', result: 'rain' },
  ])
  expect(lint(rules, plain(value))).toEqual([])
})

test('a search that Google ran is told to Anthropic as its own would be', () => {
  const native = {
    ...{ id: 'v1', object: 'interaction', status: 'completed', model: 'g' },
    steps: [
      { type: 'google_search_call', id: 's1', arguments: { queries: ['rain'] } },
      { type: 'google_search_result', call_id: 's1', result: [{ url: 'https://a.example', title: 'A' }] },
      { type: 'model_output', content: [{ type: 'text', text: 'Rain.' }] },
    ],
  }
  const { notices } = translateResponse(native, { from: interactions, to: anthropic })
  expect(notices.length).toBeGreaterThan(0)
})

test('places in bytes are places in a text, and back', () => {
  const text = 'aß–🎉b'
  const bytes = bytesBefore(text)
  expect(bytes).toEqual([0, 1, 3, 6, 6, 10, 11])
  expect([0, 1, 3, 6, 10, 11, 99].map((byte) => unitAt(bytes, byte))).toEqual([0, 1, 2, 3, 5, 6, 6])
})
