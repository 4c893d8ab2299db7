import type { JsonObject } from '../../base/json/json-types.js'

/**
 * The forms of citations in the answers of a wire. They are only used between different wires: for the same
 * wire citations are unchanged.
 */
export interface CitationForms {
  /** The positions of citations in texts. Default: texts have none. */
  readonly ofText?: CitationPlaces
  /**
   * The position, in the metadata of a source part, of the range of the answer's text that it supports.
   * Default: none.
   */
  readonly ofPart?: Pick<CitationPlaces, 'range'>
  /** Reads citations next to the message from the kept metadata of the answer. Default: none. */
  ofAnswer?(own: JsonObject, texts: readonly string[]): AnswerCitations
  /** The form of citations from other wires. Default: they are dropped, with a notice. */
  readonly written?: WrittenCitations
}

/** Citations next to a message. */
export interface AnswerCitations {
  readonly citations: readonly Citation[]
  /** The search queries. Default: unknown. */
  readonly queries?: readonly string[]
  /** The native object that contained them. */
  readonly native: JsonObject
}

/**
 * Paths: `list` into the metadata of a text, the others into one citation. The first existing path of several
 * is used.
 */
export interface CitationPlaces {
  readonly list: string
  readonly url: readonly string[]
  readonly title: readonly string[]
  /**
   * Positions of the first character and of the one after the last. Default: a citation covers the complete
   * text.
   */
  readonly range?: readonly [start: string, end: string]
  /** The unit of positions, if it is not the UTF-16 code unit of JavaScript strings. */
  readonly unit?: 'bytes'
}

/** A citation of an answer, and its position. */
export interface Citation {
  /** Its URL. Default: none, as for a document. */
  readonly url?: string
  /** Its title. Default: unknown. */
  readonly title?: string
  /** The range of the answer's text that it supports. Default: unknown. */
  readonly place?: TextRange
}

/** A citation with a URL and the range of the text that it supports. The range is empty if unknown. */
export interface PlacedCitation {
  /** The URL. */
  readonly url: string
  /** Its title. Default: unknown. */
  readonly title?: string
  /** The first character of `text` that it supports. */
  readonly start: number
  /** The character after the last; the same as `start` if the range is unknown. */
  readonly end: number
  /** The text that `start` and `end` refer to. */
  readonly text: string
  /** The index of the text's part in the message. */
  readonly part: number
}

/**
 * The position at which the encoders of a wire expect citations: in the metadata of a source part, of the
 * text or of the answer.
 */
export interface WrittenCitations {
  readonly on: 'part' | 'text' | 'answer'
  /** True if they contain the titles of pages. Default: true. */
  readonly titles?: boolean
  /**
   * Returns the metadata with the citations. For `part`: with one citation, whose range refers to all texts
   * of the answer joined.
   * @param queries the known search queries; only passed for `answer`.
   */
  metadata(citations: readonly PlacedCitation[], queries: readonly string[]): JsonObject
}

/** A range of characters in one of an answer's texts. */
export interface TextRange {
  /** The index of the text, from 0. */
  readonly text: number
  /** The first character. */
  readonly start: number
  /** The character after the last. */
  readonly end: number
}
