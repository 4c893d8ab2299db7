// `translate` from the message of an answer to its own form. It writes no requests of providers, and reads no streams.
import { Provider, translate as translateMessages } from 'rosetta-ai'
import { callPart, endOf } from './support/canonical.mjs'
import { canonicalOutput } from './support/played-fetch.mjs'

export const name = 'rosetta-ai'
export const packages = ['rosetta-ai']

/** The messages of an answer, as its documentation passes them, and the word of its end. `Compat` reads other APIs. */
const ANSWERS = {
  'openai-chat': ({ choices: [choice] }) => [
    Provider.OpenAICompletions,
    [choice.message],
    choice.finish_reason,
  ],
  'openai-responses': ({ output, status, incomplete_details: details }) => [
    ...[Provider.OpenAIResponses, output, details?.reason ?? status],
  ],
  'anthropic-messages': ({ role, content, stop_reason }) => [
    Provider.Anthropic,
    [{ role, content }],
    stop_reason,
  ],
  'google-generate-content': ({ candidates: [candidate] }) => [
    ...[Provider.Google, [candidate.content], candidate.finishReason],
  ],
  'bedrock-converse': ({ output, stopReason }) => [Provider.Compat, [output.message], stopReason],
  'mistral-chat': ({ choices: [choice] }) => [Provider.Compat, [choice.message], choice.finish_reason],
  'cohere-chat': ({ message, finish_reason }) => [Provider.Compat, [message], finish_reason],
  'ollama-chat': ({ message, done_reason }) => [Provider.Compat, [message], done_reason],
}

export function translate({ id, kind, from, to, body, status }) {
  if (kind === 'request') return { skipped: 'writes no requests of providers' }
  if (to !== 'canonical') return { skipped: 'writes no answers of providers' }
  if (kind === 'stream') return { skipped: 'reads no streams' }
  if (status >= 400 || /^(ends|errors|usage)\//.test(id)) return { skipped: 'translates messages only' }
  const [provider, messages, end] = ANSWERS[from](JSON.parse(body))
  const translated = translateMessages(messages, { from: provider, direction: 'output' })
  const parts = translated.messages.flatMap((message) => message.parts.flatMap(partOf))
  const hasCalls = parts.some(({ type }) => type === 'tool-call')
  return canonicalOutput({ message: { role: 'assistant', parts }, finish: endOf(end, hasCalls) })
}

function partOf({ type, content, id, name: toolName, arguments: input, modality, ...rest }) {
  if (rest._provider_metadata?.isServerTool === true) return []
  if (type === 'text' || type === 'reasoning') return [{ type, text: String(content) }]
  if (type === 'blob' || type === 'uri' || type === 'file') return [{ type: 'media', kind: modality }]
  return type === 'tool_call' ? [callPart(id ?? '', toolName, input)] : []
}
