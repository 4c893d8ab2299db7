import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Context } from '../../src/base/model/context.js'
import type { Wired } from '../../src/base/model/metadata.js'
import type { MediaPart, Outcome, Part, ReasoningPart } from '../../src/base/model/types.js'
import type { ReadFields } from '../../src/codec/shape/fields.js'

/**
 * Differences of a related format, as data: each related adapter passes its dialect to the shared codecs (see
 * `family.ts`). Additions of servers without a separate adapter are in `quirks.ts`.
 */
export interface Dialect {
  /** Name of the format in messages. */
  readonly name: string
  /** Values that replace a missing call id. */
  readonly noIds: readonly string[]
  /** The value of `tool_choice` that requires a call of any tool. */
  readonly required: 'required' | 'any'
  /** Types of content parts for media. The first type that can hold a part is written. */
  readonly media: readonly MediaForm[]
  /** Codec of thinking inside the content. Default: thinking is in separate fields. */
  readonly thinking?: ThinkingChunks
  /** Additional fields of a message. Default: none. */
  readonly additions?: MessageAdditions
  /** True if answers can cite sources with a URL. */
  readonly citations: boolean
  /** Members that every answer has, with their default values. */
  readonly empty: { readonly answer: JsonObject; readonly message: JsonObject; readonly choice: JsonObject }
  /** Members of the function in every piece of a streamed call. */
  readonly callPiece: JsonObject
  /** Finish reasons that differ from OpenAI's, by outcome. */
  readonly finishWords: Readonly<Partial<Record<Outcome, string>>>
  /** Names of stream fields without meaning: padding against traffic analysis. */
  readonly padding: string
}

/**
 * Members of an assistant message that become parts, in addition to its content and calls. Each method adds
 * the decoded fields to `taken`.
 */
export interface MessageAdditions {
  /** Decodes parts that precede the text. */
  before(native: JsonObject, taken: ReadFields, site: MessageSite): readonly Part[]
  after(native: JsonObject, taken: ReadFields, site: MessageSite): readonly Part[]
}

/** One type of content part for media: `{type, [type]: {[member]: …}}`. */
export interface MediaForm {
  readonly type: string
  readonly kind: MediaPart['kind']
  readonly member: string
  /**
   * `url`: links and data URLs; `data`: data URLs; `base64`: bare base64, with a `format` next to it if the
   * body is an object.
   */
  readonly holds: 'url' | 'data' | 'base64' | 'link' | 'file-id'
  /** Replaces the usual object: only its text, or the member directly next to the type. */
  readonly body?: 'text' | 'beside'
  /** The member next to the type for the file name. Default: `filename` in the object of a file. */
  readonly name?: string
}

export interface ThinkingChunks {
  /** Decodes the thinking of a chunk. Returns undefined for other chunks. */
  read(chunk: JsonObject, context: Wired): ReasoningPart | undefined
  write(part: ReasoningPart, context: Wired): JsonObject
  /** Joins the next streamed piece to a chunk. */
  join(chunk: JsonObject, piece: JsonObject): JsonObject
}

/** The context of the shared codecs. */
export interface ChatContext extends Context {
  readonly dialect: Dialect
}

export function inDialect(context: Context, dialect: Dialect): ChatContext {
  // The spread comes last: V8 creates a hidden class per object if a spread object gets another member.
  return { dialect, ...context }
}

export type Side = 'request' | 'response'

/** Position of an assistant message, with facts from outside the message. */
export interface MessageSite {
  readonly context: ChatContext
  readonly side: Side
  readonly path: string
  /** A text that distinguishes this message from other messages, for minted ids. */
  readonly place: string
  /**
   * Set if the output ended early: `length` affects only the last call; after a broken stream, all calls are
   * incomplete.
   */
  readonly cut?: 'length' | 'broken' | undefined
}
