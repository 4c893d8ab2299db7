import type { RecordedChunk } from '../../base/http/recorded-exchange.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { type JsonDocument, parseDocument } from '../../base/json/parse.js'
import { valueAt } from '../../base/json/pointer.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import type { Registry } from '../../translate/exchange/registry.js'

/** Where a record stood. */
export interface RecordPosition {
  /** Absent for standard input. */
  readonly file?: string | undefined
  /** In files that have lines, counted from 1. */
  readonly line?: number | undefined
  /** In files that hold several records otherwise, counted from 1. */
  readonly item?: number | undefined
}

/** What a record was read from. */
export type RecordContent = Pick<JsonDocument, 'value' | 'exactText'> & {
  /** When it was recorded, as ISO 8601 has it. Default: nobody said it. */
  readonly recordedAt?: string | undefined
  /** The pieces of a streamed answer, with their times. Default: nobody recorded them. */
  readonly chunks?: readonly RecordedChunk[] | undefined
}

/** One record of the input, or what was wrong with it. */
export interface InputRecord {
  readonly place: RecordPosition
  /** @throws what is wrong with it. */
  read(): RecordContent
}

export interface InputOptions {
  /** One record per line, whatever the files are called and begin with. */
  readonly jsonl?: boolean | undefined
  /** Where each record holds what is to be read. */
  readonly at?: string | undefined
  /** The wire of the input, when the user names it. */
  readonly wire?: string | undefined
  registry(): Promise<Registry>
  /** Told what an exchange lacks of the file that it was read from. */
  onNotice?(message: string): void
}

/** The exact texts of several documents. */
export function joined(documents: readonly RecordContent[]): Pick<RecordContent, 'exactText'> {
  const inexact = documents.filter(
    ({ value, exactText }) => (isArray(value) || isObject(value)) && exactText(value) !== undefined,
  )
  return {
    exactText(object) {
      for (const { exactText } of inexact) {
        const text = exactText(object)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}

/** A place of which nothing can be read. */
export function failing(place: RecordPosition, error: unknown): InputRecord {
  return { place, read: () => fail(error) }
}

function fail(error: unknown): never {
  throw error
}

/** What stands at a place of the record. A text there may be JSON. */
export function entryAt(entry: InputRecord, pointer: string | undefined): InputRecord {
  if (pointer === undefined) return entry
  return {
    place: entry.place,
    read() {
      const { value, exactText } = entry.read()
      const found = valueAt(value, pointer)
      if (found === undefined)
        throw new AdapterError('missing-field', pointer, 'the record has nothing at --at')
      return typeof found === 'string' ? parseDocument(found) : { value: found, exactText }
    },
  }
}
