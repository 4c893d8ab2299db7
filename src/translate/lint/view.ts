import type { JsonValue } from '../../base/json/json-types.js'
import { isObject, stringOr } from '../../base/json/read-json.js'
import type { MediaKind, ToolChoice } from '../../base/model/types.js'
import type { Found } from '../../base/schema/walk.js'

/** A value in a native request, identified by its JSON Pointer. */
export interface Place {
  /** JSON Pointer. */
  readonly path: string
}

/**
 * A text of a native request: an id, a name or content. A value that is not a text is read as an empty text.
 */
export interface TextAt extends Place {
  /** The text. Empty if the value is not a text. */
  readonly text: string
}

/** Any value of a native request. */
export interface ValueAt extends Place {
  /** The value. Undefined if it is absent. */
  readonly value: JsonValue | undefined
}

/** Base64 media, with its type if stated. */
export interface DataAt extends Place {
  /** The kind of media for the model. */
  readonly kind: MediaKind
  /** The media type. Absent if the request states no type. */
  readonly mediaType?: string | undefined
}

/** The content of a message, as far as rules of several wires read it. */
export interface PartView extends Place {
  /** The kind of content. `executed-…`: a call or result of a tool that the provider runs. */
  readonly kind: 'text' | 'call' | 'result' | 'executed-call' | 'executed-result' | 'other'
  /** The id of a call, or the call id of a result. */
  readonly id?: TextAt | undefined
  /** The name of a call, on wires that check it. */
  readonly name?: TextAt | undefined
  /** The text of the part. Absent if the part has no text. */
  readonly text?: TextAt | undefined
  /** The arguments of a call, on wires where they are an object. */
  readonly input?: ValueAt | undefined
  /** The content of a result. */
  readonly content?: ValueAt | undefined
  /** True if a result is an error. Default: false. */
  readonly isError?: boolean | undefined
  /** The parts in the content of a result, on wires that check them. */
  readonly inner?: readonly PartView[] | undefined
  /** The kind of media, for a part that contains media. */
  readonly media?: MediaKind | undefined
}

/** A message of a request. */
export interface MessageView extends Place {
  /** The wire's own name of the role. */
  readonly role: string
  /** True if the content is an empty list. */
  readonly isEmpty: boolean
  /** The parts of the message. */
  readonly parts: readonly PartView[]
}

/** Consecutive messages of one side: one message, or several that the server reads as one. */
export interface TurnView {
  /** True for a turn of the model. */
  readonly isModels: boolean
  /** The parts of all messages of the turn. */
  readonly parts: readonly PartView[]
}

/** A tool definition of a request. */
export interface ToolView extends Place {
  /** The name of the tool. Tools of vendors may lack a name. */
  readonly name?: TextAt | undefined
  /** True if the caller defines the tool. Default: the vendor defines it. */
  readonly isOwn?: boolean | undefined
  /**
   * True if the history defines the tool; a later definition of the same name replaces it. Default: false.
   */
  readonly isInHistory?: boolean | undefined
  /** The schema of a strict tool. */
  readonly strictSchema?: Found | undefined
}

/** A native request as seen by rules that wires share. It may be any JSON, well-formed or not. */
export interface RequestView {
  /** The messages in order. */
  readonly messages: readonly MessageView[]
  /** The messages grouped by speaker. */
  readonly turns: readonly TurnView[]
  /** Text outside the messages. */
  readonly instructions: readonly TextAt[]
  /** The caller's tools and the vendor's. */
  readonly tools: readonly ToolView[]
  /** The path of the tools, present or not. Default: `/tools`. */
  readonly toolsPath?: string | undefined
  /** The tool choice. Default: not stated. */
  readonly toolChoice?: (Place & { readonly type: ToolChoice['type'] }) | undefined
  /**
   * Names that no rule checks but that are renamed with the tools, in a choice or in calls. Default: none.
   */
  readonly otherNames?: readonly TextAt[] | undefined
  /** True if the server stores the earlier turns. Default: false. */
  readonly isContinued?: boolean | undefined
}

/** Returns the string under a key of a found object. */
export function textAt({ value, path }: Found, key: string): TextAt {
  return { text: stringOr(value[key], ''), path: `${path}/${key}` }
}

/** Returns a member of an object with its path. */
export function foundMember({ value, path }: Found, key: string): ValueAt {
  return { value: value[key], path: `${path}/${key}` }
}

/** Returns the schema of a tool with `strict: true`. */
export function strictSchema({ value: tool }: Found, { value, path }: ValueAt): Found | undefined {
  return tool.strict === true && isObject(value) ? { value, path } : undefined
}
