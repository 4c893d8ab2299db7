import type { Exchange, Recognition } from '../../src/adapter/adapter.js'
import { isArray, isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'

type Evidence = readonly [score: number, reason: string]

const NONE: Evidence = [0, 'there is nothing to look at']

/**
 * Recognises Chat Completions from the bodies alone. An answer says more than a question: a request of plain texts reads
 * the same in half a dozen formats. Mistral's bodies can be the same to the last field.
 */
export function recognise({ request, response, events }: Exchange): Recognition {
  const asked = request && judgeRequest(request)
  const answered = response ? judgeResponse(response) : events && judgeEvents(events)
  const evidence = [answered, asked].filter((one) => one !== undefined)
  const against = evidence.find(([score]) => score === 0)
  const isCertain = answered !== undefined && answered[0] > 0.9
  const [best] = evidence.sort((a, b) => b[0] - a[0])
  const [score, reason] = (isCertain ? answered : (against ?? best)) ?? NONE
  return { score, reason }
}

function judgeResponse(response: JsonObject): Evidence {
  const { choices, object, error } = response
  if (object === 'chat.completion') return [0.95, 'the response says it is a chat.completion']
  if (isArray(choices) && choices.some((choice) => isObject(choice) && isObject(choice.message)))
    return [0.8, 'the response has choices with a message']
  if (isObject(error)) return judgeError(response, error)
  return [0, 'the response has no choices']
}

/** OpenAI's errors name `param` and `code`; Google's `status`, Anthropic's stand beside a `type`. */
function judgeError(body: JsonObject, error: JsonObject): Evidence {
  if (body.type === 'error' || 'status' in error) return [0.05, 'an error body of another format']
  const isOpenAi = 'code' in error && typeof error.type === 'string'
  return isOpenAi ? [0.4, "an error in OpenAI's form"] : [0.2, 'an error body']
}

function judgeEvents(events: readonly JsonValue[]): Evidence {
  const objects = events.filter(isObject)
  if (objects.some((event) => event.object === 'chat.completion.chunk'))
    return [0.95, 'the stream consists of chat.completion.chunk']
  const hasDelta = objects.some(
    ({ choices }) => isArray(choices) && choices.some((choice) => isObject(choice) && isObject(choice.delta)),
  )
  if (hasDelta) return [0.8, 'the stream has choices with a delta']
  const error = objects.find((event) => isObject(event.error))
  return error && isObject(error.error) ? judgeError(error, error.error) : [0, 'the stream has no choices']
}

const OWN_REQUEST_FIELDS = [
  'max_completion_tokens',
  'stream_options',
  'response_format',
  'parallel_tool_calls',
  'logit_bias',
  'n',
  'reasoning_effort',
  'functions',
  'web_search_options',
] as const

/** Fields at the top of other formats that also have `messages`. */
const FOREIGN_REQUEST_FIELDS = [
  'system',
  'anthropic_version',
  'modelId',
  'inferenceConfig',
  'toolConfig',
  'options',
  'keep_alive',
  'documents',
]

function judgeRequest(request: JsonObject): Evidence {
  const { messages, tools } = request
  if (!isArray(messages)) return [0, 'the request has no messages']
  const turns = messages.filter(isObject)
  if (turns.some(isForeignTurn)) return [0, 'a message has the shape of another format']
  if (
    isArray(tools) &&
    tools.some((tool) => isObject(tool) && ('input_schema' in tool || 'toolSpec' in tool))
  )
    return [0, 'the tools have the shape of another format']
  if (turns.some(({ role }) => role === 'developer' || role === 'function'))
    return [0.7, 'a message has a role that only Chat Completions has']
  const isForeign = FOREIGN_REQUEST_FIELDS.some((field) => field in request)
  if (turns.some(({ role, tool_call_id: id }) => role === 'tool' && typeof id === 'string'))
    return [isForeign ? 0.2 : 0.6, 'tool messages name their call']
  if (isArray(tools) && tools.some((tool) => isObject(tool) && isObject(tool.function)))
    return [isForeign ? 0.2 : 0.5, 'tools are declared as functions']
  if (OWN_REQUEST_FIELDS.some((field) => field in request))
    return [0.5, 'a setting that Chat Completions has']
  return [isForeign ? 0.05 : 0.3, 'messages with a role']
}

/** Anthropic's and Bedrock's blocks; Ollama's calls, whose arguments are an object and which have no id. */
function isForeignTurn({ content, tool_calls: calls, parts }: JsonObject): boolean {
  if (parts !== undefined) return true
  if (isArray(content) && content.some(isForeignPart)) return true
  return (
    isArray(calls) &&
    calls.some((call) => isObject(call) && isObject(call.function) && isObject(call.function.arguments))
  )
}

const FOREIGN_PARTS: ReadonlySet<JsonValue> = new Set([
  'tool_use',
  'tool_result',
  'server_tool_use',
  'image',
  'document',
  'thinking',
])

function isForeignPart(part: JsonValue): boolean {
  return isObject(part) && (part.type === undefined || FOREIGN_PARTS.has(part.type))
}
