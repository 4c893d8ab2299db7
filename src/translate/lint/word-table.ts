/** The part of a conversation that a field of a request states. */
export type RequestSaying = 'history' | 'instructions' | 'tools' | 'choice' | 'settings' | 'rest'

/**
 * The meaning of a field. `content`: content of the conversation. `beside`: data that does not affect texts,
 * calls, results and media.
 */
export type Saying = 'content' | 'beside'

/**
 * A field or a type. The ids of wires are separated by spaces. `holders` are wires that accept the field or
 * type although their decoders keep it as unknown. Default: no holders.
 */
export type WireWord<Says extends string> = readonly [says: Says, readers: string, holders?: string]

/** The fields and types that the decoders of all wires read. */
export interface WordTable {
  /** The human-readable names of wires, by wire id. */
  readonly titles: Readonly<Record<string, string>>
  /** The members of `Settings` that a field states, separated by spaces; `group` for an object of several settings. */
  readonly settings: Readonly<Record<string, string>>
  /** Fields of requests. */
  readonly requestFields: Readonly<Record<string, WireWord<RequestSaying>>>
  /** Types of the entries of a history. */
  readonly entryTypes: Readonly<Record<string, WireWord<Saying>>>
  /** Fields of the entries of a history. */
  readonly entryFields: Readonly<Record<string, WireWord<Saying>>>
  /** Types of parts. */
  readonly partTypes: Readonly<Record<string, WireWord<Saying>>>
  /** Fields of parts. */
  readonly partFields: Readonly<Record<string, WireWord<Saying>>>
  /** Fields of definitions of functions. */
  readonly toolFields: Readonly<Record<string, WireWord<Saying>>>
  /** Fields of the objects inside function definitions. */
  readonly functionFields: Readonly<Record<string, WireWord<Saying>>>
}
