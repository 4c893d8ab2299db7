import type { WireCodecs } from '../../codec/wire/contract.js'
import type { Find } from './found.js'

/** Words of other formats, each with the format that it is from. */
export type ForeignWords = Readonly<Record<string, string>>

/** Where a wire keeps what, and the words by which what was meant for another is known. */
export interface ForeignShapes {
  /** The entries of the history. */
  readonly entries: Find
  /** What they hold. */
  readonly parts: Find
  /** Whose parts have no type, where the wire's own have one. Default: its own have none. */
  readonly untypedParts?: string
  /** Types of parts. */
  readonly partTypes: ForeignWords
  /** Fields of parts. */
  readonly partFields: ForeignWords
  /** Types of entries. Default: none are known, or all are the wire's own. */
  readonly entryTypes?: ForeignWords
  /** Fields of entries. */
  readonly entryFields: ForeignWords
  /** Fields of the request. */
  readonly requestFields: ForeignWords
  /** The definitions of tools. Default: they are not looked at. */
  readonly tools?: Find
  /** Fields of definitions. */
  readonly toolFields?: ForeignWords
}

/** The same, and by what it is put into the wire's own words. */
export interface WireShapes extends ForeignShapes {
  /** By which a wire reads and writes what is its own, for mends. */
  readonly codecs: Pick<WireCodecs, 'id' | 'limits' | 'messages' | 'request' | 'tools'>
  /** The field of the request that has the history. */
  readonly historyField: string
  /** The role of the model. */
  readonly modelRole: string
  /** The field of an entry that has its content. */
  readonly contentField: 'content' | 'parts'
  /** Whether the content of an entry is a text, never a list of parts. Default: it may be one. */
  readonly isTextAlone?: true
}
