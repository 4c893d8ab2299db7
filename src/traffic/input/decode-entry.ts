import type { JsonValue } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import type { Registry } from '../../translate/exchange/registry.js'
import { type DecodedExchange, decodeExchange } from './convert-exchange.js'
import type { InputRecord, RecordPosition } from './input-record.js'
import { type PrintedError, printedError } from './printed-error.js'
import { resolveRecord } from './traffic-record.js'

/** The report of one record. */
export interface Report extends DecodedExchange {
  /** The id of the record, or its position in the input. */
  readonly name: string
  /** The position of the record in the input, if the name does not contain it. */
  readonly place?: string
  readonly wire: string
  /** The reason for choosing this wire. */
  readonly reason: string
  /** `client` for an answer of a proxy, whose target was paid. */
  readonly side?: 'client' | undefined
}

/** The decoded content of an entry, or its error. */
export type Seen =
  | { readonly report: Report; readonly native: JsonValue; readonly time: string | undefined }
  | { readonly name: string | undefined; readonly place: string; readonly failure: PrintedError }

export function look(entry: InputRecord, registry: Registry, wire: string | undefined): Seen {
  const place = placeName(entry.place)
  let name: string | undefined
  try {
    const { value, exactText, recordedAt: time, side } = entry.read()
    const id = isObject(value) ? value.id : undefined
    if (typeof id === 'string') name = id
    const record = resolveRecord(value, { registry, wire })
    const decoded = decodeExchange(record, { exactText, registry })
    const reason = side === 'client' ? `${record.reason}, client side of a proxy` : record.reason
    const report = { ...decoded, name: name ?? place, wire: record.adapter.id, reason, side }
    const isNamed = name !== undefined && entry.place.file !== undefined
    return { report: isNamed ? { ...report, place } : report, native: value, time }
  } catch (error) {
    return { name, place, failure: printedError(error) }
  }
}

/** Returns the position of a record as text. */
export function placeName({ file, line, item }: RecordPosition): string {
  const part = line === undefined ? item && `record ${item}` : `line ${line}`
  return [file ?? [], part ?? []].flat().join(', ') || 'the input'
}

export function located(name: string | undefined, place: string): string {
  return name === undefined ? place : `${name} (${place})`
}
