import type { RecordedExchange } from '../../../base/http/recorded-exchange.js'
import { AdapterError, attempt, reasonIn } from '../../../base/json/adapter-error.js'
import type { Notice } from '../../../base/model/context.js'
import type { Registry } from '../../../translate/exchange/registry.js'

export interface ImportOptions {
  /** What the ids of exchanges begin with, where the source has no ids. Default: the format's name. */
  readonly name?: string | undefined
  /** The adapters by which wires are recognized, and with which what the source lacks is written. */
  readonly registry?: Registry | undefined
  /** The wire of every exchange; without it, each is recognized if it can be. */
  readonly wire?: string | undefined
  /** For sources that hold no request: where the request went. Default: the wire's own path. */
  readonly url?: string | undefined
  /** The same. Default: POST. */
  readonly method?: string | undefined
}

/** An exchange, or why an entry of the source is none. */
export type ImportedEntry = {
  /** Which entry of the source it came from, counted from 1. */
  readonly item: number
} & ({ readonly exchange: RecordedExchange } | { readonly failure: AdapterError })

/** What came out of a file. One bad entry costs only itself. */
export interface Imported {
  /** In the order of the source. */
  readonly entries: readonly ImportedEntry[]
  readonly exchanges: readonly RecordedExchange[]
  /** The entries that could not be read, each with its path in the file. */
  readonly failures: readonly AdapterError[]
  /** What an exchange lacks of its source, or has beyond it. */
  readonly notices: readonly Notice[]
}

/** Where an entry stands in its file. */
export interface EntryPosition {
  readonly index: number
  readonly path: string
}

/** Converts entry by entry; an AdapterError is kept and the others go on. */
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

/** Runs what throws errors with paths of its own, and lets them start at this path. */
export function within<Value>(path: string, run: () => Value): Value {
  const ran = attempt(run)
  if ('value' in ran) return ran.value
  const { error } = ran
  throw new AdapterError(error.code, path + error.path, reasonIn(error), error.detail)
}

/** The statuses that an answer over HTTP can end with; 101 opens a WebSocket, and 0 stands for no answer at all. */
export function checkStatus(status: number, path: string): number {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status
  const reason =
    status === 101 ? 'WebSocket conversations cannot be replayed' : `no answer has status ${status}`
  throw new AdapterError('unsupported', path, reason)
}
