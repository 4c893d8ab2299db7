import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { parseExact, tryParseJson } from '../base/json/parse.js'
import { isObject } from '../base/json/read-json.js'
import { serverRefusal } from '../traffic/mock/refusal.js'
import { type CaseApi, type ConformanceCase, caseKind } from './case.js'
import { checkFailure, type JudgedOutput } from './check-output.js'
import { streamEvents } from './framing.js'
import type { CaseOutput } from './output.js'
import { anthropicReader } from './readers/anthropic-messages.js'
import { bedrockReader } from './readers/bedrock-converse.js'
import { canonicalReader } from './readers/canonical.js'
import { cohereReader } from './readers/cohere-chat.js'
import { googleReader } from './readers/google-generate-content.js'
import { ollamaReader } from './readers/ollama-chat.js'
import { mistralChatReader, openaiChatReader } from './readers/openai-chat.js'
import { openaiResponsesReader } from './readers/openai-responses.js'
import type { ApiReader, BodyReading, JoinedStream } from './reading.js'

const READERS: Readonly<Record<CaseApi, ApiReader>> = {
  'openai-chat': openaiChatReader,
  'openai-responses': openaiResponsesReader,
  'anthropic-messages': anthropicReader,
  'google-generate-content': googleReader,
  'bedrock-converse': bedrockReader,
  'mistral-chat': mistralChatReader,
  'cohere-chat': cohereReader,
  'ollama-chat': ollamaReader,
  canonical: canonicalReader,
}

/**
 * Judges the output of a program for a case. The form of the output is read by the documentation of its API, and requests are
 * checked by the rules of the strict server.
 * @returns what is wrong; empty if the case is passed.
 */
export function judge(test: ConformanceCase, output: CaseOutput): readonly string[] {
  if (output.broken !== undefined) return [output.broken]
  const read = readOutput(test, output)
  const missing = test.must.flatMap((check) => checkFailure(check, read) ?? [])
  const forbidden = (test.mustNot ?? []).filter((check) => checkFailure(check, read) === undefined)
  const faults = output.declined === undefined ? read.reading.faults : []
  return [
    ...missing,
    ...forbidden.map((check) => `must not hold: ${JSON.stringify(check)}`),
    ...faults.map((fault) => `the form of ${test.to} is broken: ${fault}`),
  ]
}

const NOTHING: BodyReading = { entries: [], faults: [] }

function readOutput(test: ConformanceCase, output: CaseOutput): JudgedOutput {
  const reader = READERS[test.to]
  const text = output.body ?? ''
  const isStream = caseKind(test) === 'stream' && bodyError(reader, text) === undefined
  return isStream ? readStream(test, output, reader) : readBody(test, output, reader)
}

function bodyOf(text: string): JsonValue | undefined {
  return tryParseJson(text) === undefined ? undefined : parseExact(text)
}

/** Returns the message of a body that is an error. A failed stream may be answered with one. */
function bodyError(reader: ApiReader, text: string): string | undefined {
  const body = bodyOf(text)
  return body === undefined ? undefined : reader.error(body)
}

function readStream(test: ConformanceCase, output: CaseOutput, reader: ApiReader): JudgedOutput {
  const events = streamEvents(test.to, output.body ?? '')
  const joined = reader.joined(events)
  const read = reader.answer(joined.body)
  const reading = { ...read, outcome: endOf(joined, read), faults: [...joined.faults, ...read.faults] }
  return { output, body: joined.body, reading, error: joined.error, events, refusal: undefined }
}

/** Returns the outcome of a stream, which failed if it has an error or lacks its last event. */
function endOf({ isClosed, error }: JoinedStream, { outcome }: BodyReading): string | undefined {
  return isClosed && error === undefined ? outcome : 'failed'
}

function readBody(test: ConformanceCase, output: CaseOutput, reader: ApiReader): JudgedOutput {
  const value = bodyOf(output.body ?? '')
  const error = value === undefined ? undefined : reader.error(value)
  const body = isObject(value) ? value : undefined
  const kept = { output, body, error, events: [], refusal: body && refusalOf(test, body) }
  if (body === undefined || error !== undefined)
    return { ...kept, body: body ?? (error === undefined ? undefined : {}), reading: failedReading(error) }
  return { ...kept, reading: caseKind(test) === 'request' ? reader.request(body) : reader.answer(body) }
}

function failedReading(error: string | undefined): BodyReading {
  return error === undefined ? NOTHING : { ...NOTHING, outcome: 'failed' }
}

function refusalOf(
  { server, to, model = '', ...test }: ConformanceCase,
  body: JsonObject,
): string | undefined {
  if (server === undefined || test.request === undefined) return undefined
  return serverRefusal(server, to, { body, model })?.message
}
