import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { LogFormat, LogSide } from './log-types.js'

/** Log formats of proxies and tracers: the messages of a request, and the answer or its message. */
export const observability: readonly LogFormat[] = [
  {
    title: 'a log of LiteLLM',
    read({ id, call_type: type, messages, response, model, model_parameters: settings, ...rest }) {
      if (typeof type !== 'string' || (!isArray(messages) && !isObject(response))) return undefined
      const value = { ...objectIn(settings), ...compact({ model, messages }) }
      const failure = failureOf(rest)
      return compact({
        id,
        request: isArray(messages) ? { path: '', value } : undefined,
        response: failure ?? answered('/response', response, model),
        status: statusOf(rest.error_information),
      })
    },
  },
  {
    title: 'an observation of Langfuse',
    read(observation) {
      if (!isGeneration(observation)) return undefined
      const { id, input, output, provided_model_name: named } = observation
      const model = observation.model ?? (named === '' ? undefined : named)
      return compact({
        id,
        request: asked('/input', parsed(input), model),
        response: answered('/output', parsed(output), model),
      })
    },
  },
  {
    title: 'a trace of Langfuse in a storage',
    read({ id, project_id: project, input, output }) {
      const [asks, answer] = [parsed(input), parsed(output)]
      const isText = typeof project === 'string' && typeof input === 'string'
      if (!isText || !isAsked(asks)) return undefined
      return compact({
        id,
        request: asked('/input', asks, undefined),
        response: answered('/output', answer, undefined),
      })
    },
  },
  {
    title: 'a span of Braintrust, or of another tracer with the messages of both sides',
    read(span) {
      const { id, span_attributes: about, input, output, metadata, model: own } = span
      const isOfModel = objectIn(about).type === 'llm'
      if (!isOfModel && (isGeneration(span) || !isAsked(input) || !isAnswered(output))) return undefined
      const { model = own, tools } = objectIn(metadata)
      const listed = isArray(input) ? compact({ messages: input, tools }) : input
      return compact({
        id,
        request: asked('/input', listed, model),
        response: answered('/output', outputOf(output), model),
      })
    },
  },
  {
    title: 'a run of LangSmith',
    read({ id, run_type: type, inputs, outputs, extra }) {
      if (typeof type !== 'string' || !isObject(inputs)) return undefined
      const generated = generationOf(outputs)
      if (generated !== undefined) return compact({ id, ...langChainRun(inputs, generated) })
      const settings = objectIn(objectIn(extra).invocation_params)
      const model = inputs.model ?? settings.model
      const sides = {
        request: isArray(inputs.messages) ? asked('/inputs', { ...settings, ...inputs }, model) : undefined,
        response: answered('/outputs', outputs, model),
      }
      return compact({ id, ...sides })
    },
  },
]

function asked(
  path: string,
  input: JsonValue | undefined,
  model: JsonValue | undefined,
): LogSide | undefined {
  if (typeof input === 'string') return asked(path, [{ role: 'user', content: input }], model)
  if (isArray(input)) return { path, value: compact({ model, messages: input }) }
  if (!isObject(input)) return undefined
  return { path, value: input.model === undefined ? compact({ model, ...input }) : input }
}

/** Returns the answer. Many formats keep only the message or the text of an answer. */
function answered(
  path: string,
  output: JsonValue | undefined,
  model: JsonValue | undefined,
): LogSide | undefined {
  if (typeof output === 'string')
    return { path, value: chatAnswer({ role: 'assistant', content: output }, model) }
  if (!isObject(output) || Object.keys(output).length === 0) return undefined
  if (isAnswer(output.message)) return answered(`${path}/message`, output.message, model)
  if (!isAnswer(output) || output.type === 'message') return { path, value: output }
  const value = isAnthropic(output.content) ? anthropicAnswer(output, model) : chatAnswer(output, model)
  return { path, value }
}

function isAnswer(value: JsonValue | undefined): value is JsonObject {
  return isObject(value) && value.role === 'assistant'
}

/** Block types that do not exist in chat completions. */
const BLOCKS = new Set(['tool_use', 'thinking', 'redacted_thinking', 'server_tool_use'])

function isAnthropic(content: JsonValue | undefined): content is JsonArray {
  return isArray(content) && objectsIn(content).some(({ type }) => BLOCKS.has(stringOr(type, '')))
}

function anthropicAnswer(message: JsonObject, model: JsonValue | undefined): JsonObject {
  const isCall = objectsIn(message.content).some(({ type }) => type === 'tool_use')
  const stop_reason = message.stop_reason ?? (isCall ? 'tool_use' : 'end_turn')
  return compact({ type: 'message', model, ...message, stop_reason })
}

function chatAnswer(message: JsonObject, model: JsonValue | undefined): JsonObject {
  const finish_reason = objectsIn(message.tool_calls).length > 0 ? 'tool_calls' : 'stop'
  return compact({ object: 'chat.completion', model, choices: [{ index: 0, message, finish_reason }] })
}

/**
 * Returns true for a call of a model. Files of Langfuse in a storage have other names than its API.
 * https://langfuse.com/docs/api-and-data-platform/features/blob-storage-export-fields
 */
function isGeneration({ type, traceId, trace_id = traceId }: JsonObject): boolean {
  return stringOr(type, '').toUpperCase() === 'GENERATION' && typeof trace_id === 'string'
}

function isAsked(input: JsonValue | undefined): boolean {
  const messages = isArray(input) ? input : objectIn(input).messages
  return objectsIn(messages).some(({ role }) => typeof role === 'string')
}

function isAnswered(output: JsonValue | undefined): boolean {
  const { choices, candidates } = objectIn(output)
  return isAnswer(outputOf(output)) || isArray(choices) || isArray(candidates)
}

/** Returns the answer in an output of Braintrust, which stores the choices of chat completions as a list. */
function outputOf(output: JsonValue | undefined): JsonValue | undefined {
  const [choice] = objectsIn(output)
  return choice === undefined ? output : (choice.message ?? choice)
}

/** Parses a value, since exports may contain JSON as text. */
function parsed(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? (tryParseJson(value) ?? value) : value
}

/** Returns the error that LiteLLM logged for a failed request. */
function failureOf({ status, error_str: text, error_information: about }: JsonObject): LogSide | undefined {
  if (status !== 'failure') return undefined
  const { error_message, error_class: type, error_code: code } = objectIn(about)
  const message = stringOr(error_message, stringOr(text, 'the request failed'))
  return { path: '', value: { error: compact({ message, type, code }) } }
}

function statusOf(failure: JsonValue | undefined): number | undefined {
  const status = Number(objectIn(failure).error_code ?? Number.NaN)
  return Number.isInteger(status) ? status : undefined
}

/** Returns the output of LangChain's model. Of several prompts and candidates, the first one is used. */
function generationOf(outputs: JsonValue | undefined): JsonObject | undefined {
  const { generations } = objectIn(outputs)
  const first = isArray(generations) ? generations[0] : undefined
  return objectsIn(isArray(first) ? first : generations)[0]
}

function langChainRun({ messages, prompts }: JsonObject, { message, text }: JsonObject) {
  const first = isArray(messages) && isArray(messages[0]) ? messages[0] : messages
  const prompt = isArray(prompts) ? prompts[0] : undefined
  const asText = typeof prompt === 'string' ? [{ type: 'human', content: prompt }] : undefined
  const said = isArray(first) ? first : asText
  const told = message ?? { type: 'ai', content: stringOr(text, '') }
  return {
    wire: 'langchain',
    request: said && { path: '/inputs', value: { messages: said } },
    response: { path: '/outputs/generations/0/0/message', value: told },
  }
}
