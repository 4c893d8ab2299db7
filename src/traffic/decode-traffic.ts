import { isOk } from '../base/http/http-message.js'
import { AdapterError } from '../base/json/adapter-error.js'
import type { JsonValue } from '../base/json/json-types.js'
import { parseDocument, tryParseJson } from '../base/json/parse.js'
import { asJson, isArray, isObject } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import type { Notice } from '../base/model/context.js'
import type { Conversation, Finish, ModelResponse, ToolCall, ToolResult, Usage } from '../base/model/types.js'
import { textOf } from '../chat/output/read-object.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { callsOf } from '../codec/wire/everyday.js'
import type { Registry } from '../translate/exchange/registry.js'
import { decodeSides } from './input/convert-exchange.js'
import { failing, type InputRecord, type RecordContent } from './input/input-record.js'
import { entriesOf, isConversationLog, openText } from './input/open-text.js'
import { withOwnForm } from './input/own-form.js'
import { recordsIn } from './input/record-lists.js'
import { resolveRecord, STREAM_KEYS } from './input/traffic-record.js'

/** A decoded exchange, or one decoded side of an exchange. */
export interface DecodedTraffic {
  /** The id of the recognized wire; `toolwire` for the canonical model of this library. */
  readonly wire: string
  readonly adapter: Adapter
  /** The request. Absent if only an answer was given. */
  readonly request?: Conversation
  /** The answer. Absent if only a request was given. */
  readonly response?: ModelResponse
  /** The calls of the answer; if only a request was given, the calls in its history. */
  readonly calls: readonly ToolCall[]
  /** The results of the answer; if only a request was given, the results in its history. */
  readonly results: readonly ToolResult[]
  /** The text of the answer. Absent if only a request was given. */
  readonly text?: string
  /** The end of the answer. Absent if only a request was given. */
  readonly finish?: Finish
  /** The tokens of the answer. Absent if unknown. */
  readonly usage?: Usage
  /** The notices, with paths relative to the given value. */
  readonly notices: readonly Notice[]
}

/** Options of decoding traffic. */
export interface DecodeAnyOptions<Wire extends string = string> {
  /**
   * The wire, by its id or a short name, for traffic that is not recognized or is recognized wrongly.
   * Default: recognized automatically.
   */
  readonly wire?: Wire | undefined
}

/**
 * Traffic of any kind: text, bytes, the `Response` of a request (its body is read), a value of JSON, or a list
 * of pieces of a stream.
 */
export type Traffic = string | object

/**
 * Decodes traffic of any kind, in the same way as the command line reads a file.
 * @param wire the wire that the caller named. It must be in the registry.
 * @throws AdapterError 'unknown-wire' if no adapter recognizes the traffic, 'wrong-type' if it contains several
 * exchanges, and any error of decoding.
 */
export async function decodeTraffic(
  traffic: Traffic,
  registry: Registry,
  wire?: string,
): Promise<DecodedTraffic> {
  const known = withOwnForm(registry)
  return decodeOne(await contentOf(traffic, known, wire), known, wire)
}

/** Decodes one exchange, or a part of one. */
export function decodeOne(
  { value, exactText }: RecordContent,
  registry: Registry,
  wire?: string,
): DecodedTraffic {
  const record = resolveRecord(value, { registry, wire })
  const notices: Notice[] = []
  const { request, response } = decodeSides(record, { exactText }, notices)
  const messages = response === undefined ? (request?.messages ?? []) : [response.message]
  const parts = messages.flatMap((message) => message.parts)
  return compact({
    wire: record.adapter.id,
    adapter: record.adapter,
    request,
    response,
    calls: messages.flatMap(callsOf),
    results: parts.filter((part) => part.type === 'tool-result'),
    text: response && textOf(response),
    finish: response?.finish,
    usage: response?.usage,
    notices,
  })
}

async function contentOf(
  traffic: Traffic,
  registry: Registry,
  wire: string | undefined,
): Promise<RecordContent> {
  if (traffic instanceof Response) return answered(traffic, registry, wire)
  if (typeof traffic === 'string' || traffic instanceof Uint8Array)
    return textContent(traffic, registry, wire)
  const value = asJson(traffic)
  const isStream = isArray(value) && value.some((item) => !isObject(item))
  return { value: isStream ? { chunks: value } : onlyRecord(value, registry), exactText: none }
}

/** Returns the only record of a list or an object that collects records, or the value itself. */
function onlyRecord(value: JsonValue, registry: Registry): JsonValue {
  const records = recordsIn(value, registry)
  if (records !== undefined && records.length > 1) throw several(records.length)
  return records?.[0] ?? value
}

/** Reads the body of a `Response`, with its status. The body of a refusal may be a page of a gateway. */
async function answered(
  response: Response,
  registry: Registry,
  wire: string | undefined,
): Promise<RecordContent> {
  const { status } = response
  const bytes = new Uint8Array(await response.arrayBuffer())
  try {
    const { value, exactText } = await textContent(bytes, registry, wire)
    const isStream = isObject(value) && STREAM_KEYS.some((member) => Object.hasOwn(value, member))
    return { value: isStream ? { ...value, status } : { response: value, status }, exactText }
  } catch (error) {
    if (isOk(response) || !(error instanceof AdapterError) || error.code !== 'invalid-json') throw error
    return { value: { response: new TextDecoder().decode(bytes), status }, exactText: none }
  }
}

/** Reads a text. Of several conversations in a log, the last one is read. */
async function textContent(
  given: string | Uint8Array,
  registry: Registry,
  wire: string | undefined,
): Promise<RecordContent> {
  const text = typeof given === 'string' ? given : new TextDecoder().decode(given)
  const options = { wire, registry: async () => registry }
  const records: InputRecord[] = []
  for await (const record of entriesOf(
    await openText({ start: text, chunks: [bytesOf(given)] }, undefined, options),
  ))
    records.push(record)
  const isSeveral = records.length > 1 && !isConversationLog(text)
  const list = isSeveral ? tryParseJson(text) : undefined
  // A list of bodies may be the events of one answer.
  if (isArray(list) && recordsIn(list, registry) === undefined) return parseDocument(text)
  return (
    (isSeveral ? failing({}, several(records.length)) : records.at(-1))?.read() ?? {
      value: null,
      exactText: none,
    }
  )
}

function bytesOf(given: string | Uint8Array): Uint8Array {
  return typeof given === 'string' ? new TextEncoder().encode(given) : given
}

function none(): undefined {
  return undefined
}

function several(count: number): AdapterError {
  return new AdapterError('wrong-type', '', `the input has ${count} exchanges; pass each exchange separately`)
}
