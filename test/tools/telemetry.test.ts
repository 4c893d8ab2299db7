import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deniedResult, errorResult, toolCall, toolResult } from '../../src/base/model/create.js'
import type { ToolResult } from '../../src/base/model/types.js'
import { defineTool } from '../../src/index.js'
import {
  type CallOutcome,
  createExecutor,
  createToolContext,
  type OpenTelemetryApi,
  openTelemetry,
  type Policy,
  ToolError,
  type TracedCall,
} from '../../src/tools/index.js'

const spans = new InMemorySpanExporter()
const metrics = new InMemoryMetricExporter(AggregationTemporality.DELTA)
const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 1_000_000 })
api.trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
)
api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))

beforeEach(async () => {
  spans.reset()
  await reader.forceFlush()
  metrics.reset()
})
afterAll(() => {
  api.trace.disable()
  api.context.disable()
  api.metrics.disable()
})

const call = toolCall('call_1', 'weather', { city: 'Oslo' })
const told: TracedCall = {
  call,
  tool: { ...defineTool({ name: 'weather', description: 'The weather in a city' }), origin: 'sky' },
  context: createToolContext({ conversationId: 'c-17' }),
}

function answered(result: ToolResult): CallOutcome {
  return { status: 'answered', call, result }
}

async function measured() {
  await reader.forceFlush()
  const [found] = metrics
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  return found
}

describe('a span for each call', () => {
  test('has the names of the GenAI conventions, and no content', async () => {
    const outcome = answered(toolResult(call, 'rain'))
    expect(await openTelemetry(api).around(told, async () => outcome)).toBe(outcome)
    const [span, ...others] = spans.getFinishedSpans()
    expect(others).toEqual([])
    expect(span).toMatchObject({
      name: 'execute_tool weather',
      kind: api.SpanKind.INTERNAL,
      status: { code: api.SpanStatusCode.UNSET },
      instrumentationScope: { name: 'toolwire' },
    })
    expect(span?.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'call_1',
      'gen_ai.tool.description': 'The weather in a city',
      'gen_ai.conversation.id': 'c-17',
      'toolwire.tool.origin': 'sky',
      'toolwire.outcome': 'answered',
    })
  })

  test.each([
    ['its category', { ...errorResult(call, 'secret'), category: 'timeout' }, 'timeout', 'answered'],
    ['_OTHER without one', errorResult(call, 'secret'), '_OTHER', 'answered'],
    ['that of a denied call', deniedResult(call, 'secret'), 'policy_blocked', 'denied'],
  ])('records an error %s', async (_name, result, type, outcome) => {
    await openTelemetry(api).around(told, async () => answered(result))
    const [span] = spans.getFinishedSpans()
    expect(span?.status).toEqual({ code: api.SpanStatusCode.ERROR })
    expect(span?.attributes).toMatchObject({ 'error.type': type, 'toolwire.outcome': outcome })
    expect(JSON.stringify(span?.attributes)).not.toContain('secret')
  })

  test('marks a waiting call, which is not an error', async () => {
    const request = { id: 'q1', callId: 'call_1', name: 'weather', arguments: {} }
    await openTelemetry(api).around(told, async () => ({ status: 'waiting', call, request }))
    const [span] = spans.getFinishedSpans()
    expect(span?.attributes).toMatchObject({ 'toolwire.outcome': 'waiting' })
    expect(span?.status).toEqual({ code: api.SpanStatusCode.UNSET })
    expect(span?.ended).toBe(true)
  })

  test('ends when the call rejects, and the error is rethrown', async () => {
    const failing = openTelemetry(api).around(told, () => Promise.reject(new RangeError('no')))
    await expect(failing).rejects.toThrow(RangeError)
    const [span] = spans.getFinishedSpans()
    expect(span?.attributes['error.type']).toBe('RangeError')
    expect(span?.status.code).toBe(api.SpanStatusCode.ERROR)
  })

  test('is the parent of spans that the tool begins, and a child of the one around it', async () => {
    const tracer = api.trace.getTracer('test')
    await tracer.startActiveSpan('agent', async (agent) => {
      await openTelemetry(api).around(told, async () => {
        await Promise.resolve()
        tracer.startSpan('inner').end()
        return answered(toolResult(call, 'rain'))
      })
      agent.end()
    })
    const [inner, tool, agent] = spans.getFinishedSpans()
    expect([inner?.name, tool?.name, agent?.name]).toEqual(['inner', 'execute_tool weather', 'agent'])
    expect(inner?.parentSpanContext?.spanId).toBe(tool?.spanContext().spanId)
    expect(tool?.parentSpanContext?.spanId).toBe(agent?.spanContext().spanId)
  })
})

describe('through an executor', () => {
  const tracer = api.trace.getTracer('test')
  const tools = [
    defineTool({
      name: 'runs',
      execute: async () => {
        await Promise.resolve()
        tracer.startSpan('inner').end()
        return 'done'
      },
    }),
    defineTool({
      name: 'fails',
      execute() {
        throw new ToolError('secret', { category: 'rate_limited' })
      },
    }),
    defineTool({ name: 'asks', requiresApproval: true, execute: () => 'never' }),
    defineTool({ name: 'forbidden', execute: () => 'never' }),
  ]
  const policy: Policy = {
    decide: ({ name }) => ({ action: name === 'forbidden' ? 'deny' : 'allow' }),
  }
  const calls = tools.map(({ name }) => toolCall(name, name))

  test('each call has a span with its outcome', async () => {
    const executor = createExecutor({ tools, policy, telemetry: openTelemetry(api) })
    await executor.dispatch(calls)
    const found = spans.getFinishedSpans().filter(({ name }) => name !== 'inner')
    const told = found.map(({ attributes }) =>
      ['gen_ai.tool.name', 'toolwire.outcome', 'error.type'].map((key) => attributes[key]),
    )
    expect(new Set(told.map(String))).toEqual(
      new Set([
        'runs,answered,',
        'fails,answered,rate_limited',
        'asks,waiting,',
        'forbidden,denied,policy_blocked',
      ]),
    )
    const inner = spans.getFinishedSpans().find(({ name }) => name === 'inner')
    const parent = found.find(({ name }) => name === 'execute_tool runs')
    expect(inner?.parentSpanContext?.spanId).toBe(parent?.spanContext().spanId)
  })

  test('a tracer that throws changes no outcome', async () => {
    const broken: OpenTelemetryApi = {
      ...api,
      trace: {
        getTracer() {
          throw new Error('telemetry is broken')
        },
      },
    }
    const plain = await createExecutor({ tools, policy }).dispatch(calls)
    const traced = await createExecutor({ tools, policy, telemetry: openTelemetry(broken) }).dispatch(calls)
    const expected = plain.map((outcome) =>
      outcome.status === 'waiting'
        ? { ...outcome, request: { ...outcome.request, id: expect.any(String) } }
        : outcome,
    )
    expect(traced).toEqual(expected)
  })
})

describe('content, when it is asked for', () => {
  const recording = openTelemetry(api, { recordContent: true, maxContentCharacters: 20 })

  test('arguments and result', async () => {
    await recording.around(told, async () => answered(toolResult(call, { celsius: 7 })))
    expect(spans.getFinishedSpans()[0]?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
      'gen_ai.tool.call.result': '{"celsius":7}',
    })
  })

  test('of a call that arrived broken, the unchanged text', async () => {
    const broken = {
      ...call,
      status: 'truncated',
      arguments: undefined,
      rawArguments: '{"city":"Os',
    } as const
    await recording.around({ ...told, call: broken }, async () => answered(errorResult(broken, 'cut off')))
    expect(spans.getFinishedSpans()[0]?.attributes['gen_ai.tool.call.arguments']).toBe('{"city":"Os')
  })

  test('no more of it than the limit', async () => {
    await recording.around(told, async () => answered(toolResult(call, `begin${'x'.repeat(1000)}end`)))
    const result = spans.getFinishedSpans()[0]?.attributes['gen_ai.tool.call.result']
    expect(result).toMatch(/^beginx+\n.*\nx+end$/)
    expect(String(result).length).toBeLessThan(100)
  })

  test('the text of an error is the status, and no result', async () => {
    await recording.around(told, async () => answered(errorResult(call, 'The sky fell.')))
    const [span] = spans.getFinishedSpans()
    expect(span?.status).toEqual({ code: api.SpanStatusCode.ERROR, message: 'The sky fell.' })
    expect(span?.attributes).not.toHaveProperty('gen_ai.tool.call.result')
  })

  test('a result that has no JSON changes nothing', async () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const outcome = answered({ ...toolResult(call, ''), output: { type: 'json', value: JSON.parse('{}') } })
    Object.assign(outcome.status === 'answered' ? outcome.result.output : {}, { value: circular })
    expect(await recording.around(told, async () => outcome)).toBe(outcome)
    expect(spans.getFinishedSpans()).toHaveLength(1)
  })
})

describe('the duration', () => {
  test('of a call that ran is measured in seconds', async () => {
    const started = performance.now()
    await openTelemetry(api).around(told, async () => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      return answered({ ...errorResult(call, 'late'), category: 'timeout' })
    })
    const seconds = (performance.now() - started) / 1000
    const metric = await measured()
    expect(metric?.descriptor).toMatchObject({ name: 'gen_ai.execute_tool.duration', unit: 's' })
    const [point] = metric?.dataPoints ?? []
    expect(point?.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.type': 'function',
      'error.type': 'timeout',
    })
    expect(point?.value).toMatchObject({ count: 1, sum: expect.any(Number) })
    const { sum } = { sum: 0, ...Object(point?.value) }
    expect(sum).toBeGreaterThan(0.02)
    expect(sum).toBeLessThanOrEqual(seconds)
  })

  test('of a denied call is not measured', async () => {
    await openTelemetry(api).around(told, async () => answered(deniedResult(call)))
    expect((await measured())?.dataPoints ?? []).toEqual([])
  })
})

describe('a tracer that fails breaks nothing: the work is done exactly once', () => {
  function fail(): never {
    throw new Error('telemetry is broken')
  }
  const span = { setAttributes: fail, setStatus: fail, end: fail }
  type Start = (name: string, options: object, work: (given: typeof span) => void) => unknown
  const apiThat = (startActiveSpan: Start): OpenTelemetryApi => ({
    ...api,
    metrics: { getMeter: fail },
    trace: { getTracer: () => ({ startActiveSpan }) },
  })
  const broken: readonly (readonly [string, OpenTelemetryApi])[] = [
    ['no tracer', { ...api, trace: { getTracer: fail } }],
    ['no span', apiThat(fail)],
    ['a span that throws', apiThat((_name, _options, work) => work(span))],
    ['work that it leaves out', apiThat(() => {})],
    ['work that it begins twice', apiThat((_name, _options, work) => [work(span), work(span)])],
    [
      'a throw after it began',
      apiThat((_name, _options, work) => {
        work(span)
        fail()
      }),
    ],
  ]

  test.each(broken)('%s', async (_name, given) => {
    const outcome = answered({ ...errorResult(call, 'no'), category: 'timeout' })
    const work = vi.fn(async () => outcome)
    expect(await openTelemetry(given, { recordContent: true }).around(told, work)).toBe(outcome)
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('without an SDK only the call runs', async () => {
    const { metrics: _metrics, ...rest } = api
    const bare = { ...rest, trace: new api.ProxyTracerProvider() }
    const outcome = answered(toolResult(call, 'rain'))
    expect(await openTelemetry(bare).around(told, async () => outcome)).toBe(outcome)
    expect(spans.getFinishedSpans()).toEqual([])
  })
})
