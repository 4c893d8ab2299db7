import type { JsonObject } from '../../base/json/json-types.js'
import { stringifyExact } from '../../base/json/parse.js'
import { isObject, numberOr, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { type ApiReader, type BodyReading, EntryList, type TextRole } from '../reading.js'

/** Reads the neutral form of the specification (docs/tool-call-specification.md). */
export const canonicalReader: ApiReader = {
  request: readConversation,
  answer: readAnswer,
  // Programs with another format return the complete answer of a stream.
  joined: (events) => ({ body: objectIn(events[0]?.data), isClosed: true, faults: [] }),
  error: (body) => {
    const { error } = objectIn(body)
    return isObject(error) ? stringOr(error.message, '') : undefined
  },
}

function readConversation({ messages }: JsonObject): BodyReading {
  const list = new EntryList()
  for (const message of objectsIn(messages)) readMessage(message, list)
  return list.reading()
}

function readMessage({ role, parts }: JsonObject, list: EntryList): void {
  const by: TextRole = role === 'assistant' ? 'assistant' : role === 'system' ? 'system' : 'user'
  for (const part of objectsIn(parts)) readPart(part, by, list)
}

function readPart(part: JsonObject, role: TextRole, list: EntryList): void {
  const { type, text } = part
  if (type === 'text') list.text(role, stringOr(text, ''))
  else if (type === 'reasoning') list.reasoning(stringOr(text, ''))
  else if (type === 'media') list.media(stringOr(part.kind, 'file'))
  else if (type === 'tool-call' && part.providerExecuted !== true) readCall(part, list)
  else if (type === 'tool-result' && part.providerExecuted !== true) readResult(part, list)
}

function readCall(call: JsonObject, list: EntryList): void {
  const { id, name, kind, arguments: input, rawArguments, status, withheld } = call
  const isWhole = status === 'complete' && withheld === undefined
  const value = stringOr(rawArguments, '') || (input ?? {})
  const text = typeof value === 'string' ? value : stringifyExact(value)
  const state = stringOr(withheld ?? status, '')
  list.call(stringOr(id, ''), stringOr(name, ''), isWhole ? text : `${text} (${state})`, kind === 'custom')
}

function readResult({ callId, output, isError }: JsonObject, list: EntryList): void {
  const { value } = objectIn(output)
  const parts = objectsIn(value)
  const media = parts.flatMap((part) => (part.type === 'media' ? [stringOr(part.kind, 'file')] : []))
  const texts = Array.isArray(value) ? parts.map(({ text }) => stringOr(text, '')) : [value]
  const words = texts.map((text) => (typeof text === 'string' ? text : stringifyExact(text ?? '')))
  list.result(stringOr(callId, ''), words.join('\n'), { isError: isError === true, media })
}

function readAnswer(body: JsonObject): BodyReading {
  const list = new EntryList()
  readMessage({ ...objectIn(body.message), role: 'assistant' }, list)
  const usage = objectIn(body.usage)
  return list.reading({
    outcome: stringOr(objectIn(body.finish).outcome, 'unknown'),
    usage: {
      input: numberOr(usage.inputTokens, undefined),
      output: numberOr(usage.outputTokens, undefined),
      cacheRead: numberOr(usage.cachedInputTokens, undefined),
      cacheWrite: numberOr(usage.cacheWriteTokens, undefined),
      reasoning: numberOr(usage.reasoningTokens, undefined),
    },
  })
}
