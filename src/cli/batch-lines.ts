import { AdapterError } from '../base/json/adapter-error.js'
import type { JsonObject } from '../base/json/json-types.js'
import { stringifyExact } from '../base/json/parse.js'
import { asJson, isObject } from '../base/json/read-json.js'
import type { BatchBinding } from '../codec/wire/contract.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import type { InputRecord } from '../traffic/input/input-record.js'
import { shownJson } from '../traffic/input/shown-text.js'
import type { ConvertedEntry, Print } from './convert.js'

/**
 * Prints requests, or answers of records without a request, as lines of the target's batch file. Notices and
 * errors of a record are printed separately.
 * @throws AdapterError if the target has no batches.
 */
export function batchPrinter({ id: wire, codecs }: Adapter): Print {
  const { http } = codecs
  const { batch } = http
  if (batch === undefined)
    throw new AdapterError('unsupported', '', `no form of batch files is known of ${wire}`)
  const ids: BatchIds = { used: new Set(), of: new WeakMap() }
  const lineOf = (printed: Parameters<Print>[0], entry: InputRecord): JsonObject | undefined => {
    const id = idOf(printed.id, entry, batch, ids)
    const request = asJson(printed.request)
    const response = asJson(printed.response)
    if (isObject(request)) return batch.request(id, request, http.pathFor(modelOf(request), false))
    return isObject(response) ? batch.answer(id, response, statusOf(response)) : undefined
  }
  return (printed, entry) => {
    const { error, notices = [] } = printed
    const line = error === undefined ? lineOf(printed, entry) : undefined
    const at = whereOf(entry)
    const told = notices.map(({ path, message }) => `${at}: ${path}: ${message}\n`).join('')
    const failure = error ?? (line === undefined ? NOTHING : undefined)
    const failed = failure === undefined ? '' : `${at}: ${failure.path}: ${failure.message}\n`
    const text = line === undefined ? '' : `${shownJson(stringifyExact(line))}\n`
    return { failed: failure !== undefined, text, told: told + failed } satisfies ConvertedEntry
  }
}

const NOTHING = { path: '', message: 'the record has neither a request nor an answer' }

/**
 * The ids assigned so far. A record may be printed again with further notices; the map does not keep it in
 * memory.
 */
interface BatchIds {
  readonly used: Set<string>
  readonly of: WeakMap<InputRecord, string>
}

function idOf(given: unknown, entry: InputRecord, { id: pattern }: BatchBinding, ids: BatchIds): string {
  const known = ids.of.get(entry)
  if (known !== undefined) return known
  const isGiven = typeof given === 'string' || typeof given === 'number'
  const id = isGiven ? String(given) : unusedId(entry, ids.used)
  const fault = ids.used.has(id) ? 'is there twice' : pattern.test(id) ? undefined : 'is not an id of a batch'
  if (fault !== undefined) throw new AdapterError('unsupported', '/id', `${JSON.stringify(id)} ${fault}`)
  ids.used.add(id)
  ids.of.set(entry, id)
  return id
}

function unusedId({ place }: InputRecord, used: ReadonlySet<string>): string {
  let number = place.line ?? place.item ?? 1
  while (used.has(`request-${number}`)) number += 1
  return `request-${number}`
}

function modelOf({ model }: JsonObject): string | undefined {
  return typeof model === 'string' ? model : undefined
}

function statusOf({ error }: JsonObject): number {
  return isObject(error) ? 400 : 200
}

function whereOf({ place: { file = 'standard input', line, item } }: InputRecord): string {
  const number = line ?? item
  return number === undefined ? file : `${file}:${number}`
}
