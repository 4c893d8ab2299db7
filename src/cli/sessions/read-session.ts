import { isObject } from '../../base/json/read-json.js'
import type { Conversation } from '../../base/model/types.js'
import { decodeExchange } from '../../traffic/input/convert-exchange.js'
import type { InputRecord } from '../../traffic/input/input-record.js'
import { messageTimes } from '../../traffic/input/message-times.js'
import { entriesOf, openText } from '../../traffic/input/open-text.js'
import { type PrintedError, printedError } from '../../traffic/input/printed-error.js'
import { resolveRecord } from '../../traffic/input/traffic-record.js'
import type { Registry } from '../../translate/exchange/registry.js'

/** A conversation of a session. */
export interface TimedConversation {
  readonly conversation: Conversation
  /** The time of each message in milliseconds since 1970; undefined if it is unknown. */
  readonly times: readonly (number | undefined)[]
  readonly isOfSubagent: boolean
}

/** The content of a session, or of another file with conversations. */
export interface SessionContent {
  readonly conversations: readonly TimedConversation[]
  /** The first error of a record. */
  readonly failure: PrintedError | undefined
}

export interface ReadOptions {
  readonly registry: Registry
  readonly wire?: string | undefined
}

/** Decodes the conversations of records. */
export async function readSession(
  records: AsyncIterable<InputRecord>,
  options: ReadOptions,
): Promise<SessionContent> {
  const conversations: TimedConversation[] = []
  let failure: PrintedError | undefined
  for await (const record of records) {
    try {
      const { conversation, error } = conversationOf(record, options)
      failure ??= error
      if (conversation !== undefined) conversations.push(conversation)
    } catch (error) {
      failure ??= printedError(error)
    }
  }
  return { conversations, failure }
}

function conversationOf(entry: InputRecord, { registry, wire }: ReadOptions) {
  const { value, exactText } = entry.read()
  const record = resolveRecord(value, { registry, wire })
  const { request, response, error } = decodeExchange(record, { exactText })
  if (request === undefined) return { error }
  const times = messageTimes(record, request)
  const messages = response === undefined ? request.messages : [...request.messages, response.message]
  const isOfSubagent = isObject(value) && value.subagent === true
  return { error, conversation: { conversation: { ...request, messages }, times, isOfSubagent } }
}

/** Yields the records of a session's content. */
export async function* sessionRecords(
  bytes: Uint8Array,
  file: string,
  registry: Registry,
): AsyncGenerator<InputRecord, void, undefined> {
  const start = new TextDecoder().decode(bytes.subarray(0, BEGINNING))
  yield* entriesOf(await openText({ start, chunks: [bytes] }, file, { registry: async () => registry }))
}

/** Number of bytes from which the form of a session is recognized. The first lines of some agents are long. */
const BEGINNING = 1 << 20
