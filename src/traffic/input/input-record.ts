import type { RecordedChunk } from '../../base/http/recorded-exchange.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { type JsonDocument, parseDocument } from '../../base/json/parse.js'
import { valueAt } from '../../base/json/pointer.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import type { Registry } from '../../translate/exchange/registry.js'
import type { TranscriptConversation } from '../logs/log-types.js'

/** The position of a record in the input. */
export interface RecordPosition {
  /** The file. Absent for standard input. */
  readonly file?: string | undefined
  /** The line number, from 1, in files with one record per line. */
  readonly line?: number | undefined
  /** The record number, from 1, in other files with several records. */
  readonly item?: number | undefined
}

/** The content that a record is decoded from. */
export type RecordContent = Pick<JsonDocument, 'value' | 'exactText'> & {
  /** Recording time in ISO 8601. Default: unknown. */
  readonly recordedAt?: string | undefined
  /** The URL of the request, if it was recorded. Default: unknown. */
  readonly url?: string | undefined
  /** The side of a proxy that was recorded: `client`, or undefined for other recordings. */
  readonly side?: 'client' | undefined
  /** The timed pieces of a streamed answer. Default: not recorded. */
  readonly chunks?: readonly RecordedChunk[] | undefined
}

/** One record of the input, or its error. */
export interface InputRecord {
  readonly place: RecordPosition
  /**
   * Reads the record.
   * @throws the error of this record.
   */
  read(): RecordContent
}

export interface InputOptions {
  /** True if each line is one record, regardless of the file's name and content. */
  readonly jsonl?: boolean | undefined
  /** A JSON Pointer to the value to read in each record. */
  readonly at?: string | undefined
  /** The wire of the input, if the user named it. */
  readonly wire?: string | undefined
  /** True for a command that reads only requests: a list of messages is one record. */
  readonly requestsOnly?: boolean | undefined
  registry(): Promise<Registry>
  /** Reports the parts of an exchange that are missing in its file. */
  onNotice?(message: string): void
}

/** Combines the exact texts of several documents. */
export function joinedExactText(documents: readonly RecordContent[]): Pick<RecordContent, 'exactText'> {
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

/** Returns a record that throws the error when it is read. */
export function failing(place: RecordPosition, error: unknown): InputRecord {
  return { place, read: () => fail(error) }
}

/** Yields the conversations of a transcript. */
export function* conversationEntries(
  conversations: readonly TranscriptConversation[],
  { exactText }: Pick<RecordContent, 'exactText'>,
  file: string | undefined,
): Generator<InputRecord, void, undefined> {
  for (const [index, conversation] of conversations.entries())
    yield { place: { file, item: index + 1 }, read: () => ({ value: { ...conversation }, exactText }) }
}

function fail(error: unknown): never {
  throw error
}

/** Returns an entry that reads the value at a path of the record. A text at this path may be JSON. */
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
