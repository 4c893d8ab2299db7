import { formatInputMessages, formatOutputMessages, LegacyOpenTelemetry, OpenTelemetry } from '@ai-sdk/otel'
import { convertGenAISpanAttributesToOpenInferenceSpanAttributes as toOpenInference } from '@arizeai/openinference-genai'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { generateText, isStepCount, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTelemetry, toolCalls } from '../../adapters/open-telemetry/index.js'
import type { Message } from '../../src/base/model/types.js'

const usage = {
  inputTokens: { total: 12, noCache: 12, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

/** Returns a model that first calls a tool and then answers. */
function model() {
  let turn = 0
  return new MockLanguageModelV4({
    modelId: 'mock-model',
    doGenerate: async () => {
      turn += 1
      const content =
        turn === 1
          ? [
              {
                type: 'tool-call' as const,
                toolCallId: 'call_1',
                toolName: 'get_weather',
                input: '{"city":"Paris"}',
              },
            ]
          : [{ type: 'text' as const, text: 'It rains.' }]
      const unified = turn === 1 ? ('tool-calls' as const) : ('stop' as const)
      return { content, finishReason: { unified, raw: unified }, usage, warnings: [] }
    },
  })
}

/** Returns the spans that the AI SDK writes for a run with one tool. */
async function spansOf(
  integration: (tracer: ReturnType<BasicTracerProvider['getTracer']>) => OpenTelemetry | LegacyOpenTelemetry,
): Promise<ReadableSpan[]> {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  await generateText({
    model: model(),
    prompt: 'Weather in Paris?',
    stopWhen: isStepCount(3),
    tools: {
      get_weather: tool({
        description: 'Current weather.',
        inputSchema: z.object({ city: z.string() }),
        execute: async ({ city }) => ({ city, degrees: 18 }),
      }),
    },
    telemetry: { isEnabled: true, integrations: [integration(provider.getTracer('test'))] },
  })
  return exporter.getFinishedSpans()
}

function said(messages: readonly Message[]): object[] {
  return messages.flatMap(({ role, parts }) =>
    parts.map((part) => {
      if (part.type === 'tool-call') return [role, part.id, part.name, part.status, part.arguments]
      if (part.type === 'tool-result')
        return [role, part.callId, part.name, part.isError, JSON.stringify(part.output)]
      return [role, part.type === 'text' ? part.text : part.type]
    }),
  )
}

const CALL = ['assistant', 'call_1', 'get_weather', 'complete', { city: 'Paris' }]

describe('spans of the AI SDK, as its exporters hold them', () => {
  test.each([
    ['of the conventions', (tracer: never) => new OpenTelemetry({ tracer }), /^chat /, /^execute_tool /],
    ['of its own', (tracer: never) => new LegacyOpenTelemetry({ tracer }), /doGenerate$/, /^ai\.toolCall$/],
  ] as const)('%s', async (_title, integration, chat, execution) => {
    const spans = await spansOf((tracer) => integration(tracer as never))
    const [first, second] = spans.filter(({ name }) => chat.test(name))
    const executed = spans.find(({ name }) => execution.test(name))
    if (first === undefined || second === undefined || executed === undefined)
      throw new Error(`only ${spans.map(({ name }) => name).join(', ')}`)
    expect(toolCalls(first)).toMatchObject([
      { id: 'call_1', status: 'complete', arguments: { city: 'Paris' } },
    ])
    const { value } = openTelemetry.decodeRequest(second)
    const [question, call, result] = said(value.messages)
    expect([question, call]).toEqual([['user', 'Weather in Paris?'], CALL])
    expect(result).toEqual(['tool', 'call_1', 'get_weather', false, expect.stringContaining('18')])
    expect(value.tools).toMatchObject([{ type: 'function', name: 'get_weather' }])
    const answer = openTelemetry.decodeResponse(second).value
    expect(said([answer.message])).toEqual([['assistant', 'It rains.']])
    expect(answer).toMatchObject({ finish: { reason: 'stop' }, usage: { inputTokens: 12, outputTokens: 5 } })
    expect(said(openTelemetry.decodeRequest(executed).value.messages)).toEqual([
      CALL,
      ['tool', 'call_1', 'get_weather', false, expect.stringContaining('18')],
    ])
  })
})

const input = formatInputMessages([
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'I ask.' },
      { type: 'tool-call', toolCallId: 'call_1', toolName: 'get_weather', input: { city: 'Paris' } },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call_1',
        toolName: 'get_weather',
        output: { type: 'json', value: { degrees: 18 } },
      },
    ],
  },
])
const output = formatOutputMessages({
  text: 'It rains.',
  toolCalls: [{ toolCallId: 'call_2', toolName: 'get_weather', input: { city: 'Oslo' } }],
  finishReason: 'tool-calls',
})
const attributes = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'mock-model',
  'gen_ai.input.messages': JSON.stringify(input),
  'gen_ai.output.messages': JSON.stringify(output),
}

test('messages that the AI SDK formats are read', () => {
  const { value } = openTelemetry.decodeRequest(attributes)
  expect(said(value.messages)).toEqual([
    ['system', 'Be brief.'],
    ['user', 'Weather?'],
    ['assistant', 'reasoning'],
    CALL,
    ['tool', 'call_1', 'get_weather', false, '{"type":"json","value":{"degrees":18}}'],
  ])
  expect(openTelemetry.decodeResponse(attributes).value).toMatchObject({
    finish: { reason: 'tool-calls', raw: 'tool_call' },
  })
})

test('calls and results in the OpenInference form of the same span are the same', () => {
  const converted = toOpenInference(attributes) ?? {}
  expect(Object.keys(converted).some((key) => key.startsWith('llm.input_messages.'))).toBe(true)
  expect(toolCalls(converted)).toMatchObject([
    { id: 'call_2', status: 'complete', arguments: { city: 'Oslo' } },
  ])
  const { value } = openTelemetry.decodeRequest(converted)
  const told = said(value.messages)
  expect(told).toContainEqual(CALL)
  expect(told.at(-1)).toEqual(['tool', 'call_1', 'get_weather', false, expect.stringContaining('18')])
})
