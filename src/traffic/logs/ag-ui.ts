import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { encodeResultText } from '../../codec/shape/results.js'
import type { TranscriptFormat } from './log-types.js'

// Messages and events of AG-UI 1.0. https://docs.ag-ui.com/spec/1.0

/** Messages of AG-UI, in the input of a run or alone. */
export const agUiMessages: TranscriptFormat = {
  title: 'messages of AG-UI',
  matches: ({ role, toolCalls, toolCallId, messageId }) =>
    (role === 'assistant' && objectsIn(toolCalls).some((call) => isObject(call.function))) ||
    (role === 'tool' && typeof toolCallId === 'string' && messageId === undefined),
  read: (messages, holder) => [{ wire: 'openai-chat', request: requestOf(messages, holder?.tools) }],
}

function requestOf(messages: readonly JsonObject[], tools?: JsonValue): JsonObject {
  const declared = objectsIn(tools).map(({ name, description, parameters }) => ({
    type: 'function',
    function: compact({ name, description, parameters }),
  }))
  return compact({
    messages: messages.flatMap(messageOf),
    tools: declared.length > 0 ? declared : undefined,
  })
}

/** Decodes a message. Reasoning and activities are separate messages. Activities, which are only displayed, are dropped. */
function messageOf({ role, content, toolCalls, toolCallId, error, name }: JsonObject): JsonObject[] {
  if (role === 'activity') return []
  if (role === 'reasoning')
    return [{ role: 'assistant', content: null, reasoning_content: stringOr(content, '') }]
  if (role === 'tool') {
    const said = typeof error === 'string' ? failed(error) : partsOf(content ?? '')
    return [{ role, tool_call_id: stringOr(toolCallId, ''), content: said }]
  }
  return [compact({ role, name, content: partsOf(content ?? null), tool_calls: toolCalls })]
}

function failed(value: string): string {
  return encodeResultText({ output: { type: 'error-text', value }, isError: true })
}

function partsOf(content: JsonValue): JsonValue {
  return isArray(content) ? content.map(partOf) : content
}

/** Decodes an item of a message's content. Unknown items are kept. */
function partOf(part: JsonValue): JsonValue {
  const { type, source, text } = objectIn(part)
  if (type === 'text') return { type, text: stringOr(text, '') }
  const { type: kind, value, mimeType } = objectIn(source)
  if (typeof value !== 'string') return part
  const url = kind === 'data' ? `data:${stringOr(mimeType, '')};base64,${value}` : value
  if (type === 'image') return { type: 'image_url', image_url: { url } }
  if (type === 'audio' && kind === 'data')
    return {
      type: 'input_audio',
      input_audio: { data: value, format: stringOr(mimeType, '').replace(/^audio\//, '') },
    }
  return type === 'document'
    ? { type: 'file', file: kind === 'file' ? { file_id: value } : { file_data: url } }
    : part
}

const EVENT =
  /^(?:RUN_(?:STARTED|FINISHED|ERROR)|TEXT_MESSAGE_(?:START|CONTENT|CHUNK)|TOOL_CALL_(?:START|ARGS|CHUNK|RESULT)|MESSAGES_SNAPSHOT)$/

/** Events of AG-UI: the messages that they write. A snapshot replaces all messages. */
export const agUiEvents: TranscriptFormat = {
  title: 'events of AG-UI',
  matches: ({ type }) => EVENT.test(stringOr(type, '')),
  read(events) {
    const written = new WrittenMessages()
    for (const event of events) written.push(event)
    return written.messages.length === 0
      ? []
      : [{ wire: 'openai-chat', request: requestOf(written.messages, written.tools) }]
  },
}

/** A message while its events are read. */
interface Draft {
  id: string
  role: string
  content?: string
  toolCalls?: { id: string; type: string; function: { name: string; arguments: string } }[]
  toolCallId?: string
}

/** Collects the messages of events. */
class WrittenMessages {
  #snapshot: readonly JsonObject[] = []
  #drafts: Draft[] = []
  #message = ''
  #call = ''
  tools: JsonValue | undefined

  get messages(): JsonObject[] {
    return [...this.#snapshot, ...this.#drafts.map((draft) => compact({ ...draft }))]
  }

  push(event: JsonObject): void {
    const type = stringOr(event.type, '')
    const { messages, tools } = objectIn(event.input)
    if (type === 'RUN_STARTED' && isArray(messages)) this.#replace(messages, tools)
    else if (type === 'MESSAGES_SNAPSHOT' && isArray(event.messages))
      this.#replace(event.messages, this.tools)
    else if (/^(?:TEXT|REASONING)_MESSAGE_(?:START|CONTENT|CHUNK)$/.test(type))
      this.#say(event, type.startsWith('R') ? 'reasoning' : 'assistant')
    else if (type === 'TOOL_CALL_RESULT') this.#answer(event)
    else if (/^TOOL_CALL_(?:START|ARGS|CHUNK)$/.test(type)) this.#callWith(event)
  }

  #replace(messages: JsonValue, tools: JsonValue | undefined): void {
    this.#snapshot = objectsIn(messages)
    this.#drafts = []
    this.tools = tools
  }

  /** Returns the message with this id, or adds it. */
  #messageOf(id: string, role: string): Draft {
    const known = this.#drafts.find((draft) => draft.id === id && draft.role === role)
    const draft = known ?? { id, role }
    if (known === undefined) this.#drafts.push(draft)
    return draft
  }

  /** Adds a text. A chunk without an id continues the open message. */
  #say({ messageId, role, delta }: JsonObject, kind: string): void {
    this.#message = stringOr(messageId, this.#message)
    const known = this.#drafts.find(({ id }) => id === this.#message && kind === 'assistant')
    const draft = known ?? this.#messageOf(this.#message, stringOr(role, kind))
    draft.content = (draft.content ?? '') + stringOr(delta, '')
  }

  #answer({ messageId, toolCallId, content }: JsonObject): void {
    const said = typeof content === 'string' ? content : ''
    const id = stringOr(messageId, '')
    this.#drafts.push({ id, role: 'tool', toolCallId: stringOr(toolCallId, ''), content: said })
  }

  /** Begins a call, or adds to its arguments. Calls without a message continue the last one. */
  #callWith({ toolCallId, toolCallName, parentMessageId, delta }: JsonObject): void {
    this.#call = stringOr(toolCallId, this.#call)
    const calls = this.#drafts.flatMap((draft) => draft.toolCalls ?? [])
    const known = calls.findLast(({ id }) => id === this.#call)
    const text = stringOr(delta, '')
    if (known !== undefined) known.function.arguments += text
    else if (typeof toolCallName === 'string') {
      const run = { name: toolCallName, arguments: text }
      const parent = this.#parentOf(stringOr(parentMessageId, ''))
      parent.toolCalls = [...(parent.toolCalls ?? []), { id: this.#call, type: 'function', function: run }]
    }
  }

  #parentOf(id: string): Draft {
    const last = this.#drafts.at(-1)
    return id === '' && last?.role === 'assistant' ? last : this.#messageOf(id, 'assistant')
  }
}
