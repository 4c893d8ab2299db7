import type { JsonObject, JsonValue } from '../base/json/json-types.js'

/** An API of the cases, or `canonical` for programs with another format. */
export type CaseApi =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic-messages'
  | 'google-generate-content'
  | 'bedrock-converse'
  | 'mistral-chat'
  | 'cohere-chat'
  | 'ollama-chat'
  | 'canonical'

/** A check of an output. The meaning of each: conformance/README.md. */
export type CaseCheck =
  | { readonly accepted: true }
  | { readonly call: CallCheck }
  | { readonly result: ResultCheck }
  | { readonly text: string }
  | { readonly reasoning: string }
  | { readonly contains: string }
  | { readonly event: string }
  | { readonly error: string }
  | { readonly order: readonly string[] }
  | { readonly count: 'calls' | 'results' | 'texts' | 'reasoning' | 'media'; readonly is: number }
  | { readonly paired: true }
  | {
      readonly ids: { readonly maxLength?: number; readonly pattern?: string; readonly unique?: true }
    }
  | { readonly outcome: string | readonly string[] }
  | { readonly usage: Readonly<Record<string, number>> }
  | { readonly at: string; readonly value?: JsonValue }
  | { readonly status: number }
  | { readonly declined: true }
  | { readonly anyOf: readonly CaseCheck[] }

/** A call that the output must have. */
export interface CallCheck {
  /** The name of the tool. Default: any. */
  readonly name?: string
  /** The id of the call. Default: any. */
  readonly id?: string
  /** The arguments as JSON, compared by their digits and without the order of members. Default: any. */
  readonly arguments?: JsonValue
  /** The arguments as the text that the output has. Default: any. */
  readonly argumentsText?: string
}

/** A result that the output must have. */
export interface ResultCheck {
  /** The name of its call. */
  readonly call?: string
  /** A part of the text of the result. Default: any. */
  readonly text?: string
  /** True if the result must be marked as an error, false if it must not. Default: any. */
  readonly isError?: boolean
  /** The media type of a file in the result. Default: any. */
  readonly media?: string
}

/** A streamed event of a case. */
export interface CaseEvent {
  /** The name of the server-sent event. Default: without a name. */
  readonly event?: string
  /** The JSON of the event. */
  readonly data: JsonValue
}

/** A conformance case, as in its file. */
export interface ConformanceCase {
  /** The topic, the file and the name of the case, separated by slashes. */
  readonly id: string
  /** The checked behaviour, in one sentence. */
  readonly title: string
  /** The API of the input. */
  readonly from: CaseApi
  /** The API of the output. */
  readonly to: CaseApi
  /** The request to translate. */
  readonly request?: JsonObject
  /** The APIs between `from` and `to`, in order. Default: none. */
  readonly through?: readonly CaseApi[]
  /** The answer to translate: its JSON, or the text of a body that is not JSON. */
  readonly answer?: JsonValue
  /** The streamed answer to translate: its bytes, or its events. */
  readonly stream?: string | readonly CaseEvent[]
  /** The HTTP status of the answer. Default: 200. */
  readonly status?: number
  /** The headers of the answer. Default: the content type alone. */
  readonly headers?: Readonly<Record<string, string>>
  /** The request that the answer answers, in the API `to`. Default: a request with the tools that the answer calls. */
  readonly asked?: JsonObject
  /** The strict server that receives the translated request. Default: none checks it. */
  readonly server?: string
  /** The model of the translated request, or of the answer. Default: any. */
  readonly model?: string
  /** The checks that must hold. */
  readonly must: readonly CaseCheck[]
  /** The checks that must not hold. Default: none. */
  readonly mustNot?: readonly CaseCheck[]
  /** The reason why the case is a choice of its authors and is not counted. Default: it counts. */
  readonly choice?: string
  /** The addresses of the documentation or the reports on which the case is based. */
  readonly source: readonly string[]
}

/** The kind of a case: its input. */
export type CaseKind = 'request' | 'answer' | 'stream'

/** Returns the kind of a case. */
export function caseKind({ request, stream }: ConformanceCase): CaseKind {
  if (request !== undefined) return 'request'
  return stream === undefined ? 'answer' : 'stream'
}

/** Returns the topic of a case: the first part of its id. */
export function topicOf({ id }: Pick<ConformanceCase, 'id'>): string {
  return id.split('/')[0] ?? id
}
