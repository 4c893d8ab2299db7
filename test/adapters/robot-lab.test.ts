import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../../adapters/anthropic-messages/index.js'
import { googleGenerateContent } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { robotLab } from '../../adapters/robot-lab/index.js'
import { decodeAny } from '../../adapters.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import { createContext } from '../../src/base/model/context.js'
import { assistantMessage } from '../../src/base/model/create.js'
import type { Message, ToolCall } from '../../src/base/model/types.js'
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

function again(messages: readonly object[]): object[] {
  return stored(robotLab.encodeMessages(robotLab.decodeMessages(messages).value).value)
}

describe('shapes', () => {
  const documented = [
    { role: 'assistant', tool_call: { id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } } },
    { role: 'tool', tool_result: { id: 'call_1', result: { celsius: 7 } } },
  ]

  test('R1, trap 11: calls and results in the forms of the code and of its documentation are equal, and keep their form', () => {
    const coded = [asked, told({ data: { celsius: 7 } })]
    const [ofCode, ofDocumentation] = [coded, documented].map(
      (messages) => translate(messages, { from: robotLab, to: anthropicMessages }).value,
    )
    expect(ofDocumentation).toEqual(ofCode)
    expect(again(coded)).toEqual(coded)
    expect(again(documented)).toEqual(documented)
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
  test('R11: a code fence around arguments is removed, and restored', () => {
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

  test('trap 1: the exact text of arguments is restored for its original wire', () => {
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
  test('R3: the call is in its result, so that wires without ids can be served', () => {
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
})

describe('answers', () => {
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
