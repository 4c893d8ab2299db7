import type { Conversation, Message } from '../../model/types.js'

/** Where the values of a conversation stood in the input, however often they were replaced since. */
export interface InputPaths {
  /** JSON Pointer into the input conversation; '' for a value that has no counterpart there. */
  pathOf(value: object): string
  /** Records that a value stands for an earlier one, and returns it. */
  derive<Value extends object>(original: object, replacement: Value): Value
}

export function createPaths(conversation: Conversation): InputPaths {
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
    pathOf: (value) => paths.get(value) ?? '',
    derive(original, replacement) {
      enter(replacement, paths.get(original) ?? '')
      return replacement
    },
  }
}

function enterMessage(message: Message, path: string, enter: (value: object, path: string) => void): void {
  enter(message, path)
  message.parts.forEach((part, index) => {
    const partPath = `${path}/parts/${index}`
    enter(part, partPath)
    if (part.type !== 'tool-result' || part.output.type !== 'content') return
    part.output.value.forEach((inner, innerIndex) => {
      enter(inner, `${partPath}/output/value/${innerIndex}`)
    })
  })
}
