import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { stringifyExact } from '../../base/json/parse.js'
import { isObject, numberOr, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import {
  type ApiReader,
  type BodyReading,
  EntryList,
  type JoinedStream,
  type NativeEvent,
  nativeOutcome,
  type TextRole,
} from '../reading.js'

const OUTCOMES = {
  COMPLETE: 'complete',
  STOP_SEQUENCE: 'complete',
  TOOL_CALL: 'tool-calls',
  MAX_TOKENS: 'length',
  ERROR: 'failed',
  TIMEOUT: 'failed',
}

/** Reads Cohere's chat, version 2. */
export const cohereReader: ApiReader = { request: readRequest, answer: readAnswer, joined, error: errorIn }

function errorIn(body: JsonValue): string | undefined {
  const { message, messages } = objectIn(body)
  return messages === undefined ? stringOr(message, undefined) : undefined
}

function readRequest({ messages }: JsonObject): BodyReading {
  const list = new EntryList()
  for (const message of objectsIn(messages)) readMessage(message, list)
  return list.reading()
}

function readMessage(message: JsonObject, list: EntryList): void {
  const { role, content, tool_plan, tool_calls } = message
  if (role === 'tool') {
    list.result(stringOr(message.tool_call_id, ''), resultText(content))
    return
  }
  if (typeof tool_plan === 'string') list.reasoning(tool_plan)
  readContent(content, role === 'assistant' ? 'assistant' : role === 'user' ? 'user' : 'system', list)
  for (const call of objectsIn(tool_calls)) {
    const { name, arguments: input } = objectIn(call.function)
    if (typeof (input ?? '') !== 'string')
      list.fault(`the arguments of ${stringOr(name, 'a call')} are not a text`)
    list.call(stringOr(call.id, ''), stringOr(name, ''), input ?? '{}')
  }
}

function readContent(content: JsonValue | undefined, role: TextRole, list: EntryList): void {
  if (typeof content === 'string') list.text(role, content)
  for (const { type, text, thinking } of objectsIn(content)) {
    if (type === 'text') list.text(role, stringOr(text, ''))
    else if (type === 'thinking') list.reasoning(stringOr(thinking, ''))
    else if (type === 'image_url') list.media('image')
  }
}

function resultText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  const texts = objectsIn(content).map(
    ({ text, document }) => stringOr(text, undefined) ?? documentText(objectIn(document)),
  )
  return texts.join('\n')
}

function documentText({ data }: JsonObject): string {
  return typeof data === 'string' ? data : stringifyExact(data ?? {})
}

function readAnswer(body: JsonObject): BodyReading {
  const list = new EntryList()
  readMessage({ ...objectIn(body.message), role: 'assistant' }, list)
  const outcome = nativeOutcome(OUTCOMES, body.finish_reason, list.hasCalls())
  const tokens = objectIn(objectIn(body.usage).tokens)
  const usage = {
    input: numberOr(tokens.input_tokens, undefined),
    output: numberOr(tokens.output_tokens, undefined),
  }
  return list.reading({ outcome, usage })
}

/** Joins the events of a stream. */
class EventJoiner {
  content = ''
  thinking = ''
  plan = ''
  readonly calls: { id: string; name: string; text: string }[] = []
  end: JsonObject | undefined
  error: string | undefined

  add({ text, data }: NativeEvent): void {
    if (text.trim() === '[DONE]') return
    const event = objectIn(data)
    const message = objectIn(objectIn(event.delta).message)
    const content = objectIn(message.content)
    this.content += stringOr(content.text, '')
    this.thinking += stringOr(content.thinking, '')
    this.plan += stringOr(message.tool_plan, '')
    if (isObject(message.tool_calls)) this.#call(event.type === 'tool-call-start', message.tool_calls)
    if (event.type === 'message-end') this.end = objectIn(event.delta)
    if (event.type === undefined || typeof objectIn(event.delta).error === 'string')
      this.error ??= stringOr(objectIn(event.delta).error ?? event.message, '')
  }

  #call(isStart: boolean, call: JsonObject): void {
    const { name, arguments: input } = objectIn(call.function)
    const text = stringOr(input, '')
    const open = this.calls.at(-1)
    if (isStart) this.calls.push({ id: stringOr(call.id, ''), name: stringOr(name, ''), text })
    else if (open !== undefined) open.text += text
  }
}

function joined(events: readonly NativeEvent[]): JoinedStream {
  const stream = new EventJoiner()
  for (const event of events) stream.add(event)
  const { content, thinking, plan, calls, end, error } = stream
  const parts = [
    ...(thinking === '' ? [] : [{ type: 'thinking', thinking }]),
    ...(content === '' ? [] : [{ type: 'text', text: content }]),
  ]
  const tool_calls = calls.map(({ id, name, text }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }))
  const message = { content: parts, tool_calls, ...(plan === '' ? {} : { tool_plan: plan }) }
  return { body: { ...end, message }, isClosed: end !== undefined, error, faults: [] }
}
