import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'

/** A place in which programs store a history. */
interface Envelope {
  /** The members on the path to the list. */
  readonly path: readonly string[]
  /** The member of each item that contains the message. Default: the item is the message. */
  readonly member?: string
}

/**
 * Places of histories, in the order in which they are tried. Programs that write them:
 * - `messages`, `values/messages`, `channel_values/messages`: LangGraph's states, snapshots and checkpoints
 * - `history`: SWE-agent (`*.traj`), `traj`: tau-bench
 * - `events` with `content`: sessions of Google ADK
 * - `contents`: a history of Google GenAI, `items`, `input`: items of OpenAI Agents
 * - `conversation`, `thread/messages`, `data/messages`: exports of chats
 */
const ENVELOPES: readonly Envelope[] = [
  { path: ['messages'] },
  { path: ['values', 'messages'] },
  { path: ['channel_values', 'messages'] },
  { path: ['checkpoint', 'channel_values', 'messages'] },
  { path: ['history'] },
  { path: ['traj'] },
  { path: ['events'], member: 'content' },
  { path: ['contents'] },
  { path: ['items'] },
  { path: ['input'] },
  { path: ['input', 'messages'] },
  { path: ['output', 'messages'] },
  { path: ['output'] },
  { path: ['conversation'] },
  { path: ['thread', 'messages'] },
  { path: ['data', 'messages'] },
]

/** A list of messages in a value of another program. */
export interface EnvelopedList {
  /** JSON Pointer to the list. */
  readonly path: string
  readonly list: JsonArray
}

/** Returns the lists in a value that may be histories. */
export function listsIn(value: JsonObject): EnvelopedList[] {
  return ENVELOPES.flatMap(({ path, member }) => {
    const found = path.reduce<JsonValue | undefined>(
      (holder, name) => (isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined),
      value,
    )
    if (!isArray(found) || !found.some(isObject)) return []
    const list =
      member === undefined ? found : found.flatMap((item) => (isObject(item) ? (item[member] ?? []) : []))
    return list.length === 0 ? [] : [{ path: `/${path.join('/')}`, list }]
  })
}
