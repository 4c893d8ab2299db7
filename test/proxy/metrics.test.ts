import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as api from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import { proxyMetrics } from '../../src/proxy/metrics.js'
import type { ProxiedRequest } from '../../src/proxy/proxy-types.js'
import { proxyTelemetry } from '../../src/proxy/telemetry.js'
import { refusalBody } from '../../src/translate/exchange/translate-answer.js'
import { projectRoot } from '../support/project.js'
import { nativeAnswer, requestOf, scripted, targetOf, user } from '../support/proxy.js'

const ANSWER = {
  message: { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Yes.' }] },
  finish: { reason: 'stop' as const },
  usage: { inputTokens: 30, outputTokens: 12 },
}

/** Sends two requests: one is answered, one is refused. */
async function answered(onAnswered: (told: ProxiedRequest) => void): Promise<void> {
  const upstream = scripted((sent, index) =>
    index === 0
      ? nativeAnswer(openaiChat, ANSWER, sent)
      : Response.json(refusalBody(429, 'slow down', openaiChat), { status: 429 }),
  )
  const proxy = createProxy({
    routes: [{ name: 'main', from: anthropic, to: targetOf(openaiChat) }],
    fetch: upstream.fetch,
    onAnswered,
  })
  for (let turn = 0; turn < 2; turn += 1) {
    const [url, init] = requestOf(anthropic.id, { ...user('My secret'), topK: 3 }, true)
    await (await proxy.fetch(new Request(url, init))).text()
  }
  await proxy.fetch(new Request('https://proxy.test/v1/models'))
  await proxy.fetch(new Request('https://proxy.test/nowhere'))
}

afterEach(() => {
  api.trace.disable()
  api.metrics.disable()
})

test('Prometheus gets numbers with few labels', async () => {
  const metrics = proxyMetrics()
  await answered(metrics.observe)
  const text = metrics.text()
  const labels = 'from="anthropic-messages",to="openai-chat",route="main"'
  expect(text).toContain(`toolwire_proxy_requests_total{${labels},status="200"} 1\n`)
  expect(text).toContain(`toolwire_proxy_requests_total{${labels},status="429"} 1\n`)
  expect(text).toContain(`toolwire_proxy_tokens_total{${labels},type="input"} 30\n`)
  expect(text).toContain(`toolwire_proxy_duration_seconds_count{${labels}} 2\n`)
  expect(text).toContain(`toolwire_proxy_duration_seconds_bucket{${labels},le="+Inf"} 2\n`)
  for (const line of text.split('\n').filter(Boolean))
    expect(line).toMatch(/^(# (HELP|TYPE) toolwire_\w+ .+|toolwire_\w+\{(\w+="[^"]*",?)+\} [\d.e+-]+)$/)
  expect(text).not.toMatch(/secret|target-key/)
})

test('the cost is counted by the model of the price, and only if it is known', () => {
  const metrics = proxyMetrics()
  const told = {
    requestId: 'r1',
    method: 'POST',
    path: '/',
    status: 200,
    streamed: false,
    milliseconds: 1,
    notices: [],
    passedOver: [],
    aborted: false,
    from: 'openai-chat',
    to: 'anthropic-messages',
    route: 'main',
    usage: { inputTokens: 10_000, cachedInputTokens: 6_000, cacheWriteTokens: 3_000, outputTokens: 2_000 },
  }
  metrics.observe({ ...told, user: 'anna', targetModel: 'us.anthropic.claude-opus-5-5' })
  metrics.observe({ ...told, user: 'anna', model: 'claude-opus-5-5' })
  metrics.observe({ ...told, user: 'ben', model: 'claude-opus-5-5', targetModel: 'my-secret-model' })
  const lines = metrics.text().split('\n')
  const labels = 'user="anna",from="openai-chat",to="anthropic-messages",route="main",model="claude-opus-5-5"'
  // Per million tokens: 4 for fresh input, 0.2 for reads, 5 for writes, 20 for output.
  const dollars = 2 * ((1_000 * 4 + 6_000 * 0.2 + 3_000 * 5 + 2_000 * 20) / 1_000_000)
  const [line = '', ...others] = lines.filter((each) => each.startsWith('toolwire_proxy_cost_dollars_total{'))
  expect(others).toEqual([])
  expect(line).toContain(`{${labels}} `)
  expect(Number(line.split(' ').at(-1))).toBeCloseTo(dollars, 10)
})

test('labels of any text stay in their line', () => {
  const metrics = proxyMetrics()
  const told = {
    requestId: 'r1',
    method: 'POST',
    path: '/',
    status: 200,
    streamed: false,
    milliseconds: 1,
    notices: [],
    passedOver: [],
    aborted: false,
  }
  metrics.observe({ ...told, route: 'a"b\\c\nd' })
  expect(metrics.text()).toContain('route="a\\"b\\\\c\\nd"')
})

test('OpenTelemetry gets a span and numbers by the GenAI conventions', async () => {
  const spans = new InMemorySpanExporter()
  api.trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  )
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 60_000 })
  api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  await answered(proxyTelemetry(api))
  const [good, refused, ...others] = spans.getFinishedSpans()
  expect(others).toEqual([])
  expect(good).toMatchObject({
    name: 'chat target-model',
    kind: api.SpanKind.CLIENT,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.usage.input_tokens': 30,
      'toolwire.client.wire': 'anthropic-messages',
      'gen_ai.request.stream': true,
    },
    status: { code: api.SpanStatusCode.UNSET },
  })
  expect(refused).toMatchObject({
    attributes: { 'error.type': '429' },
    status: { code: api.SpanStatusCode.ERROR },
  })
  await reader.forceFlush()
  const names = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap(({ metrics }) => metrics.map(({ descriptor }) => descriptor.name)),
    )
  expect(names).toEqual(
    expect.arrayContaining([
      'gen_ai.client.operation.duration',
      'gen_ai.client.token.usage',
      'gen_ai.client.operation.time_to_first_chunk',
    ]),
  )
  expect(JSON.stringify(spans.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain('secret')
  await reader.shutdown()
})

test('each count of tokens is added to its own label', () => {
  const counts = { inputTokens: 1000, cachedInputTokens: 200, cacheWriteTokens: 30, outputTokens: 4 }
  const types = {
    inputTokens: 'input',
    cachedInputTokens: 'cache_read',
    cacheWriteTokens: 'cache_write',
    outputTokens: 'output',
  }
  const told = { method: 'POST', path: '/', status: 200, streamed: false, milliseconds: 1, aborted: false }
  const subsets = Array.from({ length: 16 }, (_, bits) =>
    Object.fromEntries(Object.entries(counts).filter((_entry, at) => (bits >> at) & 1)),
  )
  for (const usage of subsets) {
    const metrics = proxyMetrics()
    for (let time = 0; time < 2; time += 1)
      metrics.observe({ ...told, requestId: 'r', notices: [], passedOver: [], usage })
    const lines = metrics.text().matchAll(/toolwire_proxy_tokens_total\{.*type="(\w+)"\} (\d+)/g)
    const seen = Object.fromEntries([...lines].map(([, type, count]) => [type, Number(count)]))
    const expected = Object.entries(usage).map(([name, count]) => [Object(types)[name], 2 * count])
    expect(seen).toEqual(Object.fromEntries(expected))
  }
})

test('the dashboard for Grafana reads metrics that exist, by labels that they have', () => {
  const metrics = proxyMetrics()
  const usage = { inputTokens: 1, outputTokens: 1 }
  const facts = { requestId: 'r', method: 'POST', path: '/', status: 200, streamed: true, milliseconds: 1 }
  metrics.observe({
    ...{ ...facts, usage, user: 'anna', outcome: 'complete', targetModel: 'claude-opus-5-5', aborted: false },
    ...{ firstEventMilliseconds: 1, passedOver: ['x'] },
    notices: [{ code: 'x', severity: 'info', path: '', message: 'x' }],
  })
  const samples = metrics.text().split('\n')
  const file = readFileSync(join(projectRoot, 'examples/deployment/grafana.json'), 'utf8')
  const read = [...file.matchAll(/sum by \((\w+)\) \(\w+\((toolwire_\w+)\[/g)]
  expect(read.length).toBeGreaterThan(9)
  for (const [, label, name] of read)
    expect(samples.some((line) => line.startsWith(`${name}{`) && line.includes(`${label}="`))).toBe(true)
})
