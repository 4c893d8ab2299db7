import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import type { TranscriptFormat } from './log-types.js'

const WIRE = 'openai-chat'

/**
 * Events of OpenHands: trajectories and `events` of its software agent SDK. Calls of one answer have the same
 * id of the answer. https://github.com/OpenHands/software-agent-sdk: openhands-sdk/openhands/sdk/event
 */
export const openHands: TranscriptFormat = {
  title: 'events of OpenHands',
  matches: ({ kind, source, id }) =>
    typeof id === 'string' && typeof source === 'string' && EVENT.test(stringOr(kind, '')),
  read(events) {
    const messages = joinedAnswers(events.flatMap(messageOf))
    const tools = events.find(({ kind }) => kind === 'SystemPromptEvent')?.tools
    const declared = objectsIn(tools).filter((tool) => isObject(tool.function))
    return [{ wire: WIRE, request: compact({ messages, tools: declared.length > 0 ? declared : undefined }) }]
  },
}

const EVENT = /^(?:SystemPrompt|Message|Action|Observation|AgentError)Event$|^UserRejectObservation$/

/** A message, and the id of the answer that it is a part of. */
type Said = readonly [message: JsonObject, answer?: JsonValue | undefined]

function messageOf(event: JsonObject): Said[] {
  const { kind, tool_call_id: id = '' } = event
  if (kind === 'SystemPromptEvent')
    return [[{ role: 'system', content: stringOr(objectIn(event.system_prompt).text, '') }]]
  if (kind === 'MessageEvent') return [[llmMessage(objectIn(event.llm_message), event.extended_content)]]
  if (kind === 'ActionEvent') return [[answerOf(event), event.llm_response_id]]
  const result = (content: JsonValue): Said[] => [[{ role: 'tool', tool_call_id: id, content }]]
  if (kind === 'ObservationEvent') return result(observed(objectIn(event.observation)))
  if (kind === 'AgentErrorEvent') return result(stringOr(event.error, ''))
  if (kind === 'UserRejectObservation')
    return result(`Action rejected: ${stringOr(event.rejection_reason, '')}`)
  return []
}

function llmMessage(message: JsonObject, extended: JsonValue | undefined): JsonObject {
  const { role = 'user', content, reasoning_content, tool_calls, tool_call_id } = message
  const parts = [...objectsIn(content), ...objectsIn(extended)].flatMap(partOf)
  const calls = objectsIn(tool_calls).map(callOf)
  return compact({
    role,
    content: typeof content === 'string' ? content : parts,
    reasoning_content: stringOr(reasoning_content, undefined),
    tool_calls: calls.length > 0 ? calls : undefined,
    tool_call_id: stringOr(tool_call_id, undefined),
  })
}

/** Returns the content of a message: a text, or the URLs of images. Other contents are kept. */
function partOf(part: JsonObject): JsonObject[] {
  const { type, text, image_urls: urls } = part
  if (type === 'text') return [{ type, text: stringOr(text, '') }]
  if (type !== 'image') return [part]
  return (Array.isArray(urls) ? urls : []).map((url) => ({ type: 'image_url', image_url: { url } }))
}

function answerOf({ thought, reasoning_content, tool_call: call }: JsonObject): JsonObject {
  const content = objectsIn(thought).flatMap(partOf)
  return compact({
    role: 'assistant',
    content: content.length > 0 ? content : null,
    reasoning_content: stringOr(reasoning_content, undefined),
    tool_calls: [callOf(objectIn(call))],
  })
}

function callOf({ id = '', name = '', arguments: given = '' }: JsonObject): JsonObject {
  return { id, type: 'function', function: { name, arguments: asText(given) } }
}

function observed({ content, ...rest }: JsonObject): JsonValue {
  if (typeof content === 'string') return content
  return content === undefined ? stringifyJson(rest) : objectsIn(content).flatMap(partOf)
}

/** Joins the calls of one answer, which are separate events. */
function joinedAnswers(said: readonly Said[]): JsonObject[] {
  const messages: JsonObject[] = []
  const byAnswer = new Map<JsonValue, number>()
  for (const [message, answer] of said) {
    const index = answer === undefined ? undefined : byAnswer.get(answer)
    const first = index === undefined ? undefined : messages[index]
    if (index === undefined || first === undefined) {
      if (answer !== undefined) byAnswer.set(answer, messages.length)
      messages.push(message)
    } else
      messages[index] = {
        ...first,
        tool_calls: [...objectsIn(first.tool_calls), ...objectsIn(message.tool_calls)],
      }
  }
  return messages
}

/**
 * Trajectories of OpenHands before version 1: actions and observations. The metadata of a call contains the
 * answer of the model. https://github.com/OpenHands/OpenHands: openhands/events/serialization/event.py
 */
export const openHandsTrajectory: TranscriptFormat = {
  title: 'a trajectory of OpenHands',
  matches: ({ action, observation, source, timestamp, args, extras }) =>
    typeof source === 'string' &&
    typeof timestamp === 'string' &&
    ((typeof action === 'string' && isObject(args)) || (typeof observation === 'string' && isObject(extras))),
  read(events) {
    const called = new Set(
      events.flatMap(({ tool_call_metadata: call }) => objectIn(call).tool_call_id ?? []),
    )
    const messages = joinedAnswers(events.flatMap((event) => oldMessage(event, called)))
    const tools = objectIn(events.find(({ action }) => action === 'system')?.args).tools
    return [
      { wire: WIRE, request: compact({ messages, tools: objectsIn(tools).length > 0 ? tools : undefined }) },
    ]
  },
}

/** Actions that the model does not see. */
const HIDDEN = /^(?:change_agent_state|recall|null|condensation|condensation_request)$/

function oldMessage(event: JsonObject, called: ReadonlySet<JsonValue>): Said[] {
  const { action, observation, source, tool_call_metadata: call } = event
  if (typeof action === 'string' && !HIDDEN.test(action)) {
    const { content, thought } = objectIn(event.args)
    if (action === 'system') return [[{ role: 'system', content: stringOr(content, '') }]]
    if (isObject(call) || (source === 'agent' && action !== 'message'))
      return [oldCall(event, stringOr(thought, stringOr(objectIn(thought).text, '')))]
    const role = source === 'agent' ? 'assistant' : 'user'
    return [[{ role, content: stringOr(content, '') }]]
  }
  const id = idOf(event, 'cause')
  if (typeof observation !== 'string' || (!isObject(call) && (id === '' || called.size > 0))) return []
  return [[{ role: 'tool', tool_call_id: id, content: stringOr(event.content, '') }]]
}

/** Returns the id of a call: the model's, or the number of the action. */
function idOf({ tool_call_metadata: call, ...event }: JsonObject, member: 'id' | 'cause'): string {
  const number = event[member]
  return stringOr(objectIn(call).tool_call_id, typeof number === 'number' ? `action_${number}` : '')
}

function oldCall(event: JsonObject, thought: string): Said {
  const { tool_call_metadata: metadata, action = '', args } = event
  const { function_name: name = action, model_response: response } = objectIn(metadata)
  const id = idOf(event, 'id')
  const { message } = objectsIn(objectIn(response).choices)[0] ?? {}
  const native = objectsIn(objectIn(message).tool_calls).find((call) => call.id === id)
  const { thought: _thought, ...own } = objectIn(args)
  const call = native ?? { id, type: 'function', function: { name, arguments: stringifyJson(own) } }
  const content = stringOr(objectIn(message).content, thought)
  return [{ role: 'assistant', content, tool_calls: [call] }, objectIn(response).id]
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value)
}
