import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolCall } from '../../src/base/model/create.js'
import { defineTool } from '../../src/index.js'
import { openTelemetry } from '../../src/tools/index.js'
import { createQueueExecutor, createToolWorker } from '../../src/tools/queue/index.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'

describeWithRedis('a trace over a queue, by the official SDK', () => {
  const spans = new InMemorySpanExporter()
  let redis: TestRedis

  beforeAll(async () => {
    api.trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
    )
    api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    api.propagation.setGlobalPropagator(new W3CTraceContextPropagator())
    redis = await startRedis()
  })
  afterAll(async () => {
    api.trace.disable()
    api.context.disable()
    api.propagation.disable()
    await redis.close()
  })

  test('the spans of a worker, also those that tools begin, are in the trace of the caller', async () => {
    const place = { queue: 'traced', connection: { port: redis.port } }
    const telemetry = openTelemetry(api)
    const execute = () => api.trace.getTracer('tool').startActiveSpan('inside', (span) => span.end())
    const worker = createToolWorker({ ...place, telemetry, tools: [defineTool({ name: 'f', execute })] })
    const remote = createQueueExecutor({ ...place, telemetry, tools: [defineTool({ name: 'f' })] })
    const turns = ['turn 1', 'turn 2'].map((name) =>
      api.trace.getTracer('agent').startActiveSpan(name, async (span) => {
        expect(await remote.execute([toolCall('1', 'f')])).toMatchObject([{ isError: false }])
        span.end()
        return span.spanContext()
      }),
    )
    const asked = await Promise.all(turns)
    await remote.execute([toolCall('2', 'f')])
    await Promise.all([remote.close(), worker.close()])
    const found = spans.getFinishedSpans()
    const named = (name: string, trace: string) =>
      found.filter((span) => span.name === name && span.spanContext().traceId === trace)
    for (const { traceId, spanId } of asked) {
      const [run, ...others] = named('execute_tool f', traceId)
      expect(others).toEqual([])
      expect(run?.parentSpanContext?.spanId).toBe(spanId)
      expect(named('inside', traceId).map((span) => span.parentSpanContext?.spanId)).toEqual([
        run?.spanContext().spanId,
      ])
    }
    const alone = found.filter((span) => !asked.some(({ traceId }) => traceId === span.spanContext().traceId))
    expect(alone.map(({ name }) => name).sort()).toEqual(['execute_tool f', 'inside'])
    expect(alone.filter((span) => span.parentSpanContext === undefined)).toHaveLength(1)
  })
})
