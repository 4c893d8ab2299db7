/** The part of a conversation that a field of a request states. */
export type RequestSaying = 'history' | 'instructions' | 'tools' | 'choice' | 'settings' | 'rest'

/** `beside`: without the field, the texts, calls, results and media of the conversation are the same. */
export type Saying = 'content' | 'beside'

/**
 * A field or a type. The ids of wires are separated by spaces. Holders accept the field or type, and their decoders keep it
 * as unknown. Default: there are none.
 */
export type WireWord<Says extends string> = readonly [says: Says, readers: string, holders?: string]

/** The fields and types that the decoders of all wires read. */
export interface WordTable {
  /** The names of wires for people, by the wire ids. */
  readonly titles: Readonly<Record<string, string>>
  /** The members of `Settings` that a field states, separated by spaces; `group` for an object of several settings. */
  readonly settings: Readonly<Record<string, string>>
  /** Fields of requests. */
  readonly requestFields: Readonly<Record<string, WireWord<RequestSaying>>>
  /** Types of the entries of a history. */
  readonly entryTypes: Readonly<Record<string, WireWord<Saying>>>
  /** Fields of these entries. */
  readonly entryFields: Readonly<Record<string, WireWord<Saying>>>
  /** Types of parts. */
  readonly partTypes: Readonly<Record<string, WireWord<Saying>>>
  /** Fields of parts. */
  readonly partFields: Readonly<Record<string, WireWord<Saying>>>
  /** Fields of definitions of functions. */
  readonly toolFields: Readonly<Record<string, WireWord<Saying>>>
  /** Fields of the objects inside of function definitions. */
  readonly functionFields: Readonly<Record<string, WireWord<Saying>>>
}
