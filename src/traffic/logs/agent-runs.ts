import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import { encodeResultText } from '../../codec/shape/results.js'
import type { LogFormat, LogRecord } from './log-types.js'

// Runs of agents, which are converted to messages of chat completions.

function recordOf(id: JsonValue | undefined, messages: readonly JsonObject[], tools?: JsonValue): LogRecord {
  const request = compact({ messages: [...messages], tools })
  return compact({ id, wire: 'openai-chat', request: { path: '', value: request } })
}

function callOf(id: JsonValue | undefined, name: JsonValue | undefined, given: JsonValue = {}): JsonObject {
  const text = typeof given === 'string' ? given : stringifyJson(given)
  return { id: stringOr(id, ''), type: 'function', function: { name: stringOr(name, ''), arguments: text } }
}

function answerOf(content: JsonValue, calls: readonly JsonObject[]): JsonObject {
  const reasoning = reasoningOf(content)
  const answer = { role: 'assistant', content: contentOf(content), reasoning_content: reasoning }
  return compact({ ...answer, tool_calls: calls.length > 0 ? [...calls] : undefined })
}

/**
 * Trajectories in the Agent Trajectory Interchange Format (ATIF) of Harbor.
 * https://github.com/laude-institute/harbor/blob/main/docs/rfcs/0001-trajectory-format.md
 */
const atif: LogFormat = {
  title: 'a trajectory in ATIF',
  read({ schema_version: version, session_id: id, steps, agent }) {
    if (!/^ATIF-/.test(stringOr(version, '')) || !isArray(steps)) return undefined
    return recordOf(id, objectsIn(steps).flatMap(messagesOfStep), objectIn(agent).tool_definitions)
  },
}

function messagesOfStep({ source, message = '', tool_calls: calls, observation }: JsonObject): JsonObject[] {
  if (source !== 'agent') return [{ role: source === 'system' ? 'system' : 'user', content: message }]
  const made = objectsIn(calls).map((call) => callOf(call.tool_call_id, call.function_name, call.arguments))
  const results = objectsIn(objectIn(observation).results).map(({ source_call_id: id, content = '' }) =>
    typeof id === 'string' ? { role: 'tool', tool_call_id: id, content } : { role: 'user', content },
  )
  return [answerOf(message, made), ...results]
}

/**
 * Samples of Inspect AI and simulations of tau2-bench: messages whose calls have the name of their function and
 * arguments as an object. https://inspect.aisi.org.uk/eval-logs.html
 * https://github.com/sierra-research/tau2-bench/blob/main/src/tau2/data_model/message.py
 */
const inspectAi: LogFormat = {
  title: 'a sample of Inspect AI or tau2-bench',
  read({ id, messages }) {
    const known = objectsIn(messages)
    const isOwn = ({ tool_calls: calls }: JsonObject) =>
      objectsIn(calls).some(
        ({ function: name, name: own, requestor, arguments: given }) =>
          typeof (requestor === 'assistant' ? own : name) === 'string' && isObject(given),
      )
    if (!known.some(isOwn)) return undefined
    return recordOf(
      typeof id === 'number' ? String(id) : id,
      known.map((message) => {
        const { role, content: said, tool_calls: calls, tool_call_id: call = message.id } = message
        const content = said ?? ''
        // In tau2-bench, the simulated user has tools, too: these calls are not the model's.
        if (message.requestor === 'user' || (role === 'user' && isArray(calls))) return message
        if (role === 'tool') return compact({ role, tool_call_id: call, content: contentOf(content) })
        if (role !== 'assistant') return { role: stringOr(role, 'user'), content: contentOf(content) }
        return answerOf(
          content,
          objectsIn(calls).map((one) => callOf(one.id, one.function ?? one.name, one.arguments)),
        )
      }),
    )
  },
}

/** Types of parts that become other members of a message. */
const APART = /^(?:toolRequest|toolResponse|thinking|reasoning)$/

/** Returns the content as one text, or as parts if some parts are not text. Unknown parts are kept. */
function contentOf(content: JsonValue): JsonValue {
  if (!isArray(content)) return content
  const parts = objectsIn(content).filter(({ type }) => !APART.test(stringOr(type, '')))
  if (!parts.every(({ type }) => type === 'text')) return parts.map(partOf)
  return parts.map(({ text }) => stringOr(text, '')).join('')
}

/** Converts an image: Inspect AI has its URL, goose its data. Other parts are unchanged. */
function partOf(part: JsonObject): JsonObject {
  const { type, image, data, mimeType } = part
  if (type !== 'image') return part
  const url = stringOr(image, `data:${stringOr(mimeType, '')};base64,${stringOr(data, '')}`)
  return { type: 'image_url', image_url: { url } }
}

/** Returns the reasoning in the content, or undefined without reasoning. */
function reasoningOf(content: JsonValue | undefined): string | undefined {
  const texts = objectsIn(content).flatMap(({ thinking, reasoning }) => stringOr(thinking ?? reasoning, ''))
  return texts.join('') || undefined
}

/**
 * Sessions of goose: `goose session export --format json`. Calls and results are items in the content of messages.
 * https://github.com/block/goose/blob/main/crates/goose/src/conversation/message.rs
 */
const goose: LogFormat = {
  title: 'a session of goose',
  read({ id, conversation, messages }) {
    const known = objectsIn(conversation ?? messages)
    return known.some(isGooseMessage)
      ? { ...recordOf(id, known.flatMap(messagesOfGoose)), times: timesOfGoose(known) }
      : undefined
  },
}

/** Returns true for a message of goose with a call or a result. */
export function isGooseMessage({ role, content }: JsonObject): boolean {
  return (
    typeof role === 'string' &&
    objectsIn(content).some(({ type }) => /^tool(Request|Response)$/.test(stringOr(type, '')))
  )
}

/** Returns the time of each converted message of goose. */
export function timesOfGoose(messages: readonly JsonObject[]): JsonValue[] {
  return messages.flatMap((message) => messagesOfGoose(message).map(() => message.created ?? null))
}

/** Converts a message of goose. */
export function messagesOfGoose({ role, content }: JsonObject): JsonObject[] {
  const parts = objectsIn(content)
  const calls = parts.flatMap(({ type, id, toolCall }) => {
    const call = objectIn(toolCall)
    const { name, arguments: given } = objectIn(call.value ?? call)
    return type === 'toolRequest' ? [callOf(id, name, given)] : []
  })
  const results = parts.flatMap(({ type, id, toolResult }) =>
    type === 'toolResponse'
      ? [{ role: 'tool', tool_call_id: stringOr(id, ''), content: resultOf(objectIn(toolResult)) }]
      : [],
  )
  if (role === 'assistant') return [answerOf(parts, calls), ...results]
  const said = contentOf(parts)
  return said === '' && results.length > 0 ? results : [...results, { role: 'user', content: said }]
}

/** Returns the text of a result. Older versions store the content as a list. */
function resultOf({ value, error }: JsonObject): JsonValue {
  if (error !== undefined) return failed(stringOr(error, stringifyJson(error)))
  const text = contentOf(isArray(value) ? value : (objectIn(value).content ?? ''))
  return objectIn(value).isError === true ? failed(stringOr(text, stringifyJson(text))) : text
}

/** Returns the text of an error in the form of chat completions. */
function failed(value: string): string {
  return encodeResultText({ output: { type: 'error-text', value }, isError: true })
}

/** Runs of agents in formats of the agent programs. */
export const agentRuns: readonly LogFormat[] = [atif, inspectAi, goose]
