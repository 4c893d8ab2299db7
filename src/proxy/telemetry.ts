import { compact } from '../json/write.js'
import type { TraceAttributes, TraceSpan } from '../tools/telemetry/types.js'
import type { ProxiedRequest } from './types.js'

/** As much of `@opentelemetry/api` as is used: `import * as api from '@opentelemetry/api'` fits, of 1.9 and later. */
export interface ProxyTelemetryApi {
  /** Where tracers come from. */
  readonly trace: {
    getTracer(name: string): {
      startSpan(
        name: string,
        options: { kind?: number; attributes?: TraceAttributes; startTime?: number },
      ): TraceSpan
    }
  }
  /** Where meters come from. Default: nothing is measured. */
  readonly metrics?: {
    getMeter(name: string): {
      createHistogram(
        name: string,
        options: { description: string; unit: string },
      ): { record(value: number, attributes?: TraceAttributes): void }
    }
  }
  /** The numbers of the kinds of spans. */
  readonly SpanKind: { readonly SERVER: number }
  /** The numbers of how spans end. */
  readonly SpanStatusCode: { readonly ERROR: number }
}

const SCOPE = 'toolwire'

// The conventions are in development: https://opentelemetry.io/docs/specs/semconv/gen-ai/
// What they have no name for begins with `toolwire.`.

/**
 * Spans and metrics of OpenTelemetry for the requests of a proxy, by the GenAI conventions: a span `chat {model}` for each
 * one, and the histograms of its duration and tokens. Nothing of what was said is in them.
 * @example createProxy({ ...options, onAnswered: proxyTelemetry(api) })
 */
export function proxyTelemetry(api: ProxyTelemetryApi): (told: ProxiedRequest) => void {
  const measure = histogramsOf(api)
  return (told) => {
    const attributes = attributesOf(told)
    const span = api.trace.getTracer(SCOPE).startSpan(`chat ${told.targetModel ?? told.model ?? ''}`.trim(), {
      kind: api.SpanKind.SERVER,
      attributes,
      startTime: Date.now() - told.milliseconds,
    })
    if (attributes['error.type'] !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.end()
    measure(told)
  }
}

function commonOf({ to, model, targetModel, status, aborted, error }: ProxiedRequest): TraceAttributes {
  const failed = status >= 400 ? String(status) : error === undefined ? undefined : 'stream'
  return compact({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': to,
    'gen_ai.request.model': targetModel ?? model,
    'error.type': aborted ? 'aborted' : failed,
  })
}

function attributesOf(told: ProxiedRequest): TraceAttributes {
  const { usage } = told
  return compact({
    ...commonOf(told),
    'gen_ai.usage.input_tokens': usage?.inputTokens,
    'gen_ai.usage.output_tokens': usage?.outputTokens,
    'http.request.method': told.method,
    'http.response.status_code': told.status,
    'toolwire.client.wire': told.from,
    'toolwire.client.model': told.model,
    'toolwire.route': told.route,
    'toolwire.streamed': told.streamed,
    'toolwire.passed_over': told.passedOver.length,
    'toolwire.notices': told.notices.length,
  })
}

/** Meters do not wait for an SDK as tracers do, so they are asked for when there is something to be measured. */
function histogramsOf({ metrics }: ProxyTelemetryApi): (told: ProxiedRequest) => void {
  const made = new Map<string, { record(value: number, attributes?: TraceAttributes): void } | undefined>()
  const record = (
    name: string,
    unit: string,
    description: string,
    value: number,
    attributes: TraceAttributes,
  ) => {
    if (!made.has(name)) made.set(name, metrics?.getMeter(SCOPE).createHistogram(name, { description, unit }))
    made.get(name)?.record(value, attributes)
  }
  return (told) => {
    const attributes = commonOf(told)
    const { usage, firstEventMilliseconds } = told
    record(
      'gen_ai.client.operation.duration',
      's',
      'GenAI operation duration.',
      told.milliseconds / 1000,
      attributes,
    )
    if (firstEventMilliseconds !== undefined)
      record(
        'gen_ai.server.time_to_first_token',
        's',
        'Time to generate the first token.',
        firstEventMilliseconds / 1000,
        attributes,
      )
    for (const [type, count] of [
      ['input', usage?.inputTokens],
      ['output', usage?.outputTokens],
    ] as const)
      if (count !== undefined)
        record('gen_ai.client.token.usage', '{token}', 'Number of input and output tokens used.', count, {
          ...attributes,
          'gen_ai.token.type': type,
        })
  }
}
