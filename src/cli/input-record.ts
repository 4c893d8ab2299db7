import type { Registry } from '../exchange/registry.js'
import type { JsonDocument } from '../json/parse.js'

/** Where a record stood. */
export interface Position {
  /** Absent for standard input. */
  readonly file?: string
  /** In files that have lines, counted from 1. */
  readonly line?: number
  /** In files that hold several records otherwise, counted from 1. */
  readonly item?: number
}

/** What a record was read from. */
export type Content = Pick<JsonDocument, 'value' | 'exactText'>

/** One record of the input, or what was wrong with it. */
export interface InputRecord {
  readonly place: Position
  /** @throws what is wrong with it. */
  read(): Content
}

export interface InputOptions {
  /** One record per line, whatever the files are called and begin with. */
  readonly jsonl?: boolean
  /** The wire of the input, when the user names it. */
  readonly wire?: string
  registry(): Promise<Registry>
  /** Told what an exchange lacks of the file that it was read from. */
  onNotice?(message: string): void
}

/** A place of which nothing can be read. */
export function failing(place: Position, error: unknown): InputRecord {
  return { place, read: () => fail(error) }
}

function fail(error: unknown): never {
  throw error
}
