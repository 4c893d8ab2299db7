import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { compact } from '../../base/json/write-json.js'
import type { RecordedSpan } from './exchange-spans.js'
import { SCOPE } from './model-attributes.js'
import type { TraceAttributes } from './telemetry-types.js'

/** The numbers of OTLP. https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
const KINDS = { internal: 1, client: 3 } as const
const STATUS_ERROR = 2

/** Options of `otlpTraces`. */
export interface OtlpOptions {
  /** `service.name` of the resource. Default: `toolwire`. */
  readonly service?: string | undefined
}

/**
 * Returns spans as an export request of OTLP in JSON: the body of `POST /v1/traces` of a collector, or a line of
 * a file that a collector reads. Members with their default value are absent, among them unknown times.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 * @example await fetch('http://localhost:4318/v1/traces', { method: 'POST', body: JSON.stringify(otlpTraces(spans)), headers: { 'content-type': 'application/json' } })
 */
export function otlpTraces(spans: readonly RecordedSpan[], options: OtlpOptions = {}): JsonObject {
  const scopeSpans = [{ scope: { name: SCOPE }, spans: spans.map(otlpSpan) }]
  return { resourceSpans: [{ resource: otlpResource(options), scopeSpans }] }
}

/** Writes the same request as text in one line, with one span in memory at a time. */
export async function* writeOtlp(
  spans: AsyncIterable<RecordedSpan> | Iterable<RecordedSpan>,
  options: OtlpOptions = {},
): AsyncGenerator<string, void, undefined> {
  const resource = JSON.stringify(otlpResource(options))
  yield `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":{"name":"${SCOPE}"},"spans":[`
  let separator = ''
  for await (const span of spans) {
    yield separator + JSON.stringify(otlpSpan(span))
    separator = ','
  }
  yield ']}]}]}\n'
}

function otlpResource({ service = SCOPE }: OtlpOptions): JsonObject {
  return { attributes: otlpAttributes({ 'service.name': service }) }
}

function otlpSpan({ traceId, spanId, name, kind, start, end, attributes, error }: RecordedSpan): JsonObject {
  return compact({
    traceId,
    spanId,
    name,
    kind: KINDS[kind],
    startTimeUnixNano: start === undefined ? undefined : nanoseconds(start),
    endTimeUnixNano: end === undefined ? undefined : nanoseconds(end),
    attributes: otlpAttributes(attributes),
    status: error && { code: STATUS_ERROR, ...error },
  })
}

/** Converts milliseconds to nanoseconds. Numbers of 64 bits are texts in OTLP. */
function nanoseconds(milliseconds: number): string {
  return (BigInt(Math.round(milliseconds * 1000)) * 1000n).toString()
}

function otlpAttributes(attributes: TraceAttributes): JsonObject[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }))
}

function otlpValue(value: TraceAttributes[string]): JsonValue {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(otlpValue) } }
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: value } : { doubleValue: value }
}
