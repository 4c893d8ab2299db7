import type { DeclaredTool } from './declared.js'
import type { TextReading, TextSource } from './text-source.js'

/** A call to write. */
export interface WrittenCall {
  /** The name in the dialect. */
  readonly name: string
  /** The id of the call, for dialects with ids. */
  readonly id: string
  /** The arguments: the JSON text of an object. */
  readonly text: string
  /** The tool of the call. Undefined if it is no longer declared. */
  readonly tool: DeclaredTool | undefined
  /** The number of earlier calls in the conversation. */
  readonly index: number
}

/** The form of results in a text. */
export interface ResultForm {
  /** The text before each result. */
  readonly open: string | ((result: WrittenResult) => string)
  /** The text after each result. A result must not contain this text. */
  readonly close: string
  /** The text before the first and after the last result of a turn. */
  readonly around?: readonly [string, string]
}

/** A result to write. */
export interface WrittenResult {
  /** The name of the tool in the dialect. */
  readonly name: string
  /** The id of the call. */
  readonly id: string
  /** The number of calls before the result's call in the conversation. */
  readonly index: number
  /** The number of results before this one in its turn. */
  readonly position: number
}

/** A section of text between marks. The marks do not belong to the section. */
export interface Channel {
  /** The type of content: the calls in reasoning are drafts and must not run. */
  readonly noun: 'text' | 'reasoning'
  /** The marks that end the channel. */
  readonly ends: readonly string[]
  /** The marks that begin other content. They also end the channel. */
  readonly nexts?: readonly string[]
}

/** The members of a dialect that reading requires. */
export type ReadDialect = Omit<TextDialect, 'id' | 'writeCalls' | 'results'>

/** A form in which models write calls, with its marks, its reader and its writer. */
export interface TextDialect {
  /** The name in the guide. */
  readonly id: string
  /** Marks that begin a call at any position outside code. */
  readonly markers?: readonly string[]
  /** Marks that begin a call if only white space precedes them. */
  readonly starts?: readonly string[]
  /** Returns marks, by the name of a tool, that begin a call at any position outside code. */
  readonly markersOf?: (name: string) => readonly string[]
  /** Returns marks, by the name of a tool, that begin a call if only white space precedes them. */
  readonly startsOf?: (name: string) => readonly string[]
  /** Marks that end the channels of the dialect. */
  readonly channelEnds?: readonly string[]
  /** Further marks of the dialect, which are escaped inside arguments. */
  readonly ends?: readonly string[]
  /**
   * Reads the text after a marker and yields its calls.
   * @returns true if the text after the last call belongs to the calls, false if this text is plain text, or
   * the channel that it opens.
   */
  read(source: TextSource, marker: string): TextReading<boolean | Channel>
  /** Characters that a name may have, as the inside of a character class. Default: any. */
  readonly nameCharacters?: string
  /** Writes the calls of one turn, one after another. */
  writeCalls(calls: readonly WrittenCall[]): string
  /** The form of results in a user message. */
  readonly results: ResultForm
}
