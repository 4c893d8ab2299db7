import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import type { TemplateRenderer } from './renderer.js'

/** A user message before and after the turn that is examined. */
const BEFORE = { role: 'user', content: 'first question' }
const AFTER = { role: 'user', content: 'second question' }
const TEXT = 'plain answer'

/** A call in a probe or in a conversation. */
export interface ProbeCall {
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
  /** The arguments as JSON text. */
  readonly text: string
}

/** The form of calls that a template expects. */
export interface CallStyle {
  /** True if arguments are JSON text, and not an object. */
  readonly isArgumentText: boolean
  /** True if the template writes ids instead of names, so that an id must contain the name. */
  readonly isNamedById: boolean
  /**
   * True if the template writes calls only of messages whose content is null, as that of DeepSeek V3 does.
   * Text before calls is then a message of its own.
   */
  readonly isContentNull: boolean
}

/** Returns an id that contains the name of the tool. */
export function namedId(id: string, name: string, index: number): string {
  return id.includes(name) ? id : `functions.${name}:${index}`
}

/** The texts of calls in the rendering of a template, without the marks of turns. */
export class CallTexts {
  readonly #renderer: TemplateRenderer
  readonly #tools: readonly JsonObject[]
  readonly #style: CallStyle
  readonly #header: string
  readonly #end: string
  /** The turn of an answer without content. */
  readonly #empty: string

  constructor(renderer: TemplateRenderer, tools: readonly JsonObject[], style: CallStyle) {
    this.#renderer = renderer
    this.#tools = tools
    this.#style = style
    this.#empty = this.#turn({ role: 'assistant', content: '' }) ?? ''
    const turn = this.#turn({ role: 'assistant', content: TEXT }) ?? TEXT
    const at = Math.max(0, turn.indexOf(TEXT))
    this.#header = turn.slice(0, at)
    this.#end = turn.slice(at + TEXT.length)
  }

  /** The text from the end of an answer to the content of the next user message. */
  get end(): string {
    return this.#end
  }

  /** Returns the text of the calls of one turn; undefined if the template rejects them. */
  of(calls: readonly ProbeCall[]): string | undefined {
    const turn = this.#turn(this.message(calls))
    if (turn === undefined) return undefined
    const shared = Math.min(commonStart(turn, this.#header), commonStart(turn, this.#empty))
    const start = wholeStart(turn, shared)
    return turn.slice(start, wholeEnd(turn, Math.max(start, turn.length - commonEnd(turn, this.#end))))
  }

  /** Returns a call with the id that the template writes. */
  named(call: ProbeCall, index: number): ProbeCall {
    const { id, name } = call
    return this.#style.isNamedById ? { ...call, id: namedId(id, name, index) } : call
  }

  /** Returns the turn of these calls and of text before them. */
  withText(calls: readonly ProbeCall[], text: string): string {
    const said = { role: 'assistant', content: text }
    const messages = this.#style.isContentNull
      ? [said, this.message(calls)]
      : [{ ...this.message(calls), content: text }]
    return this.#turn(...messages) ?? ''
  }

  /** Returns the rendering of results after their calls, from the end of the calls on. */
  results(calls: readonly ProbeCall[], outputs: readonly string[]): string | undefined {
    const results = outputs.map((content, index) => ({
      role: 'tool',
      tool_call_id: calls.map((call, position) => this.named(call, position).id)[index] ?? '',
      name: calls[index]?.name ?? '',
      content,
    }))
    const text = this.#render([BEFORE, this.message(calls), ...results])
    const written = this.of(calls) ?? ''
    const at = text?.lastIndexOf(written) ?? -1
    return at === -1 ? undefined : text?.slice(at + written.length)
  }

  /** Returns the assistant message with these calls. */
  message(calls: readonly ProbeCall[]): JsonObject {
    const list = calls.map((call, index) => ({
      id: this.named(call, index).id,
      type: 'function',
      function: { name: call.name, arguments: this.#style.isArgumentText ? call.text : call.arguments },
    }))
    return { role: 'assistant', content: this.#style.isContentNull ? null : '', tool_calls: list }
  }

  /** Returns the text between the two user messages around messages of the assistant. */
  #turn(...messages: readonly JsonObject[]): string | undefined {
    const text = this.#render([BEFORE, ...messages, AFTER])
    const start = text?.lastIndexOf(BEFORE.content) ?? -1
    const end = text?.lastIndexOf(AFTER.content) ?? -1
    return start === -1 || end < start ? undefined : text?.slice(start + BEFORE.content.length, end)
  }

  #render(messages: readonly JsonObject[]): string | undefined {
    const rendered = attempt(() => this.#renderer.render(messages, { tools: this.#tools }))
    return 'value' in rendered ? rendered.value : undefined
  }
}

/** Returns the number of characters at the start that both texts have. */
export function commonStart(one: string, other: string): number {
  let length = 0
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length += 1
  return length
}

function commonEnd(one: string, other: string): number {
  let length = 0
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length))
    length += 1
  return length
}

/** Moves an index after letters to the end of the next mark: calls end with a mark or a bracket. */
function wholeEnd(text: string, index: number): number {
  if (/[>\])}\s]/.test(text.charAt(index - 1))) return index
  const rest = text.slice(index).search(/[>\]]/)
  return rest === -1 ? index : index + rest + 1
}

/** Moves an index inside a mark to the beginning of the mark. */
export function wholeStart(text: string, index: number): number {
  const open = Math.max(text.lastIndexOf('<', index - 1), text.lastIndexOf('[', index - 1))
  const isInside = open !== -1 && !/[>\]]/.test(text.slice(open, index))
  return isInside ? open : index
}
