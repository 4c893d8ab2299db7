import { asNative, at, expectArray, expectObject, expectString } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import type { Conversation, Response } from '../model/types.js'

/**
 * What `decode` printed, read back. The shape is checked as far as every encoder relies on it; the full schemas are
 * `toolwire/schemas`, which the command line does not load.
 * @throws AdapterError with the path of the first member that is not canonical.
 */
export function expectConversation(value: JsonValue, path: string): Conversation {
  const messages = expectArray(expectObject(value, path).messages, at(path, 'messages'))
  messages.forEach((message, index) => {
    checkMessage(message, `${path}/messages/${index}`)
  })
  return asNative<Conversation>(value)
}

/** @throws AdapterError with the path of the first member that is not canonical. */
export function expectResponse(value: JsonValue, path: string): Response {
  const { message, finish } = expectObject(value, path)
  checkMessage(message, at(path, 'message'))
  expectString(expectObject(finish, at(path, 'finish')).reason, `${path}/finish/reason`)
  return asNative<Response>(value)
}

function checkMessage(value: JsonValue | undefined, path: string): void {
  const message = expectObject(value, path)
  expectString(message.role, at(path, 'role'))
  expectArray(message.parts, at(path, 'parts')).forEach((part, index) => {
    checkPart(part, `${path}/parts/${index}`)
  })
}

const PART_TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  reasoning: ['text'],
  'tool-call': ['id', 'name', 'kind', 'status'],
  'tool-result': ['callId', 'name'],
  opaque: ['wire'],
}

function checkPart(value: JsonValue, path: string): void {
  const part = expectObject(value, path)
  const type = expectString(part.type, at(path, 'type'))
  const texts = Object.hasOwn(PART_TEXTS, type) ? PART_TEXTS[type] : undefined
  for (const key of texts ?? []) expectString(part[key], at(path, key))
  if (type === 'tool-result') checkOutput(part.output, at(path, 'output'))
  if (type === 'media')
    expectString(expectObject(part.source, at(path, 'source')).type, `${path}/source/type`)
}

function checkOutput(value: JsonValue | undefined, path: string): void {
  const output = expectObject(value, path)
  const type = expectString(output.type, at(path, 'type'))
  if (type === 'content') expectArray(output.value, at(path, 'value'))
  if (type === 'text' || type === 'error-text') expectString(output.value, at(path, 'value'))
}
