import type { JsonObject } from '../../base/json/json-types.js'

/**
 * The forms of citations in the answers of a wire. The forms are used only between different wires. For the
 * same wire, citations stay unchanged.
 */
export interface CitationForms {
  /** The positions of citations in texts. Default: texts have no citations. */
  readonly ofText?: CitationPlaces
  /**
   * The position, in the metadata of a source part, of the range of the answer's text that the source
   * supports. Default: none.
   */
  readonly ofPart?: Pick<CitationPlaces, 'range'>
  /** Reads citations next to the message from the kept metadata of the answer. Default: none. */
  ofAnswer?(own: JsonObject, texts: readonly string[]): AnswerCitations
  /** The form of citations from other wires. Default: these citations are dropped with a notice. */
  readonly written?: WrittenCitations
}

/** Citations next to a message. */
export interface AnswerCitations {
  readonly citations: readonly Citation[]
  /** The search queries. Default: unknown. */
  readonly queries?: readonly string[]
  /** The native object that contained the citations. */
  readonly native: JsonObject
}

/**
 * Paths to the data of citations. `list` is a path into the metadata of a text; the other paths lead into one
 * citation. Of several paths, the first existing one is used.
 */
export interface CitationPlaces {
  readonly list: string
  readonly url: readonly string[]
  readonly title: readonly string[]
  /**
   * Positions of the first character and of the character after the last one. Default: a citation covers the
   * complete text.
   */
  readonly range?: readonly [start: string, end: string]
  /** The unit of positions. Default: UTF-16 code units, as in JavaScript strings. */
  readonly unit?: 'bytes'
}

/** A citation of an answer, and its position. */
export interface Citation {
  /** The URL of the source. Default: none, as for a document. */
  readonly url?: string
  /** The title of the source. Default: unknown. */
  readonly title?: string
  /** The range of the answer's text that the citation supports. Default: unknown. */
  readonly place?: TextRange
}

/** A citation with a URL and the range of the text that it supports. The range is empty if unknown. */
export interface PlacedCitation {
  /** The URL of the source. */
  readonly url: string
  /** The title of the source. Default: unknown. */
  readonly title?: string
  /** The index of the first supported character of `text`. */
  readonly start: number
  /** The index after the last supported character; the same as `start` if the range is unknown. */
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
  /** True if citations contain the titles of pages. Default: true. */
  readonly titles?: boolean
  /**
   * Returns the metadata with the citations. For `part`, the metadata has one citation, and its range refers
   * to the joined texts of the answer.
   * @param queries the known search queries; only passed for `answer`.
   */
  metadata(citations: readonly PlacedCitation[], queries: readonly string[]): JsonObject
}

/** A range of characters in one of an answer's texts. */
export interface TextRange {
  /** The index of the text, from 0. */
  readonly text: number
  /** The index of the first character. */
  readonly start: number
  /** The index after the last character. */
  readonly end: number
}
