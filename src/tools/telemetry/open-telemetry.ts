import { compact } from '../../base/json/write-json.js'
import { GEN_AI_OPERATIONS } from '../../base/model/gen-ai-names.js'
import type { CallOutcome, Telemetry, TracedCall } from '../executor/executor-types.js'
import { endingOf, type SpanEnding, startAttributes, toolAttributes } from './attributes.js'
import {
  errorTextOf,
  modelSpanName,
  requestAttributes,
  responseAttributes,
  SCOPE,
} from './model-attributes.js'
import type { ModelCallEnd } from './model-call.js'
import type { OpenTelemetryApi, OpenTelemetryOptions, TraceAttributes, TraceSpan } from './telemetry-types.js'

/**
 * Creates OpenTelemetry spans by the GenAI conventions. An executor gets a span `execute_tool {name}` for each
 * call, regardless of its outcome. Spans that a tool begins are its children. A loop also gets a span `chat
 * {model}` for each turn of the model. The durations of tools are recorded in the histogram
 * `gen_ai.execute_tool.duration`. Failed calls have `error.type`: the category or code of the error, or
 * `_OTHER`. Messages, arguments, results and error texts are omitted by default. A failing tracer does not
 * affect the call.
 * @param api `import * as api from '@opentelemetry/api'`, with an SDK that was set up before the first call.
 * Without an SDK, nothing is recorded.
 * @example const loop = runLoop({ provider, messages, tools, telemetry: openTelemetry(api) })
 */
export function openTelemetry(api: OpenTelemetryApi, options: OpenTelemetryOptions = {}): Telemetry {
  const measure = histogramOf(api)
  return {
    around(told, work) {
      let outcome: Promise<CallOutcome> | undefined
      const once = () => {
        outcome ??= work()
        return outcome
      }
      quietly(() => {
        const attributes = startAttributes(told, options)
        const tracer = api.trace.getTracer(SCOPE)
        tracer.startActiveSpan(
          `${GEN_AI_OPERATIONS.tool} ${told.tool.name}`,
          { kind: api.SpanKind.INTERNAL, attributes },
          (span) => watch({ told, span, api, options, measure }, once()),
        )
      })
      return once()
    },
    model(call) {
      const span = quietly(() =>
        api.trace.getTracer(SCOPE).startSpan?.(modelSpanName(call), {
          kind: api.SpanKind.CLIENT,
          attributes: requestAttributes(call, options),
        }),
      )
      return (end) => {
        if (span !== undefined) endModelSpan(span, end, api, options)
      }
    },
    carrier() {
      const carrier: Record<string, string> = {}
      quietly(() => api.context && api.propagation?.inject(api.context.active(), carrier))
      return carrier
    },
    resume(carrier, work) {
      const { propagation, context } = api
      const brought = quietly(() => context && propagation?.extract(context.active(), carrier))
      return brought === undefined || context === undefined ? work() : context.with(brought, work)
    },
  }
}

/** Ends the span of a model call and records the answer. */
function endModelSpan(
  span: TraceSpan,
  end: ModelCallEnd,
  { SpanStatusCode }: OpenTelemetryApi,
  options: OpenTelemetryOptions,
): void {
  const attributes = quietly(() => responseAttributes(end, options)) ?? {}
  quietly(() => span.setAttributes(attributes))
  if (attributes['error.type'] !== undefined) {
    const message = options.recordContent ? errorTextOf(end) : undefined
    quietly(() => span.setStatus(compact({ code: SpanStatusCode.ERROR, message })))
  }
  quietly(() => span.end())
}

interface Watched {
  readonly told: TracedCall
  readonly span: TraceSpan
  readonly api: OpenTelemetryApi
  readonly options: OpenTelemetryOptions
  readonly measure: (seconds: number, attributes: TraceAttributes) => void
}

/** Ends the span with the call and records the outcome. */
function watch(watched: Watched, outcome: Promise<CallOutcome>): void {
  const started = performance.now()
  const end = (ending: SpanEnding) => finish(watched, ending, (performance.now() - started) / 1000)
  outcome.then(
    (given) => end(quietly(() => endingOf(given, watched.options)) ?? { attributes: {} }),
    (error: unknown) => end({ attributes: { 'error.type': error instanceof Error ? error.name : '_OTHER' } }),
  )
}

function finish({ told, span, api, measure }: Watched, ending: SpanEnding, seconds: number): void {
  const { attributes, message, isExecuted = true } = ending
  const errorType = attributes['error.type']
  quietly(() => span.setAttributes(attributes))
  if (errorType !== undefined)
    quietly(() => span.setStatus(compact({ code: api.SpanStatusCode.ERROR, message })))
  quietly(() => span.end())
  if (isExecuted)
    quietly(() => measure(seconds, compact({ ...toolAttributes(told.tool.name), 'error.type': errorType })))
}

/**
 * Returns a function that records durations. The meter is requested at the first measurement, since meters,
 * unlike tracers, do not wait for an SDK.
 */
function histogramOf(api: OpenTelemetryApi): Watched['measure'] {
  let histogram: { record(value: number, attributes?: TraceAttributes): void } | undefined
  return (seconds, attributes) => {
    histogram ??= api.metrics?.getMeter(SCOPE).createHistogram('gen_ai.execute_tool.duration', {
      description: 'The duration of a single tool execution.',
      unit: 's',
    })
    histogram?.record(seconds, attributes)
  }
}

/** Runs telemetry code and ignores its errors. */
function quietly<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
