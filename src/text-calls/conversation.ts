import { isCallToAnswer } from '../base/model/calls-to-answer.js'
import type { Context, Notice } from '../base/model/context.js'
import type { StreamEvent } from '../base/model/events.js'
import { finishOf, outcomeOf } from '../base/model/outcome.js'
import type { Conversation, Message, Part, TextPart, ToolCall, ToolDefinition } from '../base/model/types.js'
import { type EventStep, toldWhole } from '../codec/stream/event-step.js'
import type { TextDialect } from './dialect.js'
import { TextWriter, type WriteTextOptions } from './text-writer.js'

/** Messages with the index of their origin. */
interface Rewritten {
  readonly messages: Message[]
  /** The index of each message in the input. */
  readonly origins: number[]
}

/**
 * Rewrites a conversation for a model without native tools: definitions become instructions, calls become
 * assistant text, and results become user text. Vendor-defined tools are unchanged.
 */
export function conversationAsText(conversation: Conversation, dialect: TextDialect, context: Context): Told {
  const { tools = [], toolChoice, parallelToolCalls, ...rest } = conversation
  const [told, native] = partition(tools, toolChoice)
  const writer = new TextWriter({ dialect, tools }, context)
  const { messages, origins } = rewrite(conversation.messages, writer)
  const choice = native.length === 0 ? {} : withChoice(toolChoice, parallelToolCalls)
  const text = told.length === 0 ? '' : writer.tools(told, { toolChoice, parallelToolCalls })
  const instructed = text === '' ? messages : withInstructions(messages, text)
  if (instructed.length > messages.length) origins.unshift(0)
  const left = native.length === 0 ? {} : { tools: native }
  return { conversation: { ...rest, ...left, ...choice, messages: instructed }, origins }
}

/** A rewritten conversation with the origins of its messages. */
interface Told {
  readonly conversation: Conversation
  readonly origins: readonly number[]
}

/** Rewrites messages without tool definitions, as `conversationAsText` does for a conversation. */
export function messagesAsText(
  messages: readonly Message[],
  options: WriteTextOptions,
  context: Context,
): Rewritten {
  return rewrite(messages, new TextWriter(options, context))
}

/** Returns a context whose paths point into the original conversation. */
export function pointingBack(context: Context, origins: readonly number[]): Context {
  const back = (notice: Notice): Notice => ({
    ...notice,
    path: notice.path.replace(/^\/messages\/(\d+)/, (whole, index) => {
      const origin = origins[Number(index)]
      return origin === undefined ? whole : `/messages/${origin}`
    }),
  })
  return { ...context, report: (notice) => context.report(back(notice)) }
}

/**
 * Splits tools into tools that are described as text and native tools. If the model must not call tools, no
 * tools are described.
 */
function partition(
  tools: readonly ToolDefinition[],
  choice: Conversation['toolChoice'],
): readonly [told: ToolDefinition[], native: ToolDefinition[]] {
  const isTold = ({ type }: ToolDefinition) => type === 'function' || type === 'custom'
  const isAllowed = ({ name }: ToolDefinition) =>
    choice?.type !== 'none' && (choice?.type !== 'allowed' || choice.names.includes(name))
  return [tools.filter((tool) => isTold(tool) && isAllowed(tool)), tools.filter((tool) => !isTold(tool))]
}

function withChoice(
  toolChoice: Conversation['toolChoice'],
  parallelToolCalls: boolean | undefined,
): Pick<Conversation, 'toolChoice' | 'parallelToolCalls'> {
  return {
    ...(toolChoice !== undefined && { toolChoice }),
    ...(parallelToolCalls !== undefined && { parallelToolCalls }),
  }
}

/** Appends text to the first instructions. */
function withInstructions(messages: readonly Message[], text: string): Message[] {
  const [first, ...rest] = messages
  const part: TextPart = { type: 'text', text }
  if (first?.role !== 'system') return [{ role: 'system', parts: [part] }, ...messages]
  const last = first.parts.at(-1)
  const parts =
    last?.type === 'text'
      ? [...first.parts.slice(0, -1), { ...last, text: `${last.text}\n\n${text}` }]
      : [...first.parts, part]
  return [{ ...first, parts }, ...rest]
}

/**
 * Joins results and the user message after them: many models do not accept two messages of the same role in a
 * row.
 */
function rewrite(messages: readonly Message[], writer: TextWriter): Rewritten {
  const indexes = new Map<string, number>()
  const rewritten: Rewritten = { messages: [], origins: [] }
  let results: Part[] = []
  const say = (message: Message, origin: number) => {
    rewritten.messages.push(message)
    rewritten.origins.push(origin)
  }
  messages.forEach((message, origin) => {
    if (message.role === 'tool') {
      results.push(...message.parts)
      return
    }
    const joins = message.role === 'user' && message.providerMetadata === undefined
    const before = resultParts(results, writer, indexes)
    results = []
    if (before.length > 0 && !joins) say({ role: 'user', parts: before }, origin - 1)
    const said = message.role === 'assistant' ? saidParts(message.parts, writer, indexes) : message.parts
    say({ ...message, parts: joins ? [...before, ...said] : said }, origin)
  })
  if (results.length > 0)
    say({ role: 'user', parts: resultParts(results, writer, indexes) }, messages.length - 1)
  return rewritten
}

function resultParts(
  parts: readonly Part[],
  writer: TextWriter,
  indexes: ReadonlyMap<string, number>,
): Part[] {
  const results = parts.filter((part) => part.type === 'tool-result')
  const media = results.flatMap(({ output }) =>
    output.type === 'content' ? output.value.filter(({ type }) => type !== 'text') : [],
  )
  const others = parts.filter(({ type }) => type !== 'tool-result')
  const text = writer.results(results, ({ callId }) => indexes.get(callId) ?? 0)
  return [...(results.length > 0 ? [{ type: 'text' as const, text }] : []), ...media, ...others]
}

/** Returns the parts of an assistant message, with its calls as text. */
function saidParts(parts: readonly Part[], writer: TextWriter, indexes: Map<string, number>): Part[] {
  const said: Part[] = []
  let calls: ToolCall[] = []
  const write = () => {
    if (calls.length > 0) addText(said, writer.calls(calls, indexes.size))
    for (const { id } of calls) indexes.set(id, indexes.size)
    calls = []
  }
  for (const part of parts) {
    if (isCallToAnswer(part)) calls.push(part)
    else {
      write()
      said.push(part)
    }
  }
  write()
  return said
}

function addText(parts: Part[], text: string): void {
  const last = parts.at(-1)
  if (last?.type !== 'text') parts.push({ type: 'text', text })
  else {
    const gap = last.text === '' || last.text.endsWith('\n') ? '' : '\n'
    parts[parts.length - 1] = { ...last, text: last.text + gap + text }
  }
}

/**
 * Creates a step for servers that converts calls of an answer to text, as a model without native tools writes
 * them.
 */
export function writtenCallsStep(options: WriteTextOptions, context: Context): EventStep {
  const writer = new TextWriter(options, context)
  const inputs = new Set<string>()
  let index = 0
  const write = (event: StreamEvent): readonly StreamEvent[] => {
    switch (event.type) {
      case 'tool-input-start':
        if (event.providerExecuted) inputs.add(event.id)
        return event.providerExecuted ? [event] : []
      case 'tool-input-delta':
      case 'tool-input-end':
        return inputs.has(event.id) ? [event] : []
      case 'tool-call': {
        if (event.call.providerExecuted) return [event]
        index += 1
        const text = writer.calls([event.call], index - 1)
        return toldWhole(`call ${index}`, { type: 'text', text })
      }
      case 'finish': {
        const { finish } = event
        return [outcomeOf(finish) === 'tool-calls' ? { ...event, finish: finishOf('complete') } : event]
      }
      default:
        return [event]
    }
  }
  return { push: write, finish: () => [] }
}
