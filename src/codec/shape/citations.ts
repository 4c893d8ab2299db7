import type { JsonObject } from '../../base/json/json-types.js'

/**
 * How the answers of a wire say what they cite. Only what crosses to another wire goes through here: to the same wire
 * citations go back as they came.
 */
export interface CitationForms {
  /** Where texts have their citations. Default: texts have none. */
  readonly ofText?: CitationPlaces
  /** Where the metadata of a source part says which characters of the answer's text rest on it. Default: nowhere. */
  readonly ofPart?: Pick<CitationPlaces, 'range'>
  /** What the answer says beside its message, by what was kept of it. Default: nothing. */
  ofAnswer?(own: JsonObject, texts: readonly string[]): AnswerCitations
  /** How citations of other wires are written. Default: they are left out, with a notice. */
  readonly written?: WrittenCitations
}

/** What stands beside a message. */
export interface AnswerCitations {
  readonly citations: readonly Citation[]
  /** What was searched for. Default: nobody says. */
  readonly queries?: readonly string[]
  /** Where they were read. */
  readonly native: JsonObject
}

/** Paths: `list` into the metadata of a text, the others into one citation. Of several the first that is there counts. */
export interface CitationPlaces {
  readonly list: string
  readonly url: readonly string[]
  readonly title: readonly string[]
  /** Of the first character and of the one after the last. Default: a citation is of the whole text. */
  readonly range?: readonly [start: string, end: string]
  /** What places count in, where it is not the code units of JavaScript's strings. */
  readonly unit?: 'bytes'
}

/** What an answer cites, and where. */
export interface Citation {
  /** Its address. Default: it has none, as a document. */
  readonly url?: string
  /** What people call it. Default: nobody says. */
  readonly title?: string
  /** What of the answer's texts rests on it. Default: nobody says. */
  readonly place?: TextPlace
}

/** A citation that has an address, and the characters of a text that rest on it: none when nobody says which. */
export interface PlacedCitation {
  /** Its address. */
  readonly url: string
  /** What people call it. Default: nobody says. */
  readonly title?: string
  /** The first character of `text` that rests on it. */
  readonly start: number
  /** The character after the last; the same as `start` when nobody says which. */
  readonly end: number
  /** The text that `start` and `end` count in. */
  readonly text: string
  /** Which part of the message that is. */
  readonly part: number
}

/** Where the encoders of a wire find citations: among the metadata of a source part, of the text or of the answer. */
export interface WrittenCitations {
  readonly on: 'part' | 'text' | 'answer'
  /** Whether they say what a page is called. Default: true. */
  readonly titles?: boolean
  /**
   * The metadata in which they are written. `part`: of one citation, which counts in all texts of the answer as one.
   * @param queries what was searched for, as far as it is known. `answer` alone is told.
   */
  metadata(citations: readonly PlacedCitation[], queries: readonly string[]): JsonObject
}

/** Characters of one of an answer's texts. */
export interface TextPlace {
  /** Which text: 0 for the first. */
  readonly text: number
  /** The first character. */
  readonly start: number
  /** The character after the last. */
  readonly end: number
}
