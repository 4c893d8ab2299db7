import type { Conversation, Message, Part } from './types.js'

/** Where the values of a conversation stood in the input, however often they were replaced since. */
export interface InputPaths {
  /** JSON Pointer into the input conversation; '' for a value that has no counterpart there. */
  pathOf(value: object): string
  /** Records that a value stands for an earlier one, and returns it. */
  derive<Value extends object>(original: object, replacement: Value): Value
}

/** Paths of values that come one by one, too. */
export interface GrowingPaths extends InputPaths {
  enterPart(part: Part, path: string): void
}

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
