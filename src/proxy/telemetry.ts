import { compact } from '../base/json/write-json.js'
import { expectGiven } from '../base/model/expect.js'
import { GEN_AI, GEN_AI_OPERATIONS, SETTING_ATTRIBUTES } from '../base/model/gen-ai-names.js'
import { SCOPE, usageAttributes } from '../tools/telemetry/model-attributes.js'
import type { TraceAttributes, TraceSpan } from '../tools/telemetry/telemetry-types.js'
import type { ProxiedRequest } from './proxy-types.js'

/**
 * The used part of `@opentelemetry/api`, version 1.9 and later: pass `import * as api from
 * '@opentelemetry/api'`.
 */
export interface ProxyTelemetryApi {
  /** The source of tracers. */
  readonly trace: {
    getTracer(name: string): {
      startSpan(
        name: string,
        options: { kind?: number; attributes?: TraceAttributes; startTime?: number },
      ): TraceSpan
    }
  }
  /** The source of meters. Default: no metrics are recorded. */
  readonly metrics?: {
    getMeter(name: string): {
      createHistogram(
        name: string,
        options: { description: string; unit: string; advice: { explicitBucketBoundaries: number[] } },
      ): { record(value: number, attributes?: TraceAttributes): void }
    }
  }
  /** The numbers of span kinds. */
  readonly SpanKind: { readonly CLIENT: number }
  /** The numbers of span status codes. */
  readonly SpanStatusCode: { readonly ERROR: number }
}

// Names outside the GenAI conventions begin with `toolwire.`.

/**
 * Records OpenTelemetry spans and metrics with the GenAI conventions for the answers of targets: a span `chat
 * {model}` for each answer, and histograms of its duration, its first chunk and its tokens. Spans and metrics
 * do not contain conversation content.
 * @example createProxy({ ...options, onAnswered: proxyTelemetry(api) })
 */
export function proxyTelemetry(api: ProxyTelemetryApi): (told: ProxiedRequest) => void {
  expectGiven(api, [
    'proxyTelemetry needs the API of OpenTelemetry',
    "proxyTelemetry(await import('@opentelemetry/api'))",
  ])
  const record = recorderOf(api)
  return (told) => {
    // Other requests are not model operations; HTTP instrumentation covers them.
    if (told.kind !== 'generate' || told.to === undefined) return
    const attributes = attributesOf(told)
    const span = api.trace
      .getTracer(SCOPE)
      .startSpan(`${GEN_AI_OPERATIONS.model} ${told.targetModel ?? told.model ?? ''}`.trim(), {
        kind: api.SpanKind.CLIENT,
        attributes,
        startTime: Date.now() - told.milliseconds,
      })
    if (attributes['error.type'] !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.end()
    for (const [name, value, further] of valuesOf(told))
      record(name, value, { ...commonOf(told), ...further })
  }
}

function commonOf({ provider, to, model, targetModel, ...told }: ProxiedRequest): TraceAttributes {
  const { status, aborted, error } = told
  const failed = status >= 400 ? String(status) : error === undefined ? undefined : 'stream'
  return compact({
    [GEN_AI.operation]: GEN_AI_OPERATIONS.model,
    [GEN_AI.provider]: provider ?? to,
    [SETTING_ATTRIBUTES.model]: targetModel ?? model,
    'error.type': aborted ? 'aborted' : failed,
  })
}

function attributesOf(told: ProxiedRequest): TraceAttributes {
  const { usage, streamed, firstEventMilliseconds: first } = told
  return compact({
    ...commonOf(told),
    [SETTING_ATTRIBUTES.stream]: streamed,
    [GEN_AI.timeToFirstChunk]: streamed && first !== undefined ? first / 1000 : undefined,
    ...(usage && usageAttributes(usage)),
    'http.request.method': told.method,
    'http.response.status_code': told.status,
    'toolwire.request_id': told.requestId,
    'toolwire.outcome': told.outcome,
    'toolwire.client.wire': told.from,
    'toolwire.client.model': told.model,
    'toolwire.target.wire': told.to,
    'toolwire.route': told.route,
    'toolwire.passed_over': told.passedOver.length,
    'toolwire.notices': told.notices.length,
  })
}

type MetricName = keyof typeof METRICS

/** The metrics, with the bounds of the conventions. */
const METRICS = {
  'gen_ai.client.operation.duration': {
    unit: 's',
    description: 'GenAI operation duration.',
    bounds: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  },
  'gen_ai.client.operation.time_to_first_chunk': {
    unit: 's',
    description: 'Time to receive the first chunk of a streamed answer.',
    bounds: [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
  },
  'gen_ai.client.token.usage': {
    unit: '{token}',
    description: 'Number of input and output tokens used.',
    bounds: Array.from({ length: 14 }, (_, power) => 4 ** power),
  },
} as const

type Value = readonly [name: MetricName, value: number, attributes?: TraceAttributes]

function valuesOf({ milliseconds, streamed, firstEventMilliseconds: first, usage }: ProxiedRequest): Value[] {
  const tokens = [
    ['input', usage?.inputTokens],
    ['output', usage?.outputTokens],
  ] as const
  return [
    ['gen_ai.client.operation.duration', milliseconds / 1000],
    ...(streamed && first !== undefined
      ? [['gen_ai.client.operation.time_to_first_chunk', first / 1000] as const]
      : []),
    ...tokens.flatMap(([type, count]): Value[] =>
      count === undefined ? [] : [['gen_ai.client.token.usage', count, { 'gen_ai.token.type': type }]],
    ),
  ]
}

/** Unlike tracers, meters do not wait for an SDK, so they are created at the first measurement. */
function recorderOf({ metrics }: ProxyTelemetryApi) {
  const made = new Map<string, { record(value: number, attributes?: TraceAttributes): void } | undefined>()
  return (name: MetricName, value: number, attributes: TraceAttributes) => {
    const { unit, description, bounds } = METRICS[name]
    const advice = { explicitBucketBoundaries: [...bounds] }
    if (!made.has(name))
      made.set(name, metrics?.getMeter(SCOPE).createHistogram(name, { description, unit, advice }))
    made.get(name)?.record(value, attributes)
  }
}
