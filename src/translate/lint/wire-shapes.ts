import type { WireCodecs } from '../../codec/wire/contract.js'
import type { Find } from './found.js'
import type { RequestFields } from './request-names.js'

/** Fields or types of other formats, each with the formats that read it. */
export type ForeignWords = Readonly<Record<string, string>>

/** The paths of the objects of a request whose fields are checked. */
export interface WireForm {
  /** The wire id. */
  readonly wire: string
  /** Objects with the fields of a request. Default: the request itself. */
  readonly bodies?: Find
  /** The entries of the history. */
  readonly entries: Find
  /** The parts of entries. */
  readonly parts: Find
  /** The definitions of tools. Default: definitions are not checked. */
  readonly tools?: Find
  /** The objects inside definitions that describe a function. Default: these objects are not checked. */
  readonly functions?: Find
  /** The request fields of the wire and its servers. Default: the fields in the fixtures. */
  readonly fields?: RequestFields
  /** True to accept `maxTokens` for `max_tokens` if `fields` is not set. Default: false. */
  readonly isSpelledFreely?: true
  /**
   * Fields and types that servers of the wire accept, and its decoder keeps as unknown. Default: the fields
   * and types in the fixtures.
   */
  readonly accepted?: readonly string[]
  /** Further request fields that the provider refuses, with the formats that have them. Default: none. */
  readonly refused?: ForeignWords
}

/** A wire whose codecs write the fixes. Sessions are written event by event and have no fixes. */
export interface WrittenForm extends WireForm {
  readonly codecs: Pick<WireCodecs, 'limits' | 'messages' | 'request' | 'tools'>
  /** The request field that contains the history. */
  readonly historyField: string
  /** The JSON Pointer of the choice of tools. Default: choices of other formats are not checked. */
  readonly choicePath?: string
  /** The native role of the model. */
  readonly modelRole: string
  /** The field of an entry that contains the content. */
  readonly contentField: 'content' | 'parts'
  /** True if the content of an entry is a text, never a list of parts. Default: false. */
  readonly isTextAlone?: true
}

/** The fields and types of other formats, computed for one wire. */
export interface ForeignForms {
  /**
   * The formats whose parts have no type, for a wire whose parts have a type. Default: the parts of the wire
   * have no type.
   */
  readonly untypedParts?: string
  /** Types of parts. */
  readonly partTypes: ForeignWords
  /** Fields of parts. */
  readonly partFields: ForeignWords
  /** Types of entries. */
  readonly entryTypes: ForeignWords
  /** Fields of entries. */
  readonly entryFields: ForeignWords
  /** Fields of the request. */
  readonly requestFields: ForeignWords
  /** Fields of groups of settings, by the path of the group. */
  readonly groupFields: Readonly<Record<string, ForeignWords>>
  /** Fields of definitions. */
  readonly toolFields: ForeignWords
  /** Fields of the objects inside definitions. */
  readonly functionFields: ForeignWords
}

export type ForeignShapes = WireForm & ForeignForms
export type WireShapes = WrittenForm & ForeignForms
