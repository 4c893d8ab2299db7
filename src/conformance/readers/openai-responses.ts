import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, numberOr, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import {
  type ApiReader,
  type BodyReading,
  EntryList,
  type JoinedStream,
  type NativeEvent,
  type TextRole,
} from '../reading.js'

const MEDIA: Readonly<Record<string, string>> = {
  input_image: 'image',
  input_file: 'file',
  input_audio: 'audio',
}
const INCOMPLETE: Readonly<Record<string, string>> = {
  max_output_tokens: 'length',
  content_filter: 'filtered',
}

/** Reads OpenAI's Responses API. */
export const openaiResponsesReader: ApiReader = {
  request: readRequest,
  answer: readAnswer,
  joined,
  error: errorIn,
}

function errorIn(body: JsonValue): string | undefined {
  const { error, object, type, message } = objectIn(body)
  if (type === 'error') return stringOr(message ?? objectIn(error).message, '')
  return isObject(error) && object !== 'response' ? stringOr(error.message, '') : undefined
}

function readRequest({ instructions, input }: JsonObject): BodyReading {
  const list = new EntryList()
  if (typeof instructions === 'string') list.text('system', instructions)
  if (typeof input === 'string') list.text('user', input)
  for (const item of objectsIn(input)) readItem(item, list)
  return list.reading()
}

function readItem(item: JsonObject, list: EntryList): void {
  const { type = 'message', call_id, name } = item
  const id = stringOr(call_id, '')
  if (type === 'message') readContent(item.content, roleOf(item), list)
  else if (type === 'function_call') readCall(item, list)
  else if (type === 'custom_tool_call') list.call(id, stringOr(name, ''), stringOr(item.input, ''), true)
  else if (type === 'function_call_output' || type === 'custom_tool_call_output') readOutput(id, item, list)
  else if (type === 'reasoning') list.reasoning(summaryOf(item))
}

function roleOf({ role }: JsonObject): TextRole {
  return role === 'assistant' ? 'assistant' : role === 'user' || role === undefined ? 'user' : 'system'
}

function readContent(content: JsonValue | undefined, role: TextRole, list: EntryList): void {
  if (typeof content === 'string') list.text(role, content)
  for (const { type, text, refusal } of objectsIn(content)) {
    const media = MEDIA[stringOr(type, '')]
    if (media === undefined) list.text(role, stringOr(text ?? refusal, ''))
    else list.media(media)
  }
}

function readCall({ call_id, name, arguments: input, status }: JsonObject, list: EntryList): void {
  if (typeof input !== 'string') list.fault(`the arguments of ${stringOr(name, 'a call')} are not a text`)
  if (typeof call_id !== 'string' || call_id === '') list.fault(`${stringOr(name, 'a call')} has no call_id`)
  const text = stringOr(input, '')
  list.call(
    stringOr(call_id, ''),
    stringOr(name, ''),
    status === 'incomplete' ? `${text} (incomplete)` : text,
  )
}

function readOutput(id: string, { output }: JsonObject, list: EntryList): void {
  const parts = objectsIn(output)
  const texts = typeof output === 'string' ? [output] : parts.map(({ text }) => stringOr(text, ''))
  const media = parts.flatMap(({ type }) => MEDIA[stringOr(type, '')] ?? [])
  list.result(id, texts.join('\n'), { media })
}

function summaryOf({ summary, content }: JsonObject): string {
  const texts = [...objectsIn(summary), ...objectsIn(content)].map(({ text }) => stringOr(text, ''))
  return texts.join('\n')
}

function readAnswer(body: JsonObject): BodyReading {
  const list = new EntryList()
  for (const item of objectsIn(body.output)) readItem({ role: 'assistant', ...item }, list)
  const refused = objectsIn(body.output).some(({ content }) =>
    objectsIn(content).some(({ type }) => type === 'refusal'),
  )
  const outcome = refused ? 'refused' : outcomeOf(body, list.hasCalls())
  return list.reading({ outcome, usage: usageIn(objectIn(body.usage)) })
}

function outcomeOf({ status, incomplete_details }: JsonObject, hasCalls: boolean): string {
  if (status === 'completed') return hasCalls ? 'tool-calls' : 'complete'
  if (status === 'incomplete')
    return INCOMPLETE[stringOr(objectIn(incomplete_details).reason, '')] ?? 'unknown'
  if (status === 'queued' || status === 'in_progress') return 'pending'
  return status === 'failed' || status === 'cancelled' ? 'failed' : 'unknown'
}

function usageIn(usage: JsonObject) {
  return {
    input: numberOr(usage.input_tokens, undefined),
    output: numberOr(usage.output_tokens, undefined),
    cacheRead: numberOr(objectIn(usage.input_tokens_details).cached_tokens, undefined),
    reasoning: numberOr(objectIn(usage.output_tokens_details).reasoning_tokens, undefined),
  }
}

const TERMINAL = /^response\.(completed|incomplete|failed|cancelled)$/
const DELTA = /^response\.(output_text|function_call_arguments|custom_tool_call_input|refusal)\.delta$/
const DONE = /^response\.(output_text|function_call_arguments|custom_tool_call_input|refusal)\.done$/

/** Checks the order of events, and compares deltas with complete texts. */
class ResponseJoiner {
  readonly faults: string[] = []
  readonly items = new Map<number, JsonObject>()
  readonly added = new Set<number>()
  readonly texts = new Map<string, string>()
  last = -1
  hasStarted = false
  response: JsonObject | undefined
  error: string | undefined

  add({ name, text, data }: NativeEvent): void {
    if (text.trim() === '[DONE]') return
    if (!isObject(data)) {
      this.#fault(`an event is not a JSON object: ${text.slice(0, 60)}`)
      return
    }
    const type = stringOr(data.type, '')
    if (name !== undefined && name !== type) this.#fault(`event ${name} has data of type ${type}`)
    this.#sequence(data)
    if (type === 'response.created') this.hasStarted = true
    else if (type === 'error') this.error ??= errorIn(data)
    else this.#event(type, data)
  }

  #fault(text: string): void {
    this.faults.push(text)
  }

  #sequence({ sequence_number, type }: JsonObject): void {
    const number = numberOr(sequence_number, undefined)
    if (number !== undefined && number <= this.last)
      this.#fault(`${String(type)} has sequence_number ${number} after ${this.last}`)
    this.last = number ?? this.last
  }

  #event(type: string, data: JsonObject): void {
    if (!this.hasStarted) this.#fault(`${type} before response.created`)
    if (this.response !== undefined) this.#fault(`${type} after the end of the response`)
    const index = numberOr(data.output_index, -1)
    if (type === 'response.output_item.added') this.#added(index)
    else if (type === 'response.output_item.done') this.#done(index, objectIn(data.item))
    else if (DELTA.test(type)) this.#delta(index, data)
    else if (DONE.test(type)) this.#compare(index, data)
    else if (TERMINAL.test(type)) this.#finish(objectIn(data.response))
  }

  #added(index: number): void {
    if (this.added.has(index)) this.#fault(`output item ${index} is added twice`)
    this.added.add(index)
  }

  #done(index: number, item: JsonObject): void {
    if (!this.added.has(index)) this.#fault(`output item ${index} is done before it is added`)
    this.items.set(index, item)
  }

  #delta(index: number, { type, delta, content_index }: JsonObject): void {
    if (!this.added.has(index)) this.#fault(`${String(type)} for item ${index}, which is not added`)
    const key = `${index}/${numberOr(content_index, 0)}`
    this.texts.set(key, (this.texts.get(key) ?? '') + stringOr(delta, ''))
  }

  #compare(index: number, data: JsonObject): void {
    const whole = data.text ?? data.arguments ?? data.input ?? data.refusal
    const joined = this.texts.get(`${index}/${numberOr(data.content_index, 0)}`) ?? ''
    if (joined !== '' && joined !== whole)
      this.#fault(`the deltas of item ${index} are not its complete text`)
  }

  #finish(response: JsonObject): void {
    this.response = response
    if (isObject(response.error)) this.error ??= stringOr(response.error.message, '')
  }
}

function joined(events: readonly NativeEvent[]): JoinedStream {
  const stream = new ResponseJoiner()
  for (const event of events) stream.add(event)
  const { response, items, error, faults } = stream
  const output = [...items.entries()].sort(([a], [b]) => a - b).map(([, item]) => item)
  const listed = objectsIn(response?.output).length
  if (listed > 0 && listed !== output.length)
    faults.push(`the response lists ${listed} items, the stream ${output.length}`)
  return { body: { ...response, output }, isClosed: response !== undefined, error, faults }
}
