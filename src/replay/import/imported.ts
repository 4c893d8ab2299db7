import type { Notice } from '../../adapter/context.js'
import type { Registry } from '../../exchange/registry.js'
import { AdapterError } from '../../json/errors.js'
import { append } from '../../json/lists.js'
import type { RecordedExchange } from '../exchange.js'

export interface ImportOptions {
  /** What the ids of exchanges begin with, where the source has no ids. Default: the format's name. */
  readonly name?: string
  /** The adapters by which wires are recognised, and with which what the source lacks is written. */
  readonly registry?: Registry
  /** The wire of every exchange; without it, each is recognised if it can be. */
  readonly wire?: string
  /** For sources that hold no request: where the request went. Default: the wire's own path. */
  readonly url?: string
  /** The same. Default: POST. */
  readonly method?: string
}

/** What came out of a file. One bad entry costs only itself. */
export interface Imported {
  readonly exchanges: readonly RecordedExchange[]
  /** The entries that could not be read, each with its path in the file. */
  readonly failures: readonly AdapterError[]
  /** What an exchange lacks of its source, or has beyond it. */
  readonly notices: readonly Notice[]
}

/** Where an entry stands in its file. */
export interface Place {
  readonly index: number
  readonly path: string
}

/** Converts entry by entry; an AdapterError is kept and the others go on. */
export function importEntries<Entry>(
  entries: readonly Entry[],
  path: string,
  convert: (entry: Entry, place: Place, notices: Notice[]) => readonly RecordedExchange[],
): Imported {
  const exchanges: RecordedExchange[] = []
  const failures: AdapterError[] = []
  const notices: Notice[] = []
  for (const [index, entry] of entries.entries()) {
    try {
      append(exchanges, convert(entry, { index, path: `${path}/${index}` }, notices))
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error
      failures.push(error)
    }
  }
  return { exchanges, failures, notices }
}

/** Runs what throws errors with paths of its own, and lets them start at this path. */
export function within<Value>(path: string, run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
    const message = error.path === '' ? error.message : error.message.replace(/ \(at [^)]*\)$/, '')
    throw new AdapterError(error.code, path + error.path, message, error.detail)
  }
}

/** The statuses that an answer over HTTP can end with; 101 opens a WebSocket, and 0 stands for no answer at all. */
export function checkStatus(status: number, path: string): number {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status
  const reason =
    status === 101 ? 'WebSocket conversations cannot be replayed' : `no answer has status ${status}`
  throw new AdapterError('unsupported', path, reason)
}
