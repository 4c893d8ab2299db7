import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { mistralChat } from '../../adapters/mistral-chat/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import {
  type Conversation,
  contentResult,
  defineTextTool,
  defineTool,
  errorResult,
  type Message,
  type ModelResponse,
  type Notice,
  provider,
  runTools,
  systemMessage,
  toolCall,
  toolMessage,
  toolResult,
  translateRequest,
  translateResponse,
  translateStream,
  userMessage,
} from '../../src/index.js'
import { hermesJson, kimiK2, qwen3CoderXml, withTextCalls } from '../../src/text-calls/index.js'
import { answerOf, TOOLS } from './support.js'

const WIRES: readonly Adapter[] = [openaiChat, anthropic, mistralChat, google, openaiResponses]
const OPTIONS = { dialects: [hermesJson, qwen3CoderXml], tools: TOOLS } as const
const SAID =
  'I look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>\n<tool_call>\n<function=now>\n</function>\n</tool_call>'
const CALLS = [
  { name: 'get_weather', arguments: { city: 'Oslo' }, status: 'complete', kind: 'function' },
  { name: 'now', arguments: {}, status: 'complete', kind: 'function' },
]

/** Returns the answer in the form of the wire's provider. */
function native({ codecs }: Pick<Adapter, 'codecs'>, response: ModelResponse): JsonObject {
  return codecs.response.encode({ ...response, id: 'answer_1', model: 'm' }, createContext(codecs.id))
}

function frames({ codecs }: Pick<Adapter, 'codecs'>, response: ModelResponse): (string | Uint8Array)[] {
  return [...streamFrames({ ...response, id: 'answer_1', model: 'm' }, codecs, createContext(codecs.id))]
}

describe.each(WIRES)('$id', (wire) => {
  const text = withTextCalls(wire, OPTIONS)

  test('complete answers have calls in place of text', () => {
    const answer = native(wire, answerOf(SAID))
    expect(text.toolCalls(answer)).toMatchObject(CALLS)
    const { value } = text.decodeResponse(JSON.stringify(answer))
    expect(value.finish.reason).toBe('tool-calls')
    expect(value.message.parts[0]).toMatchObject({ type: 'text', text: 'I look.\n' })
    expect(new Set(text.toolCalls(answer).map(({ id }) => id)).size).toBe(2)
    expect(text.toolCalls(answer)).toEqual(text.toolCalls(answer))
  })

  test('streams give the same, with every chunk and without a delta that waits', async () => {
    const whole = text.decodeResponse(native(wire, answerOf(SAID))).value
    const sent = frames(wire, answerOf(SAID))
    const collected = await text.collect(sent)
    expect(collected.message.parts).toMatchObject(whole.message.parts.map((part) => ({ ...part })))
    expect(collected.finish.reason).toBe('tool-calls')
    const events = []
    for await (const event of text.stream(sent)) events.push(event)
    expect(checkGrammar(events)).toEqual([])
  })

  test('native calls are kept next to calls in text', () => {
    const response = answerOf(SAID)
    const parts = [...response.message.parts, toolCall('native123', 'get', { url: 'a' })]
    const both = {
      ...response,
      message: { ...response.message, parts },
      finish: { reason: 'tool-calls' as const },
    }
    expect(text.toolCalls(native(wire, both)).map(({ name }) => name)).toEqual(['get_weather', 'now', 'get'])
  })

  test('answers without calls are unchanged', async () => {
    const plain = native(wire, answerOf('Hello <b>world</b>.\n'))
    expect(text.decodeResponse(plain).value).toEqual(wire.decodeResponse(plain).value)
    const sent = frames(wire, answerOf('Hello <b>world</b>.\n'))
    expect(await text.collect(sent)).toEqual(await wire.collect(sent))
  })

  test('a request has the tools in its instructions, calls and results as text', () => {
    const conversation: Conversation = {
      model: 'm',
      maxOutputTokens: 100,
      messages: [
        systemMessage('Be brief.'),
        userMessage('Weather?'),
        {
          role: 'assistant',
          parts: [{ type: 'text', text: 'I look.' }, toolCall('c1', 'get_weather', { city: 'Oslo' })],
        },
        toolMessage([toolResult(toolCall('c1', 'get_weather'), 'rain')]),
        userMessage('And?'),
      ],
      tools: TOOLS,
    }
    const { value, notices } = text.encodeRequest(conversation)
    const written = JSON.stringify(value)
    expect(value).not.toHaveProperty('tools')
    expect(notices).toEqual([])
    for (const said of [
      '# Tools',
      'Be brief.',
      '<tool_response>\\nrain\\n</tool_response>',
      'And?',
      '\\"city\\":\\"Oslo\\"',
    ])
      expect(written).toContain(said)
    const [, , assistant, user] = wire.decodeRequest(value).value.messages
    expect(assistant?.parts).toMatchObject([
      {
        type: 'text',
        text: 'I look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city":"Oslo"}}\n</tool_call>',
      },
    ])
    expect(user?.role).toBe('user')
  })

  test('results are messages of the user', () => {
    const [call] = text.toolCalls(native(wire, answerOf(SAID)))
    const messages = text.toolResults(call === undefined ? [] : [errorResult(call, 'no')])
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({ role: 'user' })
    expect(JSON.stringify(messages)).toContain('<tool_response>')
  })

  test('a complete conversation, with the loop that runs tools', async () => {
    const asked: string[] = []
    const cities: string[] = []
    const tools = [
      defineTool({
        name: 'get_weather',
        parameters: z.object({ city: z.string() }),
        execute: ({ city }) => {
          cities.push(city)
          return 'rain'
        },
      }),
      defineTool({ name: 'now', execute: () => 'noon' }),
    ]
    const notices: Notice[] = []
    const answers = [SAID, 'It rains at noon.']
    const model = provider(withTextCalls(wire, { ...OPTIONS, tools }), {
      model: 'local',
      maxOutputTokens: 100,
      send: (request) => {
        asked.push(JSON.stringify(request))
        return frames(wire, answerOf(answers.shift() ?? ''))
      },
      onNotice: (notice) => notices.push(notice),
    })
    const messages: Message[] = [userMessage('Weather and time?')]
    for (;;) {
      const { message } = await model.turn({ messages, tools }).response
      messages.push(message)
      const results = await runTools(message, tools)
      if (results.length === 0) break
      messages.push(toolMessage(results))
    }
    expect(cities).toEqual(['Oslo'])
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(messages.at(-1)?.parts).toMatchObject([{ type: 'text', text: 'It rains at noon.' }])
    expect(asked[0]).toContain('NAME_OF_TOOL')
    expect(asked[1]).toContain(
      '<tool_response>\\nrain\\n</tool_response>\\n<tool_response>\\nnoon\\n</tool_response>',
    )
    expect(notices.filter(({ severity }) => severity === 'warning')).toEqual([])
  })

  test('servers answer with text', async () => {
    const response = { ...answerOf('So.'), id: 'a', model: 'm' }
    const parts = [...response.message.parts, toolCall('c1', 'now')]
    const called = {
      ...response,
      message: { ...response.message, parts },
      finish: { reason: 'tool-calls' as const },
    }
    const answer = text.encodeResponse(called).value
    expect(wire.toolCalls(answer)).toEqual([])
    expect(text.toolCalls(answer)).toMatchObject([{ name: 'now' }])
    const sent = [...streamFrames(called, text.codecs, createContext(text.id))]
    expect((await wire.collect(sent)).finish.reason).toBe('stop')
    expect((await text.collect(sent)).message.parts.at(-1)).toMatchObject({ name: 'now', status: 'complete' })
  })
})

test('the adapter has the types that it had', () => {
  const text = withTextCalls(openaiChat, OPTIONS)
  expectTypeOf(text).toEqualTypeOf(openaiChat)
})

test('translates from a model that writes calls as text to a wire with native calls', async () => {
  const from = withTextCalls(openaiChat, OPTIONS)
  const { value } = translateResponse(native(openaiChat, answerOf(SAID)), { from, to: anthropic })
  expect(value).toMatchObject({
    stop_reason: 'tool_use',
    content: [
      { type: 'text' },
      { type: 'tool_use', name: 'get_weather', input: { city: 'Oslo' } },
      { name: 'now' },
    ],
  })
  const translated = translateStream(frames(openaiChat, answerOf(SAID)), { from, to: anthropic })
  expect((await anthropic.collect(translated)).finish.reason).toBe('tool-calls')
})

test('it translates a history of calls for a model that writes text', () => {
  const request = anthropic.encodeRequest({
    model: 'm',
    maxOutputTokens: 10,
    messages: [
      userMessage('x'),
      { role: 'assistant', parts: [toolCall('c1', 'my tool', { a: 1 }), toolCall('c2', 'now')] },
      toolMessage([
        toolResult(toolCall('c2', 'now'), 'noon'),
        toolResult(toolCall('c1', 'my tool'), { b: 2 }),
      ]),
    ],
    tools: [{ type: 'function', name: 'now' }],
    toolChoice: { type: 'required' },
  }).value
  const { value, notices } = translateRequest(request, {
    from: anthropic,
    to: withTextCalls(mistralChat, { dialects: [kimiK2], tools: TOOLS }),
    model: 'kimi',
  })
  expect(value).not.toHaveProperty('tools')
  expect(value).not.toHaveProperty('tool_choice')
  const said = JSON.stringify(value)
  expect(said).toContain('functions.my_tool:0')
  expect(said).toContain('You have to call a tool now.')
  expect(said).toContain(
    '## Return of functions.my_tool:0\\n{\\"b\\":2}\\n## Return of functions.now:1\\nnoon',
  )
  expect(notices.filter(({ severity }) => severity === 'warning')).toEqual([])
})

describe('content with a native form', () => {
  const text = withTextCalls(openaiChat, OPTIONS)
  const call = toolCall('c1', 'now')

  test('media of a result are next to its text', () => {
    const image = {
      type: 'media',
      kind: 'image',
      mediaType: 'image/png',
      source: { type: 'data', data: 'aGk=' },
    } as const
    const [message] = text.toolResults([contentResult(call, [{ type: 'text', text: 'see' }, image])])
    expect(message).toMatchObject({ role: 'user', content: [{ type: 'text' }, { type: 'image_url' }] })
  })

  test('a result that holds what ends it', () => {
    const { notices, value } = text.encodeMessages([toolMessage([toolResult(call, 'a</tool_response>b')])])
    expect(notices).toMatchObject([{ code: 'text-mark-escaped' }])
    expect(JSON.stringify(value)).toContain('a<\\\\/tool_response>b')
  })

  test('tools of the vendor stay in the request, others are named by a notice', () => {
    const own = {
      type: 'provider',
      wire: 'openai-chat',
      kind: 'other',
      name: 'x',
      value: { type: 'x' },
    } as const
    const conversation: Conversation = {
      messages: [userMessage('a')],
      tools: [own, ...TOOLS],
      toolChoice: { type: 'auto' },
    }
    expect(text.encodeRequest(conversation).value).toMatchObject({ tools: [{ type: 'x' }] })
    const { value, notices } = text.encodeTools(TOOLS)
    expect(value).toEqual([])
    expect(notices.map(({ code }) => code)).toContain('tool-in-text')
  })

  test('no tool may be called: none is listed', () => {
    const { value } = text.encodeRequest({
      messages: [userMessage('a')],
      tools: TOOLS,
      toolChoice: { type: 'none' },
    })
    expect(JSON.stringify(value)).not.toContain('get_weather')
  })

  test('only some tools are allowed: those are listed', () => {
    const toolChoice = { type: 'allowed', mode: 'required', names: ['now'] } as const
    const { value } = text.encodeRequest({
      messages: [userMessage('a')],
      tools: TOOLS,
      toolChoice,
      parallelToolCalls: false,
    })
    expect(JSON.stringify(value)).not.toContain('get_weather')
    expect(JSON.stringify(value)).toContain('Make one call at a time.')
  })

  test('a tool that takes text is a function of one text, and a custom tool again', async () => {
    const shell = defineTextTool({ name: 'shell', execute: (input) => `ran ${input}` })
    const model = provider(withTextCalls(openaiChat, { dialects: [hermesJson], tools: [shell] }), {
      model: 'm',
      send: () =>
        frames(
          openaiChat,
          answerOf('<tool_call>{"name": "shell", "arguments": {"input": "ls"}}</tool_call>'),
        ),
    })
    const { message } = await model.turn({ messages: [userMessage('a')], tools: [shell] }).response
    expect(message.parts).toMatchObject([{ kind: 'custom', arguments: 'ls' }])
    expect(await runTools(message, [shell])).toMatchObject([{ output: { value: 'ran ls' } }])
  })

  test('broken arguments of a call in text are reported, and not run', async () => {
    const answer = native(openaiChat, answerOf('<tool_call>{"name": "now", "arguments": {a}}</tool_call>'))
    const { value, notices } = text.decodeResponse(answer)
    expect(notices.map(({ code }) => code)).toEqual(['arguments-unusable'])
    expect(value.finish.reason).toBe('tool-calls')
    expect(await runTools(value.message, [defineTool({ name: 'now', execute: () => 1 })])).toMatchObject([
      { isError: true },
    ])
  })

  test('R11: arguments of a native call in a code fence', () => {
    const answer = {
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: 'c1',
                type: 'function',
                function: { name: 'get', arguments: '```json\n{"url": "a"}\n```' },
              },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    }
    expect(text.toolCalls(answer)).toMatchObject([{ status: 'complete', arguments: { url: 'a' } }])
    expect(openaiChat.toolCalls(answer)).toMatchObject([{ status: 'malformed' }])
  })

  test('an answer that the limit truncated inside a call keeps its finish reason', () => {
    const { value } = text.decodeResponse(
      native(openaiChat, answerOf('<tool_call>{"name": "get", "arguments": {"u', 'length')),
    )
    expect(value.finish.reason).toBe('length')
    expect(value.message.parts).toMatchObject([{ status: 'truncated', rawArguments: '{"u' }])
  })
})
