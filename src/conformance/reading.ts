import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { stringifyExact } from '../base/json/parse.js'

/** The author of a text. */
export type TextRole = 'system' | 'user' | 'assistant'

/** A part of a request or answer, in the order of the body. */
export type BodyEntry =
  | { readonly kind: 'text'; readonly role: TextRole; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'media'; readonly media: string }
  | CallEntry
  | ResultEntry

/** A call that the client runs. Calls of the provider are not entries. */
export interface CallEntry {
  readonly kind: 'call'
  readonly id: string
  readonly name: string
  /** The arguments as text. Arguments that the API has as an object are printed with all digits. */
  readonly text: string
  /** True for a call whose tool takes free text. */
  readonly isFreeText: boolean
}

/** A result for a call of the client. */
export interface ResultEntry {
  readonly kind: 'result'
  readonly id: string
  /** The name of the call with this id. Empty if there is none before. */
  readonly name: string
  readonly text: string
  readonly isError: boolean
  /** The types of media in the result, as `image`. */
  readonly media: readonly string[]
}

/** Numbers of tokens. `input` is the complete prompt. */
export interface UsageReading {
  readonly input?: number | undefined
  readonly output?: number | undefined
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
  readonly reasoning?: number | undefined
}

/** The content of a body, by the documented form of its API. */
export interface BodyReading {
  readonly entries: readonly BodyEntry[]
  /** The end of the turn. Only answers have one. */
  readonly outcome?: string | undefined
  readonly usage?: UsageReading | undefined
  /** Breaches of the API's form. */
  readonly faults: readonly string[]
}

/** An event of a stream. `name` is the SSE event or the frame's type; `data` is undefined if it is not JSON. */
export interface NativeEvent {
  readonly name: string | undefined
  readonly text: string
  readonly data: JsonValue | undefined
}

/** A stream as the body of an answer. */
export interface JoinedStream {
  readonly body: JsonObject
  /** False if the stream ended without the API's last event. */
  readonly isClosed: boolean
  /** The words of an error inside the stream. */
  readonly error?: string | undefined
  /** Breaches of the order and form of events. */
  readonly faults: readonly string[]
}

/** Reads one API by its documentation. Shares no code with the adapters. */
export interface ApiReader {
  readonly request: (body: JsonObject) => BodyReading
  readonly answer: (body: JsonObject) => BodyReading
  readonly joined: (events: readonly NativeEvent[]) => JoinedStream
  /** Returns the message of an error body, or undefined if the body is not an error. */
  readonly error: (body: JsonValue) => string | undefined
}

/** Collects the entries of a body, and finds the names of results by their calls. */
export class EntryList {
  /** @param takesObjects true if arguments may be objects in an API that has them as text. */
  constructor(readonly takesObjects = false) {}

  readonly entries: BodyEntry[] = []
  readonly faults: string[] = []

  text(role: TextRole, text: string): void {
    this.entries.push({ kind: 'text', role, text })
  }

  reasoning(text: string): void {
    this.entries.push({ kind: 'reasoning', text })
  }

  media(media: string): void {
    this.entries.push({ kind: 'media', media })
  }

  /** @param input the arguments: their text, or the value of APIs that have objects. */
  call(id: string, name: string, input: JsonValue, isFreeText = false): void {
    const text = typeof input === 'string' ? input : stringifyExact(input)
    this.entries.push({ kind: 'call', id, name, text, isFreeText })
  }

  result(id: string, text: string, facts: { isError?: boolean; media?: readonly string[] } = {}): void {
    const name = this.entries.findLast((entry) => entry.kind === 'call' && entry.id === id)
    this.entries.push({
      ...{ kind: 'result', id, name: name?.kind === 'call' ? name.name : '', text },
      ...{ isError: facts.isError ?? false, media: facts.media ?? [] },
    })
  }

  fault(text: string): void {
    this.faults.push(text)
  }

  reading(facts: Pick<BodyReading, 'outcome' | 'usage'> = {}): BodyReading {
    return { entries: this.entries, faults: this.faults, ...facts }
  }

  hasCalls(): boolean {
    return this.entries.some(({ kind }) => kind === 'call')
  }
}

/**
 * Returns the outcome of a word. In an API without a word for calls, a complete answer with calls waits for their results. In others
 * clients that look for the word would not run the calls.
 */
export function nativeOutcome(
  words: Readonly<Record<string, string>>,
  word: JsonValue | undefined,
  hasCalls: boolean,
): string {
  const outcome = (typeof word === 'string' && Object.hasOwn(words, word) && words[word]) || 'unknown'
  const hasWord = Object.values(words).includes('tool-calls')
  return outcome === 'complete' && hasCalls && !hasWord ? 'tool-calls' : outcome
}
