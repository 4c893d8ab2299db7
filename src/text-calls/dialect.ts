import type { DeclaredTool } from './declared.js'
import type { TextReading, TextSource } from './text-source.js'

/** A call to be written. */
export interface WrittenCall {
  /** As the dialect writes it. */
  readonly name: string
  /** The id of the call, for dialects that write one. */
  readonly id: string
  /** The arguments: the JSON text of an object. */
  readonly text: string
  /** Undefined for a call of a tool that is not declared any more. */
  readonly tool: DeclaredTool | undefined
  /** How many calls were before it in the conversation. */
  readonly index: number
}

/** How results stand in a text. */
export interface ResultForm {
  /** Before each one. */
  readonly open: string | ((result: WrittenResult) => string)
  /** After each one. It must not stand inside. */
  readonly close: string
  /** Before the first and after the last of a turn. */
  readonly around?: readonly [string, string]
}

/** A result to be written. */
export interface WrittenResult {
  /** The name of the tool, as the dialect writes it. */
  readonly name: string
  /** The id of the call. */
  readonly id: string
  /** How many calls were before its call in the conversation. */
  readonly index: number
}

/** A stretch of text that marks stand around, which are no part of it. */
export interface Channel {
  /** What it holds: calls in thinking are drafts. */
  readonly noun: 'text' | 'reasoning'
  /** With which it ends. */
  readonly ends: readonly string[]
  /** With which something else begins, which ends it, too. */
  readonly nexts?: readonly string[]
}

/** What reading needs of a dialect. */
export type ReadDialect = Omit<TextDialect, 'id' | 'writeCalls' | 'results'>

/** One way in which models write calls: where a call begins, how it is read, and how it is written. */
export interface TextDialect {
  /** As the guide calls it. */
  readonly id: string
  /** With which a call begins, wherever it stands outside of code. */
  readonly markers?: readonly string[]
  /** With which it begins when nothing but white space stands before it. */
  readonly starts?: readonly string[]
  /** With which its channels end. */
  readonly channelEnds?: readonly string[]
  /** What else has a meaning: it is escaped where an argument holds it. */
  readonly ends?: readonly string[]
  /**
   * Reads what follows a marker, and yields the calls in it.
   * @returns whether what was read since the last call belongs to the calls, else it is text; or the channel that it opens.
   */
  read(source: TextSource, marker: string): TextReading<boolean | Channel>
  /** Characters that a name may have, as the inside of a character class. Default: any. */
  readonly nameCharacters?: string
  /** The calls of one turn, one after another. */
  writeCalls(calls: readonly WrittenCall[]): string
  /** Results, as the user tells them. */
  readonly results: ResultForm
}
