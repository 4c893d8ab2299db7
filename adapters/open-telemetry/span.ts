import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, numberOr, objectOr, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'

/** An event of a span, or a log record. */
export interface SpanEvent {
  readonly name: string
  readonly attributes: JsonObject
  /** The body of a log record. */
  readonly body: JsonValue | undefined
}

/** A span, extracted from any of its forms. */
export interface Span {
  readonly name: string
  readonly attributes: JsonObject
  readonly events: readonly SpanEvent[]
  /** The failure reported by the status. */
  readonly failure: string | undefined
}

export const NOTHING: JsonObject = {}
const NO_EVENTS: JsonArray = []

/** Matches prefixes of attributes in traces of models. */
const OWN =
  /^(gen_ai|llm|ai|langfuse|openinference|traceloop|tool|input|output)[._]|^operation\.name$|^(tool|input|output)\./
/** Matches prefixes of which a single span needs at least one. Other prefixes are too common. */
const TELLING = /^(gen_ai|llm|ai|langfuse|openinference)\./

/** Returns all spans of a document or list as plain objects. */
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

/** Returns the relevant span: the first one with data of a model or a tool. */
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

/** Returns the message of a failed status. A status of 2 is an error. OTLP may also use a name. */
function failureOf({ code, message }: JsonObject): string | undefined {
  const isError = code === 2 || code === 'STATUS_CODE_ERROR' || code === 'ERROR'
  return isError ? stringOr(message, '') || 'the operation failed' : undefined
}

function eventOf({ name, eventName, attributes, body }: JsonObject): SpanEvent {
  const own = attributesOf(attributes)
  const title = stringOr(eventName, undefined) ?? stringOr(name, undefined) ?? stringOr(own['event.name'], '')
  return { name: title, attributes: own, body: body === undefined ? undefined : anyValue(body) }
}

/** Returns attributes as an object. OTLP has a list. */
function attributesOf(attributes: JsonValue | undefined): JsonObject {
  return isArray(attributes) ? fromPairs(attributes) : objectOr(attributes, NOTHING)
}

function fromPairs(pairs: JsonArray): JsonObject {
  const all: Record<string, JsonValue> = {}
  for (const { key, value } of objectsIn(pairs))
    if (typeof key === 'string') define(all, key, anyValue(value ?? null))
  return all
}

/**
 * Decodes OTLP's `AnyValue` in JSON. Other values are unchanged.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
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

/** Returns true if a span has data of a model or a tool. */
export function isTelling({ attributes, events }: Span): boolean {
  return (
    Object.keys(attributes).some((key) => TELLING.test(key)) || events.some(({ name }) => TELLING.test(name))
  )
}

/** Returns true for an attribute that belongs to this format. */
export function isOwnAttribute(key: string): boolean {
  return OWN.test(key)
}
