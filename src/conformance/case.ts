import type { JsonObject, JsonValue } from '../base/json/json-types.js'

/** An API of the cases, or `canonical` for programs with a format of their own. */
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
  readonly name?: string
  readonly id?: string
  readonly arguments?: JsonValue
  readonly argumentsText?: string
}

/** A result that the output must have. */
export interface ResultCheck {
  /** The name of its call. */
  readonly call?: string
  readonly text?: string
  readonly isError?: boolean
  readonly media?: string
}

/** A streamed event of a case. */
export interface CaseEvent {
  readonly event?: string
  readonly data: JsonValue
}

/** A conformance case, as in its file. */
export interface ConformanceCase {
  readonly id: string
  readonly title: string
  readonly from: CaseApi
  readonly to: CaseApi
  readonly request?: JsonObject
  readonly through?: readonly CaseApi[]
  readonly answer?: JsonValue
  readonly stream?: string | readonly CaseEvent[]
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly asked?: JsonObject
  readonly server?: string
  readonly model?: string
  readonly must: readonly CaseCheck[]
  readonly mustNot?: readonly CaseCheck[]
  readonly choice?: string
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
