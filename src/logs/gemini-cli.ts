import { isArray, isObject, objectsIn, stringOr } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import type { LogFormat } from './types.js'

/** Chats of Gemini CLI (`~/.gemini/tmp/*\/chats/*.json`): calls stand with their results beside the text. */
export const geminiCli: LogFormat = {
  title: 'a chat of Gemini CLI',
  read({ sessionId, messages }) {
    if (typeof sessionId !== 'string' || !isArray(messages)) return undefined
    const known = objectsIn(messages).filter(({ type }) => type === 'user' || type === 'gemini')
    if (known.length === 0) return undefined
    const model = known.findLast(({ model }) => typeof model === 'string')?.model
    const value = compact({ model, contents: known.flatMap(contentsOf) })
    return { id: sessionId, wire: 'google-generate-content', request: { path: '', value } }
  },
}

function contentsOf({ type, content, toolCalls }: JsonObject): JsonObject[] {
  const parts = partsOf(content)
  if (type === 'user') return [{ role: 'user', parts }]
  const calls = objectsIn(toolCalls)
  const called = calls.map(({ id, name, args }) => ({
    functionCall: compact({ id, name, args: args ?? {} }),
  }))
  const results = calls.flatMap(({ result }) => (isArray(result) ? result : [])).filter(isObject)
  const said = [...parts, ...called]
  return [
    ...(said.length > 0 ? [{ role: 'model', parts: said }] : []),
    ...(results.length > 0 ? [{ role: 'user', parts: results }] : []),
  ]
}

function partsOf(content: JsonValue | undefined): JsonValue[] {
  if (isArray(content)) return content.map((part) => (typeof part === 'string' ? { text: part } : part))
  if (isObject(content)) return [content]
  const text = stringOr(content, '')
  return text === '' ? [] : [{ text }]
}
