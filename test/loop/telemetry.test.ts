import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openTelemetry as spanFormat } from '../../adapters/open-telemetry/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { runLoop } from '../../src/chat/loop/run-loop.js'
import { defineTool, provider, userMessage } from '../../src/index.js'
import { type OpenTelemetryApi, openTelemetry } from '../../src/tools/index.js'
import { traced } from '../../telemetry.js'
import { answer, nativeCall, scripted } from './scripted.js'

const spans = new InMemorySpanExporter()
api.trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
)
api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
beforeEach(() => spans.reset())
afterAll(() => {
  api.trace.disable()
  api.context.disable()
})

const SECRET = 'sk-secret-93'
const weather = defineTool({ name: 'weather', description: 'The weather', execute: () => `rain ${SECRET}` })
const messages = [userMessage(`Oslo? ${SECRET}`)]

function umbrella() {
  return scripted((_asked, turn) =>
    turn === 0
      ? answer(null, nativeCall('call_1', 'weather', { city: SECRET }))
      : answer(`Take one. ${SECRET}`),
  ).provider
}

function spansNamed(name: string): ReadableSpan[] {
  return spans.getFinishedSpans().filter((span) => span.name === name)
}

describe('a loop with telemetry', () => {
  test('has a span for each turn and each call, and turns are not parents', async () => {
    const loop = runLoop({
      provider: umbrella(),
      messages,
      tools: [weather],
      temperature: 0.5,
      context: { conversationId: 'c-17' },
      telemetry: openTelemetry(api),
    })
    await api.trace.getTracer('test').startActiveSpan('agent', async (agent) => {
      await loop.result
      agent.end()
    })
    const [agent] = spansNamed('agent')
    const turns = spansNamed('chat gpt-5.4')
    const calls = spansNamed('execute_tool weather')
    expect(turns.map(({ kind }) => kind)).toEqual([api.SpanKind.CLIENT, api.SpanKind.CLIENT])
    expect(calls).toHaveLength(1)
    for (const span of [...turns, ...calls])
      expect(span.parentSpanContext?.spanId).toBe(agent?.spanContext().spanId)
    expect(turns[0]?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.conversation.id': 'c-17',
      'gen_ai.request.model': 'gpt-5.4',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.response.id': 'chatcmpl-1',
      'gen_ai.response.model': 'gpt-5.4',
      'gen_ai.response.finish_reasons': ['tool_call'],
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 5,
    })
    expect(turns[1]?.attributes['gen_ai.response.finish_reasons']).toEqual(['stop'])
    expect(JSON.stringify(spans.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain(SECRET)
  })

  test('records content, if requested, in a form that the span decoder accepts', async () => {
    const telemetry = openTelemetry(api, { recordContent: true })
    await runLoop({ provider: umbrella(), messages, tools: [weather], telemetry }).result
    const [first, second] = spansNamed('chat gpt-5.4').map(({ attributes }) => attributes)
    const asked = spanFormat.decodeRequest(second ?? {}).value
    expect(asked.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(asked.tools).toMatchObject([{ name: 'weather', description: 'The weather' }])
    expect(spanFormat.toolCalls(first ?? {})).toMatchObject([
      { id: 'call_1', name: 'weather', arguments: { city: SECRET } },
    ])
  })

  test('reports an answer that the caller left, and the class of an error without its words', async () => {
    const loop = runLoop({ provider: umbrella(), messages, tools: [weather], telemetry: openTelemetry(api) })
    for await (const event of loop) if (event.type === 'tool-call') break
    await loop.result.catch(() => undefined)
    await expect.poll(() => spansNamed('chat gpt-5.4')).toHaveLength(1)
    expect(spansNamed('chat gpt-5.4')[0]?.attributes['error.type']).toBe('aborted')
    const broken = scripted(() => new RangeError(SECRET)).provider
    const failing = runLoop({ provider: broken, messages, telemetry: openTelemetry(api) })
    await expect(failing.result).rejects.toThrow(SECRET)
    await expect.poll(() => spansNamed('chat gpt-5.4')).toHaveLength(2)
    const failed = spansNamed('chat gpt-5.4')[1]
    expect(failed?.attributes['error.type']).toBe('RangeError')
    expect(failed?.status).toEqual({ code: api.SpanStatusCode.ERROR })
  })

  test('runs in the same way when the tracer throws', async () => {
    const fail = () => {
      throw new Error('telemetry is broken')
    }
    const span = { setAttributes: fail, setStatus: fail, end: fail }
    const tracers = [
      fail,
      () => ({ startActiveSpan: fail, startSpan: fail }),
      () => ({ startActiveSpan: fail, startSpan: () => span }),
    ]
    for (const getTracer of tracers) {
      const broken: OpenTelemetryApi = { ...api, trace: { getTracer } }
      const telemetry = openTelemetry(broken)
      const { reason } = await runLoop({ provider: umbrella(), messages, tools: [weather], telemetry }).result
      expect(reason).toBe('answered')
    }
  })
})

describe('a traced provider', () => {
  const url = 'https://user:pass@llm.example.com:8443/v1?key=1'
  const refusing = provider(openaiChat, {
    model: 'gpt-5.4',
    key: 'k',
    url: 'https://llm.example.com:8443/v1',
    retries: 0,
    fetch: async () => Response.json({ error: { message: SECRET, code: 'slow_down' } }, { status: 429 }),
  })

  test('names the server, and the error by its code', async () => {
    const model = traced(refusing, openTelemetry(api))
    await expect(model.turn({ messages }).response).rejects.toThrow()
    await expect.poll(() => spansNamed('chat gpt-5.4')).toHaveLength(1)
    const [span] = spansNamed('chat gpt-5.4')
    expect(span?.attributes).toMatchObject({
      'server.address': 'llm.example.com',
      'server.port': 8443,
      'gen_ai.request.stream': true,
      'error.type': 'slow_down',
    })
    expect(JSON.stringify(span?.attributes)).not.toContain(SECRET)
  })

  test('records nothing of a URL but host and port', async () => {
    const model = traced({ ...refusing, url }, openTelemetry(api))
    await expect(model.turn({ messages }).response).rejects.toThrow()
    await expect.poll(() => spansNamed('chat gpt-5.4')).toHaveLength(1)
    expect(JSON.stringify(spansNamed('chat gpt-5.4')[0]?.attributes)).not.toMatch(/pass|key=/)
  })
})
