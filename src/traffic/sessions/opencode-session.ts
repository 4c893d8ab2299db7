import type { JsonObject } from '../../base/json/json-types.js'
import { asJson } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { isClientResult } from '../../base/model/change.js'
import type { Conversation, MediaPart, Message, Part, ToolCall, ToolResult } from '../../base/model/types.js'
import { outputText } from '../../codec/shape/results.js'
import type { WriterFacts, WriteSession } from './session-types.js'

/** The version of the program whose exports have these members. */
const VERSION = '1.18.33'

/** Writes an export of opencode, which `opencode import FILE` stores, and `opencode --session ID` continues. */
export const writeOpencode: WriteSession = async (conversation, facts) => {
  const ids = new Ids(facts.time)
  const id = ids.next('ses')
  const { folder: directory, time } = facts
  const info = {
    ...{ id, slug: id, projectID: 'global', directory, title: titleOf(conversation), version: VERSION },
    time: { created: time, updated: time },
  }
  const messages = new SessionMessages(id, conversation, facts, ids).all()
  return { id, text: `${stringifyJson({ info, messages })}\n`, notices: [] }
}

function titleOf({ messages }: Conversation): string {
  const texts = messages.flatMap(({ role, parts }) =>
    role === 'user' ? parts.flatMap((part) => (part.type === 'text' ? part.text : [])) : [],
  )
  return (texts[0] ?? 'Converted session').slice(0, 80)
}

/** Ids in the order of their creation: opencode sorts messages and parts by id. */
class Ids {
  #count: number

  constructor(time: number) {
    this.#count = time * 0x1000
  }

  next(prefix: string): string {
    this.#count += 1
    const random = crypto.randomUUID().replaceAll('-', '').slice(0, 14)
    return `${prefix}_${(this.#count % 2 ** 48).toString(16).padStart(12, '0')}${random}`
  }
}

/** The messages of a session. A call part contains its result. */
class SessionMessages {
  readonly #results: ReadonlyMap<string, ToolResult>
  /** The id of the latest message of the user. */
  #parent = ''
  /** The time of the message that is written. */
  #time = 0
  /** The times of the results by the ids of their calls. */
  readonly #answered = new Map<string, number>()

  constructor(
    private readonly session: string,
    private readonly conversation: Conversation,
    private readonly facts: WriterFacts,
    private readonly ids: Ids,
  ) {
    const parts = conversation.messages.flatMap((message) => message.parts)
    this.#results = new Map(parts.filter(isClientResult).map((part) => [part.callId, part]))
  }

  all(): JsonObject[] {
    const { messages } = this.conversation
    const times = messages.map(({ parts }) => this.facts.timeOf(parts))
    for (const [index, { parts }] of messages.entries())
      for (const { callId } of parts.filter(isClientResult)) this.#answered.set(callId, times[index] ?? 0)
    return messages.flatMap((message, index) => {
      this.#time = times[index] ?? 0
      return this.#message(message)
    })
  }

  #message({ role, parts: given }: Message): JsonObject[] {
    const id = this.ids.next('msg')
    const parts = given
      .flatMap((part) => this.#part(part))
      .map((part) => ({
        ...{ id: this.ids.next('prt'), sessionID: this.session, messageID: id },
        ...part,
      }))
    if (parts.length === 0) return []
    if (role !== 'assistant') this.#parent = id
    const info = {
      id,
      sessionID: this.session,
      ...(role === 'assistant' ? this.#answer() : this.#question()),
    }
    return [{ info, parts }]
  }

  get #model() {
    return { providerID: 'toolwire', modelID: this.conversation.model ?? 'unknown' }
  }

  #question(): JsonObject {
    return { role: 'user', time: { created: this.#time }, agent: 'build', model: this.#model }
  }

  #answer(): JsonObject {
    const { folder: cwd } = this.facts
    return {
      ...{
        role: 'assistant',
        parentID: this.#parent,
        mode: 'build',
        agent: 'build',
        path: { cwd, root: cwd },
      },
      ...{ cost: 0, tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } } },
      ...{ ...this.#model, time: { created: this.#time, completed: this.#time }, finish: 'stop' },
    }
  }

  #part(part: Part): JsonObject[] {
    const start = this.#time
    switch (part.type) {
      case 'text':
        return [{ type: 'text', text: part.text }]
      case 'reasoning':
        return [{ type: 'reasoning', text: part.text, time: { start, end: start } }]
      case 'media':
        return [fileOf(part)]
      case 'tool-call':
        return [this.#call(part)]
      default:
        return []
    }
  }

  #call(call: ToolCall): JsonObject {
    const start = this.#time
    const end = this.#answered.get(call.id) ?? start
    const result = this.#results.get(call.id)
    const input = call.status === 'complete' ? call.arguments : {}
    const about = { input, time: { start, end } }
    const text = result === undefined ? 'The call was not answered.' : outputText(result.output)
    const state =
      result === undefined || result.isError
        ? { status: 'error', ...about, error: text }
        : { status: 'completed', ...about, output: text, title: call.name, metadata: {} }
    return { type: 'tool', tool: call.name, callID: call.id, state: asJson(state) ?? null }
  }
}

/** Files that only their provider stores are named in text. */
function fileOf({ mediaType: mime = 'application/octet-stream', kind, source }: MediaPart): JsonObject {
  if (source.type === 'data') return { type: 'file', mime, url: `data:${mime};base64,${source.data}` }
  if (source.type === 'url') return { type: 'file', mime, url: source.url }
  return { type: 'text', text: `(A file of kind ${kind}, which only its provider stores.)` }
}
