import { compact } from '../../base/json/write-json.js'
import { encodeArgumentText } from '../../base/model/arguments.js'
import { type Context, contextAt } from '../../base/model/context.js'
import type { Message, Part, ToolCall, ToolResult } from '../../base/model/types.js'
import { dropMedia, dropOpaque, dropSource } from '../../codec/shape/losses.js'
import { type AgUiContent, agUiContent, agUiResultText } from './ag-ui-messages.js'
import { madeId } from './ui-ids.js'

/** A call in a message of the assistant. */
export interface AgUiToolCall {
  /** The id of the call. */
  id: string
  /** The kind of the call. */
  type: 'function'
  /** The name, and the arguments as JSON text. */
  function: { name: string; arguments: string }
}

/** A message of AG-UI 1.0. https://docs.ag-ui.com/spec/1.0 */
export type AgUiMessage =
  | { id: string; role: 'user'; content: string | AgUiContent[] }
  | { id: string; role: 'assistant'; content?: string; toolCalls?: AgUiToolCall[] }
  | { id: string; role: 'reasoning'; content: string }
  | { id: string; role: 'tool'; toolCallId: string; content: string; error?: string }

type Reply = Extract<AgUiMessage, { role: 'assistant' }>

/**
 * Converts messages that the client may see to those that it has after it received their streams: each text
 * and each reasoning is a message, and calls are in the message of the text before them.
 */
export function encodeAgUiMessages(messages: readonly Message[], context: Context): AgUiMessage[] {
  const history = new History(context)
  for (const [index, message] of messages.entries()) history.add(message, index)
  return history.messages
}

class History {
  readonly messages: AgUiMessage[] = []
  readonly #context: Context
  /** The message for the next call of the turn. */
  #reply: Reply | undefined

  constructor(context: Context) {
    this.#context = context
  }

  add({ role, parts }: Message, index: number): void {
    this.#reply = undefined
    const context = contextAt(this.#context, 'messages', index, 'parts')
    if (role === 'user') this.#ask(parts, context)
    else for (const [at, part] of parts.entries()) this.#push(part, contextAt(context, at))
  }

  get #id(): string {
    return madeId(this.messages.length)
  }

  #ask(parts: readonly Part[], context: Context): void {
    const content = parts.flatMap((part, at) => userContentOf(part, contextAt(context, at)) ?? [])
    const [only] = content
    if (only === undefined) return
    const isText = content.length === 1 && only.type === 'text'
    this.messages.push({ id: this.#id, role: 'user', content: isText ? only.text : content })
  }

  #push(part: Part, context: Context): void {
    switch (part.type) {
      case 'text':
        this.#say(part.text)
        return
      case 'reasoning':
        this.messages.push({ id: this.#id, role: 'reasoning', content: part.text })
        return
      case 'tool-call':
        this.#call(part)
        return
      case 'tool-result':
        this.#answer(part)
        return
      default:
        drop(part, context)
    }
  }

  #say(content?: string): Reply {
    const reply: Reply = compact({ id: this.#id, role: 'assistant' as const, content })
    this.messages.push(reply)
    this.#reply = reply
    return reply
  }

  #answer(result: ToolResult): void {
    if (result.preliminary === true) return
    const content = agUiResultText(result)
    const error = result.isError ? content : undefined
    const answer = { role: 'tool' as const, toolCallId: result.callId, content, error }
    this.messages.push(compact({ id: this.#id, ...answer }))
  }

  #call(call: ToolCall): void {
    const reply = this.#reply ?? this.#say()
    const run = { name: call.name, arguments: encodeArgumentText(call) }
    reply.toolCalls = [...(reply.toolCalls ?? []), { id: call.id, type: 'function', function: run }]
  }
}

function userContentOf(part: Part, context: Context): AgUiContent | undefined {
  if (part.type === 'text') return { type: 'text', text: part.text }
  if (part.type !== 'media') return drop(part, context)
  return agUiContent(part) ?? dropMedia(part, context)
}

function drop(part: Part, context: Context): undefined {
  if (part.type === 'media') dropMedia(part, context)
  else if (part.type === 'source') dropSource(part, context)
  else if (part.type === 'opaque') dropOpaque(part, context)
}
