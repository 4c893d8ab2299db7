import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../../adapters/anthropic-messages/index.js'
import { googleGenerateContent } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { robotLab, robotLabDocumented } from '../../adapters/robot-lab/index.js'
import { decodeAny } from '../../adapters.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import { createContext } from '../../src/base/model/context.js'
import {
  assistantMessage,
  errorResult,
  toolCall,
  toolMessage,
  toolResult,
} from '../../src/base/model/create.js'
import type { Message, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import { translate, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { stored } from '../support/values.js'

const tool = { type: 'tool', id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } }
const asked = { type: 'tool_call', role: 'assistant', tools: [tool], stop_reason: 'tool' }

function told(content: unknown) {
  return { type: 'tool_result', role: 'tool_result', tool, content, stop_reason: 'tool' }
}

function callsOf(messages: readonly object[]): ToolCall[] {
  const { value } = robotLab.decodeMessages(messages)
  return value.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
}

function resultOf(...messages: readonly object[]): ToolResult | undefined {
  const { value } = robotLab.decodeMessages(messages)
  return value.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result')).at(-1)
}

function again(messages: readonly object[]): object[] {
  return stored(robotLab.encodeMessages(robotLab.decodeMessages(messages).value).value)
}

describe('shapes', () => {
  const documented = [
    { role: 'assistant', tool_call: { id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } } },
    { role: 'tool', tool_result: { id: 'call_1', result: { celsius: 7 } } },
  ]

  test('R1, trap 11: calls and results of the code and of its documentation are the same, and stay what they were', () => {
    const coded = [asked, told({ data: { celsius: 7 } })]
    const [ofCode, ofDocumentation] = [coded, documented].map(
      (messages) => translate(messages, { from: robotLab, to: anthropicMessages }).value,
    )
    expect(ofDocumentation).toEqual(ofCode)
    expect(again(coded)).toEqual(coded)
    expect(again(documented)).toEqual(documented)
  })

  test('R1: either shape is written, as it is chosen', () => {
    const call = toolCall('call_1', 'get_weather', { city: 'Oslo' })
    const history = [assistantMessage(call), toolMessage([toolResult(call, { celsius: 7 })])]
    expect(robotLab.encodeMessages(history).value).toEqual([asked, told({ data: { celsius: 7 } })])
    expect(robotLabDocumented.encodeMessages(history).value).toEqual(documented)
    const failed = [assistantMessage(call), toolMessage([errorResult(call, 'No such city.')])]
    expect(robotLabDocumented.encodeMessages(failed).value[1]).toEqual({
      role: 'tool',
      tool_result: { id: 'call_1', result: { success: false, error: 'No such city.' } },
    })
  })

  test.each([
    ['camel case', { role: 'assistant', toolCall: { id: 'c', name: 'go', input: { cityName: 'Oslo' } } }],
    [
      'symbols',
      {
        ':type': ':tool_call',
        ':role': ':assistant',
        ':tools': [{ ':type': ':tool', ':id': 'c', ':name': 'go', ':input': { ':cityName': 'Oslo' } }],
        ':stop_reason': ':tool',
      },
    ],
    [
      'symbols as keys alone',
      {
        ':role': 'assistant',
        ':tool_call': { ':id': 'c', ':name': 'go', ':input': { ':cityName': 'Oslo' } },
      },
    ],
  ])('R1: keys in %s are read, and written so again', (_, message) => {
    expect(callsOf([message])).toMatchObject([{ id: 'c', name: 'go', arguments: { cityName: 'Oslo' } }])
    expect(again([message])).toEqual([message])
  })

  test('R1: arguments stand for an input that is not there', () => {
    const aliased = { ...asked, tools: [{ id: 'c', name: 'go', input: null, arguments: { a: 1 } }] }
    expect(callsOf([aliased])).toMatchObject([{ arguments: { a: 1 } }])
    expect(again([aliased])).toEqual([aliased])
  })

  test('R2: several calls of one message stay in it, and messages stay apart', () => {
    const two = { ...asked, tools: [tool, { ...tool, id: 'call_2' }] }
    const history = [two, { ...asked, tools: [{ ...tool, id: 'call_3' }] }]
    expect(callsOf(history).map(({ id }) => id)).toEqual(['call_1', 'call_2', 'call_3'])
    expect(again(history)).toEqual(history)
  })

  test.each([
    ['type', { type: 'picture', role: 'user', content: 'x' }],
    ['role', { type: 'text', role: 'robot', content: 'x' }],
    ['stop_reason', { type: 'text', role: 'user', content: 'x', stop_reason: 'bored' }],
  ])('R13: a %s that does not exist is refused with the ones that do', (field, message) => {
    const refusal = (() => {
      try {
        return robotLab.decodeMessages([message])
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toBeInstanceOf(AdapterError)
    expect(refusal).toMatchObject({ path: `/0/${field}`, message: expect.stringContaining('one of') })
  })
})

describe('arguments', () => {
  test('R11: a code fence around arguments is taken off, and comes back', () => {
    const text = '```json\n{"city": "Oslo"}\n```'
    const fenced = { ...asked, tools: [{ ...tool, input: text }] }
    expect(callsOf([fenced])).toMatchObject([
      { status: 'complete', arguments: { city: 'Oslo' }, rawArguments: '{"city": "Oslo"}' },
    ])
    expect(again([fenced])).toEqual([fenced])
    const { value } = translate([fenced], { from: robotLab, to: openaiChat, pendingCalls: 'keep' })
    expect(JSON.stringify(value)).not.toContain('```')
  })

  test.each(['\n', ' \n', '\t', '`', 'a', '\n`'])(
    'a fence that never ends, of %j, is read at once',
    (piece) => {
      const text = `\`\`\`json${piece.repeat(100_000)}x`
      expect(callsOf([{ ...asked, tools: [{ ...tool, input: text }] }])).toMatchObject([
        { status: 'malformed', rawArguments: text },
      ])
    },
  )

  test('R11: an edit wins over the fence', () => {
    const fenced = { ...asked, tools: [{ ...tool, input: '```\n{"city": "Oslo"}\n```' }] }
    const [call] = callsOf([fenced])
    const edited = { ...call, arguments: { city: 'Bergen' } }
    const message: Message = { role: 'assistant', parts: [edited as ToolCall] }
    expect(robotLab.encodeMessages([message]).value).toMatchObject([
      { tools: [{ input: { city: 'Bergen' } }] },
    ])
  })

  test('R11, trap 1: what RobotLab could not parse is malformed, with its text', () => {
    const broken = { ...asked, tools: [{ ...tool, input: { raw: '{"city": "Os' } }] }
    expect(callsOf([broken])).toMatchObject([{ status: 'malformed', rawArguments: '{"city": "Os' }])
    expect(again([broken])).toEqual([broken])
    const honest = { ...asked, tools: [{ ...tool, input: { raw: 'a text' } }] }
    expect(callsOf([honest])).toMatchObject([{ status: 'complete', arguments: { raw: 'a text' } }])
  })

  test('trap 1: the exact text of arguments is there again for the wire that it came from', () => {
    const rawArguments = '{ "city" :  "Oslo" }'
    const history = [
      {
        role: 'assistant' as const,
        tool_calls: [
          { id: 'call_1', type: 'function' as const, function: { name: 'go', arguments: rawArguments } },
        ],
      },
      { role: 'tool' as const, tool_call_id: 'call_1', content: 'rain' },
    ]
    const kept = translate(history, { from: openaiChat, to: robotLab })
    const back = translate(stored(kept.value), { from: robotLab, to: openaiChat })
    expect(JSON.stringify(back.value)).toContain(JSON.stringify(rawArguments))
  })
})

describe('results', () => {
  test.each([
    ['a text', { data: 'rain' }, { output: { type: 'text', value: 'rain' }, isError: false }],
    ['a value', { data: [1, null] }, { output: { type: 'json', value: [1, null] }, isError: false }],
    ['null', { data: null }, { output: { type: 'json', value: null }, isError: false }],
    ['bare', 'rain', { output: { type: 'text', value: 'rain' }, isError: false }],
    ['an error', { error: 'no' }, { output: { type: 'error-text', value: 'no' }, isError: true }],
    [
      'success false',
      { success: false, error: 'no' },
      { output: { type: 'error-text', value: 'no' }, isError: true },
    ],
    ['success false alone', { success: false, why: 1 }, { output: { type: 'error-json' }, isError: true }],
  ])(
    'R4, trap 7: content that is %s is known for what it is, with keys as JSON has them',
    (_, content, expected) => {
      expect(resultOf(asked, told(content))).toMatchObject(expected)
      expect(again([asked, told(content)])).toEqual([asked, told(content)])
    },
  )

  test('R7: a serialized exception is the error as data, with its cause and trace', () => {
    const error = {
      type: 'Net::ReadTimeout',
      message: 'execution expired',
      cause: { type: 'Errno::ECONNRESET', message: 'reset' },
      backtrace: ['a.rb:1'],
    }
    expect(resultOf(asked, told({ error }))).toMatchObject({
      isError: true,
      output: { type: 'error-json', value: error },
    })
    expect(again([asked, told({ error })])).toEqual([asked, told({ error })])
  })

  test('R3: the call stands in its result, so that wires without ids can be served', () => {
    const history = [{ type: 'text', role: 'user', content: 'Weather?' }, asked, told({ data: 'rain' })]
    const { value } = translateRequest({ messages: history }, { from: robotLab, to: googleGenerateContent })
    expect(JSON.stringify(value)).toContain('"name":"get_weather","response":{"output":"rain"}')
    const back = translate(
      [
        { role: 'model', parts: [{ functionCall: { name: 'go', args: { a: 1 } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'go', response: { ok: 1 } } }] },
      ],
      { from: googleGenerateContent, to: robotLab },
    )
    expect(back.value.at(-1)).toMatchObject({ tool: { name: 'go', input: { a: 1 } } })
  })

  test('trap 2: a denial comes back as one, and ids are those of the calls', () => {
    const call = toolCall('call_1', 'go')
    const denied: ToolResult = {
      ...errorResult(call, ''),
      output: { type: 'denied', reason: 'not now' },
      category: 'policy_blocked',
    }
    const written = stored(robotLab.encodeMessages([assistantMessage(call), toolMessage([denied])]).value)
    expect(written.at(-1)).toMatchObject({ tool: { id: 'call_1' }, content: { error: 'not now' } })
    expect(robotLab.decodeMessages(written).value.at(-1)?.parts).toMatchObject([denied])
  })
})

describe('answers', () => {
  const output = [{ type: 'text', role: 'assistant', content: 'Rain.', stop_reason: 'stop' }]

  test.each([
    ['tool', [asked], 'tool-calls'],
    ['stop', output, 'stop'],
    ['none', output, 'other'],
  ])('R5: the stop reason %s is known', (word, said, reason) => {
    const { value } = robotLab.decodeResponse({
      robot_name: 'r',
      output: said,
      tool_calls: [],
      stop_reason: word,
    })
    expect(value.finish).toMatchObject({ reason, raw: word })
  })

  test('R5: the last message tells where the result does not', () => {
    expect(robotLab.decodeResponse({ output, tool_calls: [] }).value.finish).toMatchObject({
      reason: 'stop',
      raw: 'stop',
    })
  })

  test('trap 4: calls that the robot ran are not to be run again, also those that only their results tell of', () => {
    const result = { robot_name: 'r', output, tool_calls: [told({ data: 'rain' })], stop_reason: 'stop' }
    const { message } = robotLab.decodeResponse(result).value
    expect(message.parts).toMatchObject([
      { type: 'tool-call', id: 'call_1', providerExecuted: true, arguments: { city: 'Oslo' } },
      { type: 'tool-result', callId: 'call_1', providerExecuted: true },
      { type: 'text' },
    ])
  })

  test('R12: a result is restored from JSON, and written with the checksum that it had', () => {
    const result = {
      robot_name: 'helper',
      output: [asked, ...output],
      tool_calls: [told({ data: 'rain' })],
      created_at: '2026-01-05T10:00:00Z',
      id: 'r1',
      checksum: 'abc',
      stop_reason: 'stop',
      duration: 0.5,
      input_tokens: 3,
    }
    const { value } = robotLab.decodeResponse(JSON.stringify(result))
    expect(stored(robotLab.encodeResponse(value).value)).toEqual(result)
  })

  test('an answer of another wire comes back whole', () => {
    const answer = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
        { type: 'text', text: 'One.' },
        { type: 'tool_use', id: 'toolu_1', name: 'go', input: {} },
      ],
      stop_reason: 'max_tokens',
      usage: { input_tokens: 3, output_tokens: 5, cache_read_input_tokens: 2 },
    }
    const canonical = anthropicMessages.decodeResponse(answer).value
    const written = stored(robotLab.encodeResponse(canonical).value)
    expect(written).toMatchObject({ output: [{ content: 'One.' }, { tools: [{ id: 'toolu_1' }] }] })
    const back = robotLab.decodeResponse(written).value
    expect(stored(anthropicMessages.encodeResponse(back).value)).toEqual(answer)
  })
})

describe('streams', () => {
  const envelope = (event: string, data: object) => ({ event, data: { run_id: 'run_1', ...data } })
  const part = { part_id: 'p', type: 'tool-call', tool_name: 'get_weather', tool_call_id: 'call_1' }

  test('R9: arguments come piece by piece, and the call when its part is complete', async () => {
    const events = [
      envelope('run.started', {}),
      envelope('part.created', part),
      envelope('tool_call.arguments.delta', { part_id: 'p', delta: '{ "city":' }),
      envelope('tool_call.arguments.delta', { part_id: 'p', delta: '"Oslo"}' }),
      envelope('part.completed', { ...part, final_content: tool }),
      envelope('run.completed', { stop_reason: 'tool' }),
    ]
    const { message, finish, id } = await robotLab.collect(events)
    expect({ finish, id }).toMatchObject({ finish: { reason: 'tool-calls', raw: 'tool' }, id: 'run_1' })
    expect(message.parts).toMatchObject([
      { id: 'call_1', status: 'complete', arguments: { city: 'Oslo' }, rawArguments: '{ "city":"Oslo"}' },
    ])
  })

  test('a call whose part was never completed is complete after a good end alone', async () => {
    const events = [
      envelope('part.created', part),
      envelope('tool_call.arguments.delta', { part_id: 'p', delta: '{"city":"Oslo"}' }),
    ]
    const good = await robotLab.collect([...events, envelope('run.completed', { stop_reason: 'tool' })])
    expect(good.message.parts).toMatchObject([{ status: 'complete', arguments: { city: 'Oslo' } }])
    const failed = await robotLab.collect([...events, envelope('run.failed', { error: { message: 'no' } })])
    expect(failed.message.parts).toMatchObject([{ status: 'truncated', rawArguments: '{"city":"Oslo"}' }])
    expect(failed.message.parts[0]).not.toHaveProperty('arguments')
  })

  test.each([
    [
      'the first documentation',
      [
        { type: 'start' },
        { type: 'tool_call', id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } },
        { type: 'tool_result', id: 'call_1', name: 'get_weather', result: { success: false, error: 'no' } },
        { type: 'text_delta', text: 'Sorry.' },
        { type: 'complete' },
      ],
    ],
    [
      'the guide',
      [
        envelope('run.started', {}),
        envelope('tool_call.start', { name: 'get_weather', input: { city: 'Oslo' } }),
        envelope('tool_call.complete', { name: 'get_weather', result: { error: 'no' } }),
        envelope('text.delta', { content: 'Sorry.' }),
        envelope('run.completed', {}),
      ],
    ],
  ])(
    'R9, trap 4: the events of %s tell of calls that the robot runs, and what came of them',
    async (_, events) => {
      const { message, error } = await robotLab.collect(events)
      expect(error).toBeUndefined()
      expect(message.parts).toMatchObject([
        { type: 'tool-call', providerExecuted: true, arguments: { city: 'Oslo' } },
        { type: 'tool-result', providerExecuted: true, isError: true, name: 'get_weather' },
        { type: 'text', text: 'Sorry.' },
      ])
    },
  )

  test('R9: every event that is written has the next number of one sequence', () => {
    const { stream, title } = robotLab.codecs
    const answer = robotLab.decodeResponse({ output: [asked], tool_calls: [], stop_reason: 'tool' }).value
    const frames = [...streamFrames(answer, { stream, title }, createContext('robot-lab'))]
    const events = frames.map((frame) => JSON.parse(String(frame).slice('data: '.length)))
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)).toMatchObject({ event: 'stream.ended' })
  })
})

test('R2: a call alone is an answer, is recognized, and comes back alone', async () => {
  for (const native of [
    { role: 'assistant', tool_call: { id: 'c1', name: 'go', input: { city: 'Oslo' } } },
    {
      type: 'tool_call',
      role: 'assistant',
      tools: [
        { type: 'tool', id: 'c1', name: 'go', input: { city: 'Oslo' } },
        { type: 'tool', id: 'c2', name: 'go', input: {} },
      ],
      stop_reason: 'tool',
    },
  ]) {
    const { wire, calls, notices, response } = await decodeAny(native)
    expect(wire).toBe(robotLab.id)
    expect(notices).toEqual([])
    expect(calls.slice(0, 1)).toMatchObject([{ id: 'c1', name: 'go', arguments: { city: 'Oslo' } }])
    expect(robotLab.toolCalls(native)).toEqual(calls)
    if (response === undefined) throw new Error('no answer')
    expect(robotLab.encodeResponse(stored(response)).value).toEqual(native)
    const more = { ...response, message: assistantMessage('Hi.', ...calls) }
    expect(JSON.stringify(robotLab.encodeResponse(more).value)).toContain('Hi.')
  }
})
