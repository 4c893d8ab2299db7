import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { parseExact, tryParseJson } from '../../base/json/parse.js'
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
  end_turn: 'complete',
  stop_sequence: 'complete',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'context-full',
  refusal: 'refused',
  pause_turn: 'paused',
}
const MEDIA: Readonly<Record<string, string>> = { image: 'image', document: 'file', search_result: 'file' }

/** The deltas of each kind of block. */
const DELTAS: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
}

/** Reads Anthropic's Messages API. */
export const anthropicReader: ApiReader = { request: readRequest, answer: readAnswer, joined, error: errorIn }

function errorIn(body: JsonValue): string | undefined {
  const { type, error } = objectIn(body)
  return type === 'error' ? stringOr(objectIn(error).message, '') : undefined
}

function readRequest({ system, messages }: JsonObject): BodyReading {
  const list = new EntryList()
  readContent(system, 'system', list)
  for (const { role, content } of objectsIn(messages))
    readContent(content, role === 'assistant' ? 'assistant' : role === 'system' ? 'system' : 'user', list)
  return list.reading()
}

function readContent(content: JsonValue | undefined, role: TextRole, list: EntryList): void {
  if (typeof content === 'string' && content !== '') list.text(role, content)
  for (const block of objectsIn(content)) readBlock(block, role, list)
}

function readBlock(block: JsonObject, role: TextRole, list: EntryList): void {
  const media = MEDIA[stringOr(block.type, '')]
  if (block.type === 'text') list.text(role, stringOr(block.text, ''))
  else if (block.type === 'thinking') list.reasoning(stringOr(block.thinking, ''))
  else if (block.type === 'tool_use') readCall(block, list)
  else if (block.type === 'tool_result') readResult(block, list)
  else if (media !== undefined) list.media(media)
}

function readCall({ id, name, input }: JsonObject, list: EntryList): void {
  if (!isObject(input)) list.fault(`the input of ${stringOr(name, 'a call')} is not an object`)
  list.call(stringOr(id, ''), stringOr(name, ''), input ?? {})
}

function readResult({ tool_use_id, content, is_error }: JsonObject, list: EntryList): void {
  const blocks = objectsIn(content)
  const texts = typeof content === 'string' ? [content] : blocks.map(({ text }) => stringOr(text, ''))
  const media = blocks.flatMap(({ type }) => MEDIA[stringOr(type, '')] ?? [])
  list.result(stringOr(tool_use_id, ''), texts.join('\n'), { isError: is_error === true, media })
}

function readAnswer(body: JsonObject): BodyReading {
  const list = new EntryList()
  readContent(body.content, 'assistant', list)
  const outcome = nativeOutcome(OUTCOMES, body.stop_reason, list.hasCalls())
  const reading = list.reading({ outcome, usage: usageIn(objectIn(body.usage)) })
  // The last input of a turn that the output limit ended may be a part of a text.
  return outcome === 'length' ? { ...reading, faults: [] } : reading
}

function usageIn(usage: JsonObject) {
  const cacheRead = numberOr(usage.cache_read_input_tokens, undefined)
  const cacheWrite = numberOr(usage.cache_creation_input_tokens, undefined)
  const uncached = numberOr(usage.input_tokens, undefined)
  const input = uncached === undefined ? undefined : uncached + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return { input, output: numberOr(usage.output_tokens, undefined), cacheRead, cacheWrite }
}

/** Joins events by the order that the API documents: start, blocks one after another, delta, stop. */
class MessageJoiner {
  readonly faults: string[] = []
  readonly content: JsonObject[] = []
  message: JsonObject | undefined
  open: { readonly index: number; readonly block: JsonObject; text: string; input: string } | undefined
  stop: JsonObject = {}
  usage: JsonObject = {}
  isStopped = false
  error: string | undefined

  add({ name, text, data }: NativeEvent): void {
    if (!isObject(data)) {
      this.#fault(`an event is not a JSON object: ${text.slice(0, 60)}`)
      return
    }
    if (name !== undefined && name !== data.type)
      this.#fault(`event ${name} has data of type ${String(data.type)}`)
    if (data.type === 'ping') return
    if (data.type === 'error') this.error ??= errorIn(data)
    else if (this.isStopped) this.#fault(`${String(data.type)} follows message_stop`)
    else this.#event(data)
  }

  #fault(text: string): void {
    this.faults.push(text)
  }

  #event(data: JsonObject): void {
    const { type } = data
    if (this.message === undefined && type !== 'message_start')
      this.#fault(`${String(type)} before message_start`)
    if (type === 'message_start') this.#start(objectIn(data.message))
    else if (type === 'content_block_start') this.#startBlock(data)
    else if (type === 'content_block_delta') this.#delta(data)
    else if (type === 'content_block_stop') this.#stopBlock(data)
    else if (type === 'message_delta') this.#messageDelta(data)
    else if (type === 'message_stop') this.#stopMessage()
  }

  #start(message: JsonObject): void {
    if (this.message !== undefined) this.#fault('a second message_start')
    this.message = message
    this.usage = objectIn(message.usage)
  }

  #startBlock({ index, content_block }: JsonObject): void {
    if (this.open !== undefined) this.#fault('a block starts inside another block')
    if (index !== this.content.length)
      this.#fault(`block ${String(index)} follows ${this.content.length} blocks`)
    const block = objectIn(content_block)
    this.open = {
      index: numberOr(index, -1),
      block,
      text: stringOr(block.text ?? block.thinking, ''),
      input: '',
    }
  }

  #delta({ index, delta }: JsonObject): void {
    const { open } = this
    if (open === undefined || open.index !== index) {
      this.#fault(`a delta for block ${String(index)}, which is not open`)
      return
    }
    const { type, text, thinking, partial_json } = objectIn(delta)
    const kind = stringOr(open.block.type, '')
    if (DELTAS[kind]?.includes(stringOr(type, '')) === false)
      this.#fault(`${String(type)} in a block ${kind}`)
    open.text += stringOr(text ?? thinking, '')
    open.input += stringOr(partial_json, '')
  }

  #stopBlock({ index }: JsonObject): void {
    const { open } = this
    if (open === undefined || open.index !== index) {
      this.#fault(`block ${String(index)} stops, but is not open`)
      return
    }
    this.content.push(this.#closed(open))
    this.open = undefined
  }

  #closed({
    block,
    text,
    input,
  }: {
    readonly block: JsonObject
    readonly text: string
    readonly input: string
  }) {
    if (block.type === 'text') return { ...block, text }
    if (block.type === 'thinking') return { ...block, thinking: text }
    if (block.type !== 'tool_use' || input === '') return block
    // The output limit closes a block in the middle of its text.
    return { ...block, input: tryParseJson(input) === undefined ? input : parseExact(input) }
  }

  #messageDelta({ delta, usage }: JsonObject): void {
    if (this.open !== undefined) this.#fault('message_delta while a block is open')
    this.stop = { ...this.stop, ...objectIn(delta) }
    this.usage = { ...this.usage, ...objectIn(usage) }
  }

  #stopMessage(): void {
    if (this.open !== undefined) this.#fault('message_stop while a block is open')
    this.isStopped = true
  }
}

function joined(events: readonly NativeEvent[]): JoinedStream {
  const message = new MessageJoiner()
  for (const event of events) message.add(event)
  const { content, stop, usage, error, faults, isStopped } = message
  const isClosed = isStopped && typeof stop.stop_reason === 'string'
  return { body: { ...message.message, ...stop, content, usage }, isClosed, error, faults }
}
