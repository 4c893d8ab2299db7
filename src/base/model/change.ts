import type {
  Conversation,
  Message,
  Part,
  ProviderMetadata,
  ResultPart,
  ToolDefinition,
  ToolResult,
} from './types.js'

/** Where the values of a conversation stood in the input, however often they were replaced since. */
export interface InputPaths {
  /** JSON Pointer into the input conversation; '' for a value that has no counterpart there. */
  pathOf(value: object): string
  /** Records that a value stands for an earlier one, and returns it. */
  derive<Value extends object>(original: object, replacement: Value): Value
}

/** Paths of values that come one by one, too. */
export interface GrowingPaths extends InputPaths {
  /** Notes where a part stands that was not in the conversation. */
  enterPart(part: Part, path: string): void
}

/** The paths of what stands in a conversation. */
export function createPaths(conversation: Conversation = { messages: [] }): GrowingPaths {
  const paths = new WeakMap<object, string>()
  const enter = (value: object, path: string) => {
    if (!paths.has(value)) paths.set(value, path)
  }
  conversation.messages.forEach((message, index) => {
    enterMessage(message, `/messages/${index}`, enter)
  })
  conversation.tools?.forEach((tool, index) => {
    enter(tool, `/tools/${index}`)
  })
  return {
    enterPart: (part, path) => enterPart(part, path, enter),
    pathOf: (value) => paths.get(value) ?? '',
    derive(original, replacement) {
      enter(replacement, paths.get(original) ?? '')
      return replacement
    },
  }
}

type Enter = (value: object, path: string) => void

function enterMessage(message: Message, path: string, enter: Enter): void {
  enter(message, path)
  message.parts.forEach((part, index) => {
    enterPart(part, `${path}/parts/${index}`, enter)
  })
}

function enterPart(part: Part, path: string, enter: Enter): void {
  enter(part, path)
  if (part.type !== 'tool-result' || part.output.type !== 'content') return
  part.output.value.forEach((inner, index) => {
    enter(inner, `${path}/output/value/${index}`)
  })
}

/** Maps a list, leaving out what becomes undefined. The same list comes back when nothing changed. */
export function mapChanged<Item extends object>(
  items: readonly Item[],
  paths: InputPaths,
  change: (item: Item, index: number) => Item | undefined,
): readonly Item[] {
  let changed = false
  const result: Item[] = []
  items.forEach((item, index) => {
    const next = change(item, index)
    if (next !== item) changed = true
    if (next !== undefined) result.push(next === item ? item : paths.derive(item, next))
  })
  return changed ? result : items
}

/** The conversation with other messages; itself when none changed. */
export function mapMessages(
  conversation: Conversation,
  paths: InputPaths,
  change: (message: Message, index: number) => Message | undefined,
): Conversation {
  return withMessages(conversation, mapChanged(conversation.messages, paths, change))
}

/** The message with other parts; itself when none changed. */
export function mapParts(message: Message, paths: InputPaths, change: PartChange): Message {
  const parts = mapChanged(message.parts, paths, (part, index) => change(part, message, index))
  return parts === message.parts ? message : { ...message, parts }
}

/** What becomes of a part: itself, another one, or nothing. */
export type PartChange = (part: Part, message: Message, index: number) => Part | undefined

/** The parts of a message; one that loses all of them is undefined. */
export function keepParts(message: Message, paths: InputPaths, change: PartChange): Message | undefined {
  const kept = mapParts(message, paths, change)
  return kept !== message && kept.parts.length === 0 ? undefined : kept
}

/** The parts of a result; the same result when none changed. */
export function mapOutput(
  result: ToolResult,
  paths: InputPaths,
  change: (part: ResultPart) => ResultPart | undefined,
): ToolResult {
  if (result.output.type !== 'content') return result
  const { value: before } = result.output
  const value = mapChanged(before, paths, change)
  return value === before ? result : { ...result, output: { type: 'content', value } }
}

/** What the assistant said. */
export function mapAnswers(
  conversation: Conversation,
  paths: InputPaths,
  change: (message: Message) => Message | undefined,
): Conversation {
  return mapMessages(conversation, paths, (message) =>
    message.role === 'assistant' ? change(message) : message,
  )
}

/** Every part of every message. */
export function mapAllParts(conversation: Conversation, paths: InputPaths, change: PartChange): Conversation {
  return mapMessages(conversation, paths, (message) => mapParts(message, paths, change))
}

/** The conversation with other tools; itself when none changed. */
export function mapTools(
  conversation: Conversation,
  paths: InputPaths,
  change: (tool: ToolDefinition, index: number) => ToolDefinition | undefined,
): Conversation {
  if (conversation.tools === undefined) return conversation
  const tools = mapChanged(conversation.tools, paths, change)
  return tools === conversation.tools ? conversation : { ...conversation, tools }
}

/** The conversation with these messages; the same one when they are the same. */
export function withMessages(conversation: Conversation, messages: readonly Message[]): Conversation {
  const { messages: before } = conversation
  const same =
    messages.length === before.length && messages.every((message, index) => message === before[index])
  return same ? conversation : { ...conversation, messages }
}

/** Whether a part is a result that the client sends, as opposed to one of a tool that the provider ran. */
export function isClientResult(part: Part): part is ToolResult {
  return part.type === 'tool-result' && !part.providerExecuted
}

/**
 * Whether a part is the target wire's own, so that it can go back verbatim: it carries that wire's metadata, or its
 * message came from there.
 */
export function isOwn(
  part: { readonly providerMetadata?: ProviderMetadata },
  message: Message,
  wire: string,
): boolean {
  return part.providerMetadata?.[wire] !== undefined || message.origin?.wire === wire
}
