import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
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

const OUTCOMES = {
  stop: 'complete',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  length: 'length',
  content_filter: 'filtered',
  model_length: 'context-full',
  error: 'failed',
}
const MEDIA: Readonly<Record<string, string>> = {
  image_url: 'image',
  input_audio: 'audio',
  file: 'file',
  document_url: 'file',
}

/** Reads Chat Completions, also of servers with reasoning. */
export const openaiChatReader: ApiReader = chatReader(false)

/** Reads Mistral's chat, which has lists of content, and accepts arguments as objects. */
export const mistralChatReader: ApiReader = chatReader(true)

function chatReader(takesObjects: boolean): ApiReader {
  return {
    request: ({ messages }) => {
      const list = new EntryList(takesObjects)
      for (const message of objectsIn(messages)) readMessage(message, list)
      return list.reading()
    },
    answer: (body) => readAnswer(body, new EntryList(takesObjects)),
    joined,
    error: errorIn,
  }
}

function errorIn(body: JsonValue): string | undefined {
  const { error, object, message, detail } = objectIn(body)
  if (typeof error === 'string') return error
  if (isObject(error)) return stringOr(error.message, '')
  if (object === 'error') return stringOr(message, '')
  return typeof detail === 'string' ? detail : undefined
}

function readMessage(message: JsonObject, list: EntryList): void {
  const { role, content } = message
  if (role === 'tool') {
    readResult(message, list)
    return
  }
  const by: TextRole = role === 'assistant' ? 'assistant' : role === 'user' ? 'user' : 'system'
  const reasoning = message.reasoning_content ?? message.reasoning
  if (typeof reasoning === 'string' && reasoning !== '') list.reasoning(reasoning)
  readContent(content, by, list)
  if (typeof message.refusal === 'string') list.text(by, message.refusal)
  readCalls(message.tool_calls, list)
}

function readContent(content: JsonValue | undefined, role: TextRole, list: EntryList): void {
  if (typeof content === 'string' && content !== '') list.text(role, content)
  for (const part of objectsIn(content)) {
    const media = MEDIA[stringOr(part.type, '')]
    if (part.type === 'text' || part.type === 'refusal')
      list.text(role, stringOr(part.text ?? part.refusal, ''))
    else if (part.type === 'thinking') list.reasoning(textsIn(part.thinking))
    else if (media !== undefined) list.media(media)
  }
}

function textsIn(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  return objectsIn(content)
    .map(({ text }) => stringOr(text, ''))
    .join('')
}

function readResult({ tool_call_id, content }: JsonObject, list: EntryList): void {
  const media = objectsIn(content).flatMap(({ type }) => MEDIA[stringOr(type, '')] ?? [])
  list.result(stringOr(tool_call_id, ''), textsIn(content), { media })
}

function readCalls(calls: JsonValue | undefined, list: EntryList): void {
  if (calls === undefined || calls === null) return
  if (!isArray(calls)) {
    list.fault('tool_calls is not a list')
    return
  }
  for (const call of objectsIn(calls)) {
    const { name, arguments: input } = objectIn(call.function)
    const { custom } = call
    if (isObject(custom))
      list.call(stringOr(call.id, ''), stringOr(custom.name, ''), stringOr(custom.input, ''), true)
    else if (typeof name !== 'string') list.fault('a tool call has no function.name')
    else if (input === undefined) list.fault(`the call of ${name} has no function.arguments`)
    else if (typeof input === 'string' || list.takesObjects) list.call(stringOr(call.id, ''), name, input)
    else list.fault(`the arguments of ${name} are not a text`)
  }
}

function readAnswer(body: JsonObject, list: EntryList): BodyReading {
  const [choice] = objectsIn(body.choices)
  if (choice === undefined) {
    list.fault('the answer has no choices')
    return list.reading()
  }
  const message = objectIn(choice.message)
  readMessage({ ...message, role: 'assistant' }, list)
  const refused = typeof message.refusal === 'string' && message.refusal !== ''
  const outcome = refused ? 'refused' : nativeOutcome(OUTCOMES, choice.finish_reason, list.hasCalls())
  return list.reading({ outcome, usage: usageIn(objectIn(body.usage)) })
}

function usageIn(usage: JsonObject) {
  return {
    input: numberOr(usage.prompt_tokens, undefined),
    output: numberOr(usage.completion_tokens, undefined),
    cacheRead: numberOr(objectIn(usage.prompt_tokens_details).cached_tokens, undefined),
    reasoning: numberOr(objectIn(usage.completion_tokens_details).reasoning_tokens, undefined),
  }
}

/** The pieces of a streamed call, by its index. */
interface StreamedCall {
  id: string
  name: string
  text: string
  readonly type: string
}

/** Joins chunks by the rules of the API's reference: deltas are appended, calls are found by their index. */
class ChunkJoiner {
  readonly faults: string[] = []
  readonly message = { content: '', reasoning_content: '', refusal: '' }
  readonly calls = new Map<number, StreamedCall>()
  finish: JsonValue = null
  usage: JsonValue = {}
  isDone = false
  error: string | undefined

  add({ text, data }: NativeEvent): void {
    if (this.isDone) this.faults.push('an event follows [DONE]')
    if (text.trim() === '[DONE]') this.isDone = true
    else if (!isObject(data)) this.faults.push(`a chunk is not a JSON object: ${text.slice(0, 60)}`)
    else this.#chunk(data)
  }

  #chunk(data: JsonObject): void {
    this.error ??= errorIn(data)
    if (isObject(data.usage)) this.usage = data.usage
    for (const choice of objectsIn(data.choices).filter(({ index = 0 }) => index === 0)) {
      this.#delta(objectIn(choice.delta))
      if (typeof choice.finish_reason === 'string') this.finish = choice.finish_reason
    }
  }

  #delta(delta: JsonObject): void {
    const { message } = this
    message.content += textsIn(delta.content)
    message.reasoning_content += stringOr(delta.reasoning_content ?? delta.reasoning, '')
    message.refusal += stringOr(delta.refusal, '')
    for (const call of objectsIn(delta.tool_calls)) this.#call(call)
  }

  #call(delta: JsonObject): void {
    const index = numberOr(delta.index, undefined)
    if (index === undefined) {
      this.faults.push('a delta of a call has no index')
      return
    }
    const piece = objectIn(delta.function ?? delta.custom)
    const open = this.calls.get(index) ?? {
      id: '',
      name: '',
      text: '',
      type: stringOr(delta.type, 'function'),
    }
    if (!this.calls.has(index) && typeof piece.name !== 'string')
      this.faults.push(`the first delta of call ${index} has no name`)
    if (this.calls.has(index) && typeof piece.name === 'string' && piece.name !== '')
      this.faults.push(`a later delta of call ${index} has a name`)
    open.id ||= stringOr(delta.id, '')
    open.name += stringOr(piece.name, '')
    open.text += stringOr(piece.arguments ?? piece.input, '')
    this.calls.set(index, open)
  }
}

function joined(events: readonly NativeEvent[]): JoinedStream {
  const chunks = new ChunkJoiner()
  for (const event of events) chunks.add(event)
  const { message, calls, finish, usage, error, faults } = chunks
  const tool_calls = [...calls.values()].map(({ id, name, text, type }) =>
    type === 'custom'
      ? { id, type, custom: { name, input: text } }
      : { id, type, function: { name, arguments: text } },
  )
  const { refusal } = message
  const body = {
    choices: [{ message: { ...message, refusal: refusal || null, tool_calls }, finish_reason: finish }],
    usage,
  }
  return { body, isClosed: finish !== null && chunks.isDone, error, faults }
}
