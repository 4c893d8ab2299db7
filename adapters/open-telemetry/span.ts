import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, numberOr, objectOr, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'

/** An event of a span, or a log record. */
export interface SpanEvent {
  readonly name: string
  readonly attributes: JsonObject
  /** Of a log record. */
  readonly body: JsonValue | undefined
}

/** A span, in whatever form it came. */
export interface Span {
  readonly name: string
  readonly attributes: JsonObject
  readonly events: readonly SpanEvent[]
  /** What the status says of a failure. */
  readonly failure: string | undefined
}

export const NOTHING: JsonObject = {}
const NO_EVENTS: JsonArray = []

/** What attributes of traces of models begin with. */
const OWN =
  /^(gen_ai|llm|ai|langfuse|openinference|traceloop|tool|input|output)[._]|^operation\.name$|^(tool|input|output)\./
/** What a span must have of it to be read by itself: the others are too common. */
const TELLING = /^(gen_ai|llm|ai|langfuse|openinference)\./

/** All spans of a document, and spans by themselves, as plain objects. */
export function spansIn(native: JsonValue): JsonObject[] {
  if (isArray(native)) return native.flatMap(spansIn)
  if (!isObject(native)) return []
  const groups = [...objectsIn(native.resourceSpans), ...objectsIn(native.resourceLogs)]
  if (groups.length === 0) return [native]
  return groups.flatMap(({ scopeSpans, instrumentationLibrarySpans, scopeLogs }) => [
    ...objectsIn(scopeSpans ?? instrumentationLibrarySpans).flatMap(({ spans }) => objectsIn(spans)),
    ...objectsIn(scopeLogs).map(({ logRecords }) => ({
      events: isArray(logRecords) ? logRecords : NO_EVENTS,
    })),
  ])
}

/** The span that is meant: of several the first that tells of a model or a tool. */
export function openSpan(native: JsonValue): Span {
  const spans = spansIn(native)
  const all = spans.map(spanOf)
  return all.find(isTelling) ?? all[0] ?? spanOf(NOTHING)
}

function spanOf(native: JsonObject): Span {
  const { attributes, events, logRecords, name, eventName, status } = native
  const listed = objectsIn(events ?? logRecords).map(eventOf)
  const isEvent = native.body !== undefined || typeof eventName === 'string' || EVENT.test(stringOr(name, ''))
  const hasOwn = attributes !== undefined || isEvent || events !== undefined || logRecords !== undefined
  return {
    name: stringOr(name, ''),
    attributes: hasOwn ? attributesOf(attributes) : native,
    events: isEvent ? [eventOf(native), ...listed] : listed,
    failure: failureOf(objectOr(status, NOTHING)),
  }
}

const EVENT = /^gen_ai\.(\w+\.message|choice)$/

/** A status of 2 is an error; OTLP may say it in words. */
function failureOf({ code, message }: JsonObject): string | undefined {
  const isError = code === 2 || code === 'STATUS_CODE_ERROR' || code === 'ERROR'
  return isError ? stringOr(message, '') || 'the operation failed' : undefined
}

function eventOf({ name, eventName, attributes, body }: JsonObject): SpanEvent {
  const own = attributesOf(attributes)
  const title = stringOr(eventName, undefined) ?? stringOr(name, undefined) ?? stringOr(own['event.name'], '')
  return { name: title, attributes: own, body: body === undefined ? undefined : anyValue(body) }
}

/** Attributes as an object: OTLP has them as a list. */
function attributesOf(attributes: JsonValue | undefined): JsonObject {
  return isArray(attributes) ? fromPairs(attributes) : objectOr(attributes, NOTHING)
}

function fromPairs(pairs: JsonArray): JsonObject {
  const all: Record<string, JsonValue> = {}
  for (const { key, value } of objectsIn(pairs))
    if (typeof key === 'string') define(all, key, anyValue(value ?? null))
  return all
}

/** OTLP's `AnyValue` in JSON; whatever else stands there is itself. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
function anyValue(value: JsonValue): JsonValue {
  if (!isObject(value)) return value
  const [kind, ...others] = Object.keys(value)
  const inner = kind === undefined || others.length > 0 ? undefined : value[kind]
  if (inner === undefined) return value
  switch (kind) {
    case 'stringValue':
    case 'boolValue':
    case 'doubleValue':
    case 'bytesValue':
      return inner
    case 'intValue':
      return numberOr(typeof inner === 'string' ? Number(inner) : inner, inner)
    case 'arrayValue':
      return objectsIn(objectOr(inner, NOTHING).values).map(anyValue)
    case 'kvlistValue': {
      const { values } = objectOr(inner, NOTHING)
      return isArray(values) ? fromPairs(values) : {}
    }
    default:
      return value
  }
}

/** Whether a span tells of a model or a tool. */
export function isTelling({ attributes, events }: Span): boolean {
  return (
    Object.keys(attributes).some((key) => TELLING.test(key)) || events.some(({ name }) => TELLING.test(name))
  )
}

/** Whether the attribute is one of those that this format is about. */
export function isOwn(key: string): boolean {
  return OWN.test(key)
}
