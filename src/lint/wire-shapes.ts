import type { WireCodecs } from '../wire/contract.js'
import type { Find } from './found.js'

/** Words of other formats, each with the format that it is from. */
export type ForeignWords = Readonly<Record<string, string>>

/** Where a wire keeps what, and the words by which what was meant for another is known. */
export interface WireShapes {
  /** By which a wire reads and writes what is its own, for mends. */
  readonly codecs: Pick<WireCodecs, 'id' | 'limits' | 'messages' | 'request'>
  /** The field of an entry that has its content. */
  readonly contentField: 'content' | 'parts'
  /** The entries of the history. */
  readonly entries: Find
  /** What they hold. */
  readonly parts: Find
  /** Types of parts. */
  readonly partTypes: ForeignWords
  /** Fields of parts. */
  readonly partFields: ForeignWords
  /** Fields of entries. */
  readonly entryFields: ForeignWords
  /** Fields of the request. */
  readonly requestFields: ForeignWords
}
