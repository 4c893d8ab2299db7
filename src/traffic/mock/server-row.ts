import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { Api } from './request-view.js'

/** A value at a JSON Pointer of the request. It matches if the value exists and is one of `is`. */
export interface FieldTest {
  readonly at: string
  /** Default: any value. */
  readonly is?: readonly JsonValue[]
}

/**
 * A condition of a refusal, as data. `at` is a JSON Pointer in which `*` matches any index or key; the n-th
 * `*` is the placeholder `index`, `part` or `third` of the text.
 */
export type RefusalCondition =
  /** A value that exists. `is`, `not`, `type` and `matches` restrict it; `where` tests its object. */
  | {
      readonly kind: 'field'
      readonly at: string
      readonly is?: readonly JsonValue[]
      readonly not?: readonly JsonValue[]
      readonly type?: 'null' | 'string' | 'array' | 'object' | 'empty'
      readonly matches?: RegExp
      readonly where?: MemberTest
    }
  /** A missing member of an object that exists. */
  | {
      readonly kind: 'missing'
      readonly at: string
      readonly where?: MemberTest
      /** Other members, one of which is enough. */
      readonly or?: readonly string[]
    }
  /** A member that is not one of `known`. Its name is the placeholder `field`. */
  | {
      readonly kind: 'unknown'
      readonly at: string
      readonly known: readonly string[]
      readonly where?: MemberTest
    }
  /** A tool with a definition of one of these kinds, or any tool. */
  | { readonly kind: 'tool'; readonly is?: readonly string[]; readonly not?: readonly string[] }
  /** Functions next to tools of other types. */
  | { readonly kind: 'mixed-tools' }
  /** A tool choice. */
  | {
      readonly kind: 'choice'
      readonly is: readonly ('auto' | 'none' | 'required' | 'named' | 'other')[]
      readonly form?: 'object' | 'text'
    }
  /** A tool choice in a request without tools. */
  | { readonly kind: 'choice-without-tools' }
  /** A named tool choice whose tool is not declared. */
  | { readonly kind: 'choice-of-unknown-tool' }
  /** A keyword of a tool's JSON Schema. Its position is the placeholder `path`. */
  | {
      readonly kind: 'schema'
      readonly keywords: readonly string[]
      /** Default: everywhere. */
      readonly within?: 'root' | 'below'
      /** Another keyword of the same schema, without which the keyword is accepted. */
      readonly next?: string
      /** Texts of the keyword that are accepted. */
      readonly not?: RegExp
      /** JSON Pointer to another schema than those of the tools. */
      readonly of?: string
    }
  /** A schema without a type. */
  | { readonly kind: 'untyped-schema'; readonly within: 'root' | 'below' }
  /** System text that is not at the beginning. `one`: a second text at the beginning does not count as leading. */
  | { readonly kind: 'late-system'; readonly leading: 'one' | 'many'; readonly roles?: readonly string[] }
  /** The first call of an assistant turn without a signature, after the last user turn. */
  | { readonly kind: 'unsigned-call' /** JSON Pointer from the call. */; readonly at: string }
  /** The roles user and assistant do not alternate after the system text. */
  | { readonly kind: 'alternation'; readonly tools: 'as-user' | 'ignored' | 'refused' }
  /** The last turn has another role. */
  | { readonly kind: 'last-turn'; readonly not: readonly string[] }
  /** A turn follows another one. */
  | { readonly kind: 'turn-after'; readonly role: string; readonly after: string }
  /** No turn has this role. */
  | { readonly kind: 'no-turn'; readonly role: string }
  /** Calls whose results do not follow. Their ids are the placeholder `ids`. */
  | { readonly kind: 'unanswered-calls' }
  /** A result whose call is not in the turns before. */
  | { readonly kind: 'result-without-call' }
  /** The history has calls or results, and the request has no tools. */
  | { readonly kind: 'history-without-tools' }
  /**
   * Arguments of a call in the history whose text is not JSON or not that of an object, or which are not an
   * object in the request (`not-native`).
   */
  | { readonly kind: 'call-arguments'; readonly are: 'not-json' | 'not-object' | 'not-native' }
  /** The prompt and the limit of the answer exceed the context window. `prompt`: the prompt alone does. */
  | { readonly kind: 'too-long'; readonly part?: 'prompt' }

/** A test of a member of an object. A missing member counts as null. */
export interface MemberTest {
  readonly member: string
  readonly is?: readonly JsonValue[]
  readonly not?: readonly JsonValue[]
}

/** The words of a server for which no source is known. The mock names the path, and marks its words. */
export const TEXT_UNKNOWN = null

/** An error of a server: its words and members. Texts may have placeholders of the findings. */
export interface ServerWords {
  readonly status: number
  /** The text of the server; null if it is not known. */
  readonly text: string | typeof TEXT_UNKNOWN
  readonly type?: JsonValue
  readonly code?: JsonValue
  readonly param?: JsonValue
  /** The body, if it differs from other errors of the server. */
  readonly body?: JsonValue
  readonly headers?: Readonly<Record<string, string>>
  /** The source of the words, e.g. the number of an issue. */
  readonly source: string
}

/** A header of the request by its lower-case name. */
export type HeaderTest = readonly [name: string, value: RegExp]

/** A request that the server refuses. */
export interface RefusalRow extends ServerWords {
  readonly when: RefusalCondition
  /** The models that refuse it. Default: all. */
  readonly models?: RegExp
  /** Further conditions, all of which must match. */
  readonly given?: readonly FieldTest[]
  /** The request is accepted in this case. */
  readonly unless?: FieldTest
  /** A header that must match. */
  readonly header?: HeaderTest
  /** The request is accepted with this header. */
  readonly unlessHeader?: HeaderTest
  /** The path must match. */
  readonly path?: RegExp
  /** Reports all findings, joined by this text. Default: only the first. */
  readonly join?: string
}

/** The form of a server's error bodies. Placeholders: message, type, code, param, status, requestId. */
export interface ErrorBodyForm {
  readonly body: JsonValue
  /** Default: `application/json`. `text/plain` with a text as the body. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The types by status, for refusals without their own. Default: null. */
  readonly types?: Readonly<Record<number, string>>
  /** The codes by status, for refusals without their own. Default: null. */
  readonly codes?: Readonly<Record<number, JsonValue>>
}

/** An event of a stream, as a template. */
export interface EventTemplate {
  readonly event?: string
  readonly data: JsonValue
}

/** The peculiarities of a server's streams. Default of each: the form of the wire's vendor. */
export interface StreamHabits {
  /** The role is in a frame with empty text, in a frame with null, or in the first frame of content. */
  readonly first?: 'empty' | 'null' | 'joined'
  /** Frames before the answer. */
  readonly before?: readonly EventTemplate[]
  /** Calls arrive in one frame each. Default: in pieces. */
  readonly calls?: 'whole'
  /** Members that deltas of calls do not have, such as `index`. */
  readonly callsWithout?: readonly string[]
  /** The finish reason is in the last frame of content. Default: in a separate frame. */
  readonly finish?: 'last-delta'
  /** Members next to the finish reason. */
  readonly finishMembers?: JsonObject
  /** The usage: only on request, always, or in the frame with the finish reason. Default: on request. */
  readonly usage?: 'always' | 'with-finish'
  /** A comment at the beginning, and after the first frame. */
  readonly comment?: string
  /** The events of an error within a stream; an empty list if the error is lost. */
  readonly error?: readonly EventTemplate[]
  /** True if `[DONE]` follows an error. Default: false. */
  readonly isDoneAfterError?: boolean
}

/** One API of a server. */
export interface ApiRow {
  readonly api: Api
  /** The id of the adapter that writes the answers. */
  readonly wire: string
  /** Matches the path. */
  readonly path: RegExp
  /** The types of tools that the model can call. */
  readonly tools: readonly string[]
  /** The treatment of other types. Only `refuse` needs a refusal. */
  readonly unknownTool: 'refuse' | 'drop' | 'spoil'
  /** In the order in which the server checks them. */
  readonly refusals: readonly RefusalRow[]
  /** The treatment of a chat template's refusals. Default: no templates. */
  readonly template?: Pick<ServerWords, 'status' | 'text' | 'type' | 'code' | 'source'>
  /** Error bodies of this API. Default: those of the server. */
  readonly error?: ErrorBodyForm
  /** Matches URLs whose errors are in a list with one element. Default: none. */
  readonly listsErrorsAt?: RegExp
  /** The first call of an answer has a signature, which clients send back. Default: false. */
  readonly signsCalls?: boolean
  /** Reasoning of answers is encrypted next to a summary. Default: false, its text is the content. */
  readonly encryptsReasoning?: boolean
  readonly stream?: StreamHabits
  /** The ids of calls: `{hex:24}`, `{digits:8}`, `{lower:9}`, `{alnum:32}`, `{name}`, `{n}`. Default: the wire's. */
  readonly callId?: string
  /** The field of reasoning in answers, if the wire has several; null if answers contain no reasoning. */
  readonly reasoning?: string | null
  /** The finish reason of answers with calls; `named` if the request named the tool. */
  readonly finish?: { readonly calls?: string; readonly named?: string }
  /** Only the first call of an answer is kept if the request forbids parallel calls. Default: false. */
  readonly firstCallOnly?: boolean
  /** The path of token counting, and its answer. The placeholder `tokens` is the number. */
  readonly count?: {
    readonly path: RegExp
    readonly answer: JsonObject
    readonly refusals?: readonly RefusalRow[]
  }
}

/** The list of models. Placeholder `models` is the list of items; `model` is the name in an item. */
export interface ModelsRow {
  readonly path: RegExp
  readonly body: JsonObject
  readonly item: JsonObject
}

/** A server, as data. */
export interface ServerRow {
  readonly title: string
  readonly apis: readonly [ApiRow, ...ApiRow[]]
  readonly error: ErrorBodyForm
  /** Default: the server has no list. */
  readonly models?: ModelsRow
  readonly rateLimit: ServerWords
  /** The error within a stream, and of answers that fail. */
  readonly failure?: ServerWords
  /** The addresses of the facts. */
  readonly source: readonly [string, ...string[]]
  /** The date of the sources, as `2026-05-24`. */
  readonly date: string
}

/** A refusal of a model's chat template. */
export interface TemplateRow {
  readonly models: RegExp
  readonly when: RefusalCondition
  /** The sentence of the template. */
  readonly text: string
  readonly source: string
}
