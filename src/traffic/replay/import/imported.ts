import type { RecordedExchange } from '../../../base/http/recorded-exchange.js'
import { AdapterError, attempt } from '../../../base/json/adapter-error.js'
import type { JsonValue } from '../../../base/json/json-types.js'
import { expectString } from '../../../base/json/read-json.js'
import type { Notice } from '../../../base/model/context.js'
import type { Registry } from '../../../translate/exchange/registry.js'

export interface ImportOptions {
  /** Prefix of exchange ids, if the source has no ids. Default: the format's name. */
  readonly name?: string | undefined
  /** Adapters that recognize wires and encode the parts missing in the source. */
  readonly registry?: Registry | undefined
  /** The wire of every exchange. Default: recognized for each exchange, if possible. */
  readonly wire?: string | undefined
  /** The request URL, for sources without requests. Default: the path of the wire. */
  readonly url?: string | undefined
  /** The request method, for sources without requests. Default: POST. */
  readonly method?: string | undefined
}

/** An exchange, or the error of an invalid entry. */
export type ImportedEntry = {
  /** The number of the entry in the source, from 1. */
  readonly item: number
} & ({ readonly exchange: RecordedExchange } | { readonly failure: AdapterError })

/** The result of importing a file. An invalid entry does not affect the others. */
export interface Imported {
  /** The entries, in the order of the source. */
  readonly entries: readonly ImportedEntry[]
  readonly exchanges: readonly RecordedExchange[]
  /** The errors of unreadable entries, each with its path in the file. */
  readonly failures: readonly AdapterError[]
  /** Notices about data of the source that an exchange lacks, and about added data. */
  readonly notices: readonly Notice[]
}

/** The position of an entry in its file. */
export interface EntryPosition {
  readonly index: number
  readonly path: string
}

/** Converts each entry. An AdapterError is kept, and the remaining entries are still converted. */
export function importEntries<Entry>(
  entries: readonly Entry[],
  path: string,
  convert: (entry: Entry, place: EntryPosition, notices: Notice[]) => readonly RecordedExchange[],
): Imported {
  const imported: ImportedEntry[] = []
  const notices: Notice[] = []
  for (const [index, entry] of entries.entries()) {
    const item = index + 1
    const converted = attempt(() => convert(entry, { index, path: `${path}/${index}` }, notices))
    if ('error' in converted) imported.push({ item, failure: converted.error })
    else for (const exchange of converted.value) imported.push({ item, exchange })
  }
  return importedOf(imported, notices)
}

export function importedOf(entries: readonly ImportedEntry[], notices: readonly Notice[] = []): Imported {
  return {
    entries,
    exchanges: entries.flatMap((entry) => ('exchange' in entry ? [entry.exchange] : [])),
    failures: entries.flatMap((entry) => ('failure' in entry ? [entry.failure] : [])),
    notices,
  }
}

/**
 * Checks that a status can end an answer over HTTP. 101 opens a WebSocket; 0 means that no answer was
 * received.
 */
export function checkStatus(status: number, path: string): number {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status
  const reason =
    status === 101 ? 'WebSocket conversations cannot be replayed' : `no answer has status ${status}`
  throw new AdapterError('unsupported', path, reason)
}

/**
 * Returns the method in upper case.
 * @throws AdapterError('wrong-type') for a text that no request line can have.
 */
export function checkMethod(method: JsonValue | undefined, path: string): string {
  const text = expectString(method, path).toUpperCase()
  if (/^[A-Z-]+$/.test(text)) return text
  throw new AdapterError('wrong-type', path, 'expected a method of HTTP')
}

/** Returns the URL without line breaks and tabs, which URLs ignore. https://url.spec.whatwg.org/#url-parsing */
export function checkUrl(url: JsonValue | undefined, path: string): string {
  return expectString(url, path).replaceAll(/[\r\n\t]/g, '')
}
