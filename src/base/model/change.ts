import type {
  Conversation,
  Message,
  Part,
  ProviderMetadata,
  ResultPart,
  ToolDefinition,
  ToolResult,
} from './types.js'

/** Maps the values of a conversation to their paths in the input, even after several replacements. */
export interface InputPaths {
  /** JSON Pointer into the input conversation; '' for a value without a counterpart there. */
  pathOf(value: object): string
  /** Records that a value replaces an earlier one, and returns the value. */
  derive<Value extends object>(original: object, replacement: Value): Value
}

/** Paths that also accept values added one by one. */
export interface GrowingPaths extends InputPaths {
  /** Records the path of a part that was not in the conversation. */
  enterPart(part: Part, path: string): void
}

/**
 * Creates the paths of the values in a conversation.
 * @param first the index of the first message in the input. Default: 0.
 */
export function createPaths(conversation: Conversation = { messages: [] }, first = 0): GrowingPaths {
  const paths = new WeakMap<object, string>()
  const record = (value: object, path: string) => {
    if (!paths.has(value)) paths.set(value, path)
  }
  const enter = (value: Message | Part | ToolDefinition, path: string) => {
    record(value, path)
    if ('parts' in value) enterAll(value.parts, `${path}/parts`)
    else if (value.type === 'tool-result' && value.output.type === 'content')
      enterAll(value.output.value, `${path}/output/value`)
  }
  const enterAll = (values: readonly (Message | Part | ToolDefinition)[] = [], path: string, start = 0) => {
    values.forEach((value, index) => {
      enter(value, `${path}/${start + index}`)
    })
  }
  // Most conversations are fitted without a notice, so paths are recorded when the first one is needed.
  const waiting = [
    () => enterAll(conversation.messages, '/messages', first),
    () => enterAll(conversation.tools, '/tools'),
  ]
  return {
    enterPart: (part, path) => waiting.push(() => enter(part, path)),
    pathOf(value) {
      for (const recordNext of waiting.splice(0)) recordNext()
      return paths.get(value) ?? ''
    },
    derive(original, replacement) {
      waiting.push(() => record(replacement, paths.get(original) ?? ''))
      return replacement
    },
  }
}

/**
 * Maps the list of a value and omits items that become undefined. Returns the same list if nothing changed.
 * @param holder the value with the list, for `change`.
 */
function mapChanged<Item extends object, Holder>(
  items: readonly Item[],
  paths: InputPaths,
  change: (item: Item, holder: Holder, index: number) => Item | undefined,
  holder: Holder,
): readonly Item[] {
  let changed: Item[] | undefined
  let index = 0
  for (const item of items) {
    const next = change(item, holder, index)
    if (next !== item) changed ??= items.slice(0, index)
    if (next !== undefined) changed?.push(next === item ? item : paths.derive(item, next))
    index += 1
  }
  return changed ?? items
}

/** Returns the conversation with changed messages; the same conversation if nothing changed. */
export function mapMessages(
  conversation: Conversation,
  paths: InputPaths,
  change: (message: Message, conversation: Conversation, index: number) => Message | undefined,
): Conversation {
  return withMessages(conversation, mapChanged(conversation.messages, paths, change, conversation))
}

/** Returns the message with changed parts; the same message if nothing changed. */
export function mapParts(message: Message, paths: InputPaths, change: PartChange): Message {
  const parts = mapChanged(message.parts, paths, change, message)
  return parts === message.parts ? message : { ...message, parts }
}

/** Returns the part itself, another part, or undefined to drop it. */
export type PartChange = (part: Part, message: Message, index: number) => Part | undefined

/** Returns the message with changed parts; undefined if it loses all of them. */
export function keepParts(message: Message, paths: InputPaths, change: PartChange): Message | undefined {
  const kept = mapParts(message, paths, change)
  return kept !== message && kept.parts.length === 0 ? undefined : kept
}

/** Returns the result with changed parts; the same result if nothing changed. */
export function mapOutput(
  result: ToolResult,
  paths: InputPaths,
  change: (part: ResultPart) => ResultPart | undefined,
): ToolResult {
  if (result.output.type !== 'content') return result
  const { value: before } = result.output
  const value = mapChanged(before, paths, change, result)
  return value === before ? result : { ...result, output: { type: 'content', value } }
}

/** Returns the conversation with changed assistant messages. */
export function mapAnswers(
  conversation: Conversation,
  paths: InputPaths,
  change: (message: Message) => Message | undefined,
): Conversation {
  return mapMessages(conversation, paths, (message) =>
    message.role === 'assistant' ? change(message) : message,
  )
}

/** Returns the conversation with changed parts. */
export function mapAllParts(conversation: Conversation, paths: InputPaths, change: PartChange): Conversation {
  return mapMessages(conversation, paths, (message) => mapParts(message, paths, change))
}

/** Returns the conversation with changed tools; the same conversation if nothing changed. */
export function mapTools(
  conversation: Conversation,
  paths: InputPaths,
  change: (tool: ToolDefinition, conversation: Conversation, index: number) => ToolDefinition | undefined,
): Conversation {
  if (conversation.tools === undefined) return conversation
  const tools = mapChanged(conversation.tools, paths, change, conversation)
  return tools === conversation.tools ? conversation : { ...conversation, tools }
}

/** Returns the conversation with these messages; the same conversation if they are the same. */
export function withMessages(conversation: Conversation, messages: readonly Message[]): Conversation {
  return hasSameItems(messages, conversation.messages) ? conversation : { ...conversation, messages }
}

/** Returns true if two lists have the same items. */
export function hasSameItems<Item>(list: readonly Item[], other: readonly Item[]): boolean {
  return list.length === other.length && list.every((item, index) => item === other[index])
}

/**
 * Returns true for a result that the client sends, as opposed to the result of a tool that the provider ran.
 */
export function isClientResult(part: Part): part is ToolResult {
  return part.type === 'tool-result' && !part.providerExecuted
}

/**
 * Returns true if a part can be returned verbatim to the target wire: the part has metadata of this wire, or
 * its message came from this wire.
 */
export function isOwn(
  part: { readonly providerMetadata?: ProviderMetadata },
  message: Message,
  wire: string,
): boolean {
  return part.providerMetadata?.[wire] !== undefined || message.origin?.wire === wire
}
