import { isArray, isObject, stringOr } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import { objectIn } from './object.js'
import type { LogFormat, LogSide } from './types.js'

/** What proxies and tracers log of a request of a model: its messages, and the answer or its message. */
export const observability: readonly LogFormat[] = [
  {
    title: 'a log of LiteLLM',
    read({ id, call_type: type, messages, response, model, model_parameters: settings }) {
      if (typeof type !== 'string' || (!isArray(messages) && !isObject(response))) return undefined
      const value = { ...objectIn(settings), ...compact({ model, messages }) }
      return compact({
        id,
        request: isArray(messages) ? { path: '', value } : undefined,
        response: isObject(response) ? { path: '/response', value: response } : undefined,
      })
    },
  },
  {
    title: 'an observation of Langfuse',
    read({ id, type, input, output, model, traceId }) {
      if (stringOr(type, '').toUpperCase() !== 'GENERATION' || typeof traceId !== 'string') return undefined
      return compact({
        id,
        request: asked('/input', input, model),
        response: answered('/output', output, model),
      })
    },
  },
  {
    title: 'a run of LangSmith',
    read({ id, run_type: type, inputs, outputs, extra }) {
      if (typeof type !== 'string' || !isObject(inputs)) return undefined
      const settings = objectIn(objectIn(extra).invocation_params)
      const sides = {
        request: isArray(inputs.messages)
          ? asked('/inputs', { ...settings, ...inputs }, settings.model)
          : undefined,
        response: answered('/outputs', outputs, settings.model),
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
  if (isArray(input)) return { path, value: compact({ model, messages: input }) }
  if (!isObject(input)) return undefined
  return { path, value: input.model === undefined ? compact({ model, ...input }) : input }
}

/** Many keep only the message of an answer. */
function answered(
  path: string,
  output: JsonValue | undefined,
  model: JsonValue | undefined,
): LogSide | undefined {
  if (!isObject(output)) return undefined
  if (output.role !== 'assistant') return { path, value: output }
  const finish_reason = isArray(output.tool_calls) && output.tool_calls.length > 0 ? 'tool_calls' : 'stop'
  const value = compact({
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message: output, finish_reason }],
  })
  return { path, value }
}
