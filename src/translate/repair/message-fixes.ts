import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { isArray, isObject, stringOr } from '../../base/json/read-json.js'
import { remembered } from '../lint/remembered.js'

/** A fix of a request that needs no further facts. */
type Rewrite = (request: JsonObject) => readonly PatchOperation[] | undefined

/** Changes the list of messages as a whole; undefined without a change. */
export function rewritesMessages(
  rewrite: (messages: readonly JsonObject[]) => readonly JsonObject[],
): Rewrite {
  // Lint asks for the fix of each violation, and the rewritten list is the same for all.
  return remembered(({ messages }: JsonObject) => {
    if (!isArray(messages)) return undefined
    const given = messages.filter(isObject)
    const value = rewrite(given)
    const isSame = value.length === messages.length && value.every((one, index) => one === messages[index])
    return isSame || given.length < messages.length
      ? undefined
      : [{ op: 'replace', path: '/messages', value: [...value] }]
  })
}

/** Joins consecutive user messages, and consecutive messages of the model without calls, into one. */
export const joinsNeighbours = rewritesMessages((messages) => {
  const runs: [JsonObject, ...JsonObject[]][] = []
  for (const message of messages) {
    const run = runs.at(-1)
    if (run !== undefined && canJoin(run[0], message)) run.push(message)
    else runs.push([message])
  }
  return runs.map((run) => (run.length === 1 ? run[0] : { ...run[0], content: contentOf(run) }))
})

const JOINED: readonly string[] = ['role', 'content']

function canJoin(one: JsonObject, other: JsonObject): boolean {
  const isPlain = [one, other].every(
    (message) =>
      Object.keys(message).every((key) => JOINED.includes(key)) && partsIn(message.content) !== undefined,
  )
  return isPlain && one.role === other.role && (one.role === 'user' || one.role === 'assistant')
}

/** Returns texts as one text, and anything else as one list of parts. */
function contentOf(messages: readonly JsonObject[]): JsonValue {
  const contents = messages.map(({ content }) => content)
  return contents.some(isArray)
    ? contents.flatMap((content) => partsIn(content) ?? [])
    : contents.join('\n\n')
}

function partsIn(content: JsonValue | undefined): JsonArray | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return isArray(content) ? content : undefined
}

/** Moves system messages to the beginning, in their order. */
export const movesSystemFirst = rewritesMessages((messages) => [
  ...messages.filter(isSystem),
  ...messages.filter((message) => !isSystem(message)),
])

function isSystem({ role }: JsonObject): boolean {
  return role === 'system' || role === 'developer'
}

/** Adds an empty text to messages of the model without content and calls, and to others without content. */
export const fillsContent = rewritesMessages((messages) =>
  messages.map((message) => {
    const isEmpty = message.content === undefined || message.content === null
    return isEmpty && !isArray(message.tool_calls) ? { ...message, content: '' } : message
  }),
)

/** Moves leading system messages to `system`; later ones become messages of the user. */
export const withoutSystemRole: Rewrite = ({ messages, system }) => {
  const list = isArray(messages) ? messages.filter(isObject) : []
  if (!list.some(isSystem)) return undefined
  const first = list.findIndex((message) => !isSystem(message))
  const leading = first === -1 ? list : list.slice(0, first)
  const later = list.slice(leading.length).map((one) => (isSystem(one) ? { ...one, role: 'user' } : one))
  const texts = [...(partsIn(system) ?? []), ...leading.flatMap(({ content }) => partsIn(content) ?? [])]
  const op = system === undefined ? 'add' : 'replace'
  return [
    { op: 'replace', path: '/messages', value: later },
    ...(leading.length === 0 ? [] : [{ op, path: '/system', value: texts } as const]),
  ]
}

/** Replaces the role of messages that Chat Completions would have: results are the user's. */
export const withoutToolRole = rewritesMessages((messages) =>
  messages.map((message) => (stringOr(message.role, '') === 'tool' ? { ...message, role: 'user' } : message)),
)
