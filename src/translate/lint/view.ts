import type { JsonValue } from '../../base/json/json-types.js'
import { isObject, stringOr } from '../../base/json/read-json.js'
import type { MediaKind, ToolChoice } from '../../base/model/types.js'
import type { Found } from '../../base/schema/walk.js'

/** Something in a native request, by its JSON Pointer. */
export interface Place {
  /** JSON Pointer. */
  readonly path: string
}

/** A text of a native request: an id, a name, words. What is no text there counts as an empty one. */
export interface TextAt extends Place {
  /** Empty when there is no text. */
  readonly text: string
}

/** Any value of a native request. */
export interface ValueAt extends Place {
  /** Undefined when there is none. */
  readonly value: JsonValue | undefined
}

/** Media as base64; without a type where it says none. */
export interface DataAt extends Place {
  /** What it is for the model. */
  readonly kind: MediaKind
  /** Absent where none is said. */
  readonly mediaType?: string | undefined
}

/** What a message holds, as far as rules of several wires look at it. */
export interface PartView extends Place {
  /** `executed-…`: of a tool that the provider runs. */
  readonly kind: 'text' | 'call' | 'result' | 'executed-call' | 'executed-result' | 'other'
  /** Of a call, or the one that a result names. */
  readonly id?: TextAt | undefined
  /** Of a call, on wires that check it. */
  readonly name?: TextAt | undefined
  /** Its words. Absent when it has none. */
  readonly text?: TextAt | undefined
  /** Of a call, on wires where it is an object. */
  readonly input?: ValueAt | undefined
  /** Of a result. */
  readonly content?: ValueAt | undefined
  /** Of a result. Default: no. */
  readonly isError?: boolean | undefined
  /** What the content of a result lists, on wires that check it. */
  readonly inner?: readonly PartView[] | undefined
  /** Of a part that holds media. */
  readonly media?: MediaKind | undefined
}

/** A message of a request. */
export interface MessageView extends Place {
  /** In the wire's own words. */
  readonly role: string
  /** Whether its content is a list that holds nothing. */
  readonly isEmpty: boolean
  /** What it holds. */
  readonly parts: readonly PartView[]
}

/** What one side says before the other does: one message, or several that the server reads as one. */
export interface TurnView {
  /** Whether the model speaks. */
  readonly isModels: boolean
  /** Of all its messages. */
  readonly parts: readonly PartView[]
}

/** A tool definition of a request. */
export interface ToolView extends Place {
  /** Of the caller's own tools, and of others that have one. */
  readonly name?: TextAt | undefined
  /** Whether the caller defines it. Default: the vendor does. */
  readonly isOwn?: boolean | undefined
  /** Whether the history defines it, and a later definition of its name replaces it. Default: false. */
  readonly isInHistory?: boolean | undefined
  /** The schema of a strict tool. */
  readonly strictSchema?: Found | undefined
}

/** A native request as the rules that wires share see it. It may be any JSON, well-formed or not. */
export interface RequestView {
  /** In their order. */
  readonly messages: readonly MessageView[]
  /** The messages by who speaks. */
  readonly turns: readonly TurnView[]
  /** Text outside of the messages. */
  readonly instructions: readonly TextAt[]
  /** The caller's own, and the vendor's. */
  readonly tools: readonly ToolView[]
  /** Where they stand, or would. Default: `/tools`. */
  readonly toolsPath?: string | undefined
  /** Default: none is stated. */
  readonly toolChoice?: (Place & { readonly type: ToolChoice['type'] }) | undefined
  /** Names that no rule judges and that change with those of the tools: in a choice, in calls. Default: there are none. */
  readonly otherNames?: readonly TextAt[] | undefined
  /** Whether the server holds the turns before these. Default: no. */
  readonly isContinued?: boolean | undefined
}

/** The string under a key of an object that was found. */
export function textAt({ value, path }: Found, key: string): TextAt {
  return { text: stringOr(value[key], ''), path: `${path}/${key}` }
}

/** A member of an object, with its place. */
export function valueAt({ value, path }: Found, key: string): ValueAt {
  return { value: value[key], path: `${path}/${key}` }
}

/** The schema of a tool that says it is strict. */
export function strictSchema({ value: tool }: Found, { value, path }: ValueAt): Found | undefined {
  return tool.strict === true && isObject(value) ? { value, path } : undefined
}
