import { attempt } from '../../../src/base/json/adapter-error.js'
import type { JsonValue } from '../../../src/base/json/json-types.js'
import { parseDocument, stringifyExact } from '../../../src/base/json/parse.js'
import { asJson, isArray, isObject } from '../../../src/base/json/read-json.js'
import { compact, without } from '../../../src/base/json/write-json.js'
import { type DecodedExchange, decodeExchange } from '../../../src/traffic/input/convert-exchange.js'
import type { InputRecord, RecordContent } from '../../../src/traffic/input/input-record.js'
import { type ResolvedRecord, resolveRecord } from '../../../src/traffic/input/traffic-record.js'
import type { Exchange, Registry } from '../../../src/translate/exchange/registry.js'
import type { Side } from '../protocol.js'
import { indented } from './indent.js'

/** A record of the input with its wire and its canonical form. */
export class OpenedRecord {
  readonly #content: RecordContent
  readonly resolved: ResolvedRecord
  readonly decoded: DecodedExchange

  /** @throws AdapterError for a record that cannot be decoded. */
  constructor(record: InputRecord, registry: Registry, wire: string | undefined) {
    this.#content = record.read()
    this.resolved = resolvedAs(this.#content.value, registry, wire)
    this.decoded = decodeExchange(this.resolved, { exactText: this.#content.exactText })
  }

  get value(): JsonValue {
    return this.#content.value
  }

  get content(): RecordContent {
    return this.#content
  }

  /** The existing sides of the record. */
  get sides(): readonly Side[] {
    const { request, response } = this.decoded
    return [
      ...(request === undefined ? [] : (['request'] as const)),
      ...(response === undefined ? [] : (['response', 'stream'] as const)),
    ]
  }

  /** Both sides in canonical form. */
  get canonical(): JsonValue {
    const { request, response } = this.decoded
    return asJson(compact({ request, response }))
  }

  get canonicalText(): string {
    return indented(stringifyExact(this.canonical))
  }

  /** The text of its stream, if the record contains only a stream. */
  get streamText(): string | undefined {
    const { value } = this
    if (!isObject(value) || typeof value.sse !== 'string') return undefined
    return Object.keys(value).length === 1 ? value.sse : undefined
  }
}

/**
 * Resolves a record. A body that is not recognized as the selected wire is still read as that wire, because
 * the user selected it.
 */
function resolvedAs(value: JsonValue, registry: Registry, wire: string | undefined): ResolvedRecord {
  const resolved = attempt(() => resolveRecord(value, compact({ registry, wire })))
  if ('value' in resolved) return resolved.value
  if (wire === undefined || !isObject(value) || resolved.error.code !== 'unknown-wire') throw resolved.error
  const score = (exchange: Exchange) => registry.recognise(exchange)?.recognition.score ?? 0
  const side = { path: '', value }
  const sides =
    score({ request: value }) >= score({ response: value }) ? { request: side } : { response: side }
  return { ...sides, adapter: registry.get(wire), isNamed: true, reason: 'chosen' }
}

/**
 * Returns a record as text: one of several records, or one that was not text. A stream in it is appended
 * unchanged.
 */
export function recordText({ value, exactText }: RecordContent): string {
  if (isObject(value) && typeof value.sse === 'string')
    return `${indented(stringifyExact(without(value, 'sse')))}\n\n${value.sse}`
  const exact = isObject(value) || isArray(value) ? exactText(value) : undefined
  // The exact text of a combined exchange consists of the texts of its bodies and is not a document.
  const isWhole = exact !== undefined && isDocument(exact, value)
  return indented(isWhole ? exact : stringifyExact(asJson(value)))
}

function isDocument(text: string, value: JsonValue): boolean {
  try {
    return JSON.stringify(parseDocument(text).value) === JSON.stringify(value)
  } catch {
    return false
  }
}
