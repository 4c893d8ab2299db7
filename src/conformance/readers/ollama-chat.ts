import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, numberOr, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import {
  type ApiReader,
  type BodyReading,
  EntryList,
  type JoinedStream,
  type NativeEvent,
  nativeOutcome,
} from '../reading.js'

const OUTCOMES = { stop: 'complete', length: 'length' }

/** Reads Ollama's /api/chat. Calls without an id are paired with results by name and order. */
export const ollamaReader: ApiReader = { request: readRequest, answer: readAnswer, joined, error: errorIn }

function errorIn(body: JsonValue): string | undefined {
  return stringOr(objectIn(body).error, undefined)
}

/** Reads the messages of one conversation, with the calls that still wait for a result. */
class MessagesReader {
  readonly list = new EntryList()
  readonly open: { readonly id: string; readonly name: string }[] = []
  #calls = 0

  read(message: JsonObject): void {
    const { role, content, thinking, images, tool_calls } = message
    if (role === 'tool') {
      this.#result(message)
      return
    }
    if (typeof thinking === 'string' && thinking !== '') this.list.reasoning(thinking)
    const by = role === 'assistant' ? 'assistant' : role === 'user' ? 'user' : 'system'
    if (typeof content === 'string' && content !== '') this.list.text(by, content)
    else if (content !== undefined && content !== '')
      this.list.fault('the content of a message is not a text')
    for (const _image of Array.isArray(images) ? images : []) this.list.media('image')
    for (const call of objectsIn(tool_calls)) this.#call(call)
  }

  #call(call: JsonObject): void {
    const { name, arguments: input } = objectIn(call.function)
    if (!isObject(input)) this.list.fault(`the arguments of ${stringOr(name, 'a call')} are not an object`)
    this.#calls += 1
    const read = { id: stringOr(call.id, undefined) ?? `call ${this.#calls}`, name: stringOr(name, '') }
    this.open.push(read)
    this.list.call(read.id, read.name, input ?? {})
  }

  #result({ tool_call_id, tool_name, name, content }: JsonObject): void {
    const meant = this.open.findIndex((call) => call.id === tool_call_id)
    const named = this.open.findIndex((call) => call.name === (tool_name ?? name))
    const found = meant === -1 ? named : meant
    const [call] = found === -1 ? [] : this.open.splice(found, 1)
    this.list.result(call?.id ?? '', stringOr(content, ''))
  }
}

function readRequest({ messages }: JsonObject): BodyReading {
  const reader = new MessagesReader()
  for (const message of objectsIn(messages)) reader.read(message)
  return reader.list.reading()
}

function readAnswer(body: JsonObject): BodyReading {
  const reader = new MessagesReader()
  reader.read({ ...objectIn(body.message), role: 'assistant' })
  const usage = {
    input: numberOr(body.prompt_eval_count, undefined),
    output: numberOr(body.eval_count, undefined),
  }
  return reader.list.reading({
    outcome: nativeOutcome(OUTCOMES, body.done_reason, reader.list.hasCalls()),
    usage,
  })
}

function joined(events: readonly NativeEvent[]): JoinedStream {
  const lines = events.map(({ data }) => data).filter(isObject)
  const faults = events
    .filter(({ data }) => !isObject(data))
    .map(({ text }) => `a line is not a JSON object: ${text.slice(0, 60)}`)
  const messages = lines.map(({ message }) => objectIn(message))
  const join = (member: string) => messages.map((message) => stringOr(message[member], '')).join('')
  const tool_calls = messages.flatMap((message) => objectsIn(message.tool_calls))
  const end = lines.find(({ done }) => done === true)
  const message = { content: join('content'), thinking: join('thinking'), tool_calls }
  const error = lines.map(errorIn).find((words) => words !== undefined)
  return { body: { ...end, message }, isClosed: end !== undefined, error, faults }
}
