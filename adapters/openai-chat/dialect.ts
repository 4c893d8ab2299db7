import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Context } from '../../src/base/model/context.js'
import type { Wired } from '../../src/base/model/metadata.js'
import type { MediaPart, Outcome, Part, ReasoningPart } from '../../src/base/model/types.js'
import type { ReadFields } from '../../src/codec/shape/fields.js'

/**
 * What a relative of the format does differently, as data: each relative gives the shared codecs its own (see
 * `family.ts`). What servers add to the format without a relative of their own is in `quirks.ts`.
 */
export interface Dialect {
  /** What messages call it. */
  readonly name: string
  /** Words that stand where a call's id is missing. */
  readonly noIds: readonly string[]
  /** The word of `tool_choice` for calling some tool. */
  readonly required: 'required' | 'any'
  /** Types of content parts that hold media; the first one that can hold a part is written. */
  readonly media: readonly MediaForm[]
  /** Where thinking stands in the content. Default: in fields of its own. */
  readonly thinking?: ThinkingChunks
  /** What else a message may hold. Default: nothing. */
  readonly additions?: MessageAdditions
  /** Whether answers can cite sources with an address. */
  readonly citations: boolean
  /** Members that every answer has, with what stands in them where nothing is known. */
  readonly empty: { readonly answer: JsonObject; readonly message: JsonObject; readonly choice: JsonObject }
  /** Members of the function in every piece of a streamed call. */
  readonly callPiece: JsonObject
  /** The words for outcomes that have another one than OpenAI's. */
  readonly finishWords: Readonly<Partial<Record<Outcome, string>>>
  /** Fields of stream events that mean nothing: they pad against traffic analysis. */
  readonly padding: string
}

/** Members of an assistant message that become parts, beside its content and its calls. Each adds what it read to `taken`. */
export interface MessageAdditions {
  /** Parts that led to the text. */
  before(native: JsonObject, taken: ReadFields, site: MessageSite): Part[]
  after(native: JsonObject, taken: ReadFields, site: MessageSite): Part[]
}

/** One type of content part that holds media: `{type, [type]: {[member]: …}}`. */
export interface MediaForm {
  readonly type: string
  readonly kind: MediaPart['kind']
  readonly member: string
  /** `url`: links and data URLs; `data`: data URLs; `base64`: bare base64, its `format` beside it where there is an object. */
  readonly holds: 'url' | 'data' | 'base64' | 'link' | 'file-id'
  /** What stands in place of the usual object: its text alone, or the member right beside the type. */
  readonly body?: 'text' | 'beside'
  /** The member beside the type that holds the file's name. Default: `filename` in the object of a file. */
  readonly name?: string
}

export interface ThinkingChunks {
  /** The thinking of a chunk, or undefined when it is another kind of chunk. */
  read(chunk: JsonObject, context: Wired): ReasoningPart | undefined
  write(part: ReasoningPart, context: Wired): JsonObject
  /** A chunk of a stream with the next piece of it. */
  join(chunk: JsonObject, piece: JsonObject): JsonObject
}

/** The context of the shared codecs. */
export interface ChatContext extends Context {
  readonly dialect: Dialect
}

export function inDialect(context: Context, dialect: Dialect): ChatContext {
  return { ...context, dialect }
}

export type Side = 'request' | 'response'

/** Where an assistant message stands and what is known about it. */
export interface MessageSite {
  readonly context: ChatContext
  readonly side: Side
  readonly path: string
  /** What tells this message from others, for minted ids. */
  readonly place: string
  /** Whether output ended early: `length` concerns the last call only, after a broken stream no call is complete. */
  readonly cut?: 'length' | 'broken' | undefined
}
