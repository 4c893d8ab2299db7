import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { stringifyExact } from '../../base/json/parse.js'
import { isArray, isObject, numberOr, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import {
  type ApiReader,
  type BodyReading,
  EntryList,
  type JoinedStream,
  type NativeEvent,
  nativeOutcome,
  type TextRole,
} from '../reading.js'

const FILTERED = [
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'LANGUAGE',
  'IMAGE_SAFETY',
]
const FAILED = ['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'OTHER']
const OUTCOMES: Readonly<Record<string, string>> = {
  STOP: 'complete',
  MAX_TOKENS: 'length',
  ...Object.fromEntries(FILTERED.map((word) => [word, 'filtered'])),
  ...Object.fromEntries(FAILED.map((word) => [word, 'failed'])),
}

/** Reads Gemini's generateContent. Calls without an id are paired with results by name and order. */
export const googleReader: ApiReader = {
  request: readRequest,
  answer: readAnswer,
  joined,
  error: errorIn,
}

function errorIn(body: JsonValue): string | undefined {
  const { error } = objectIn(isArray(body) ? body[0] : body)
  return isObject(error) ? stringOr(error.message, '') : undefined
}

/** Reads the contents of one conversation, with the calls that still wait for a result. */
class ContentsReader {
  readonly list = new EntryList()
  readonly open: { readonly id: string; readonly name: string }[] = []
  #calls = 0

  read(parts: JsonValue | undefined, role: TextRole): void {
    for (const part of objectsIn(parts)) this.#part(part, role)
  }

  #part(
    { text, thought, functionCall, functionResponse, inlineData, fileData }: JsonObject,
    role: TextRole,
  ): void {
    if (isObject(functionCall)) this.#call(functionCall)
    else if (isObject(functionResponse)) this.#result(functionResponse)
    else if (thought === true) this.list.reasoning(stringOr(text, ''))
    else if (typeof text === 'string') this.list.text(role, text)
    else if (isObject(inlineData ?? fileData)) this.list.media(mediaOf(objectIn(inlineData ?? fileData)))
  }

  #call({ id, name, args }: JsonObject): void {
    if (args !== undefined && !isObject(args))
      this.list.fault(`the args of ${stringOr(name, 'a call')} are not an object`)
    this.#calls += 1
    const call = { id: stringOr(id, undefined) ?? `call ${this.#calls}`, name: stringOr(name, '') }
    this.open.push(call)
    this.list.call(call.id, call.name, args ?? {})
  }

  #result({ id, name, response, parts }: JsonObject): void {
    if (!isObject(response)) this.list.fault(`the response of ${stringOr(name, 'a call')} is not an object`)
    const found = this.open.findIndex((call) =>
      typeof id === 'string' ? call.id === id : call.name === name,
    )
    const [call] = found === -1 ? [] : this.open.splice(found, 1)
    const media = objectsIn(parts).map(({ inlineData, fileData }) =>
      mediaOf(objectIn(inlineData ?? fileData)),
    )
    const isError = isObject(response) && Object.hasOwn(response, 'error')
    this.list.result(call?.id ?? stringOr(id, ''), wordsOf(response), { isError, media })
  }
}

function mediaOf({ mimeType }: JsonObject): string {
  const [kind] = stringOr(mimeType, 'file').split('/')
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file'
}

/** Returns the text of a response. A response with a single text member is this text. */
function wordsOf(response: JsonValue | undefined): string {
  const [first, ...others] = Object.values(objectIn(response))
  return typeof first === 'string' && others.length === 0 ? first : stringifyExact(response ?? {})
}

function readRequest({ systemInstruction, system_instruction, contents }: JsonObject): BodyReading {
  const reader = new ContentsReader()
  reader.read(objectIn(systemInstruction ?? system_instruction).parts, 'system')
  for (const { role, parts } of objectsIn(contents))
    reader.read(parts, role === 'model' ? 'assistant' : 'user')
  return reader.list.reading()
}

function readAnswer(body: JsonObject): BodyReading {
  const reader = new ContentsReader()
  const [candidate] = objectsIn(body.candidates)
  reader.read(objectIn(candidate?.content).parts, 'assistant')
  const isBlocked = typeof objectIn(body.promptFeedback).blockReason === 'string'
  const word = candidate?.finishReason
  const outcome = isBlocked ? 'filtered' : nativeOutcome(OUTCOMES, word, reader.list.hasCalls())
  return reader.list.reading({ outcome, usage: usageIn(objectIn(body.usageMetadata)) })
}

function usageIn(usage: JsonObject) {
  const reasoning = numberOr(usage.thoughtsTokenCount, undefined)
  const visible = numberOr(usage.candidatesTokenCount, undefined)
  return {
    input: numberOr(usage.promptTokenCount, undefined),
    output: visible === undefined ? undefined : visible + (reasoning ?? 0),
    cacheRead: numberOr(usage.cachedContentTokenCount, undefined),
    reasoning,
  }
}

/** Joins the pieces of a text, and of a thought, that follow each other. */
function joinTexts(parts: readonly JsonObject[]): readonly JsonObject[] {
  const list: JsonObject[] = []
  for (const part of parts) {
    const last = list.at(-1)
    const isPiece =
      typeof last?.text === 'string' && typeof part.text === 'string' && last.thought === part.thought
    if (isPiece) list.pop()
    list.push(isPiece ? { ...last, ...part, text: stringOr(last.text, '') + stringOr(part.text, '') } : part)
  }
  return list
}

function joined(events: readonly NativeEvent[]): JoinedStream {
  const chunks = events.map(({ data }) => data).filter(isObject)
  const faults = events
    .filter(({ data }) => !isObject(data))
    .map(({ text }) => `a chunk is not a JSON object: ${text.slice(0, 60)}`)
  const candidates = chunks.flatMap((chunk) => objectsIn(chunk.candidates).slice(0, 1))
  const parts = joinTexts(candidates.flatMap(({ content }) => objectsIn(objectIn(content).parts)))
  const finishReason = candidates
    .map((candidate) => candidate.finishReason)
    .findLast((word) => typeof word === 'string')
  const promptFeedback = chunks.map((chunk) => chunk.promptFeedback).find(isObject)
  const usageMetadata = chunks.map((chunk) => chunk.usageMetadata).findLast(isObject) ?? {}
  const body = {
    candidates: [{ content: { role: 'model', parts }, finishReason: finishReason ?? null }],
    ...{ usageMetadata, promptFeedback: promptFeedback ?? {} },
  }
  const isClosed = finishReason !== undefined || promptFeedback?.blockReason !== undefined
  return { body, isClosed, error: chunks.map(errorIn).find((error) => error !== undefined), faults }
}
