/** The models that answer, where the case has none. */
export const MODELS = {
  'openai-chat': 'gpt-5.4-mini',
  'openai-responses': 'gpt-6.2-sol',
  'anthropic-messages': 'claude-haiku-5-5',
  'google-generate-content': 'gemini-3.8-flash',
  'bedrock-converse': 'us.anthropic.claude-haiku-4-5-20251001-v1:0',
  'mistral-chat': 'mistral-medium-latest',
  'cohere-chat': 'command-a-03-2025',
  'ollama-chat': 'qwen3.6',
}

/** Returns the API of a provider, and the conversation in the neutral form, of a case for a library with a form of its own. */
export function sidesOf({ kind, from, to, body, asked, model }) {
  const api = kind === 'request' ? to : from
  const conversation = JSON.parse(kind === 'request' ? body : asked)
  return { api, model: model ?? MODELS[api], conversation }
}

/** Returns the reason why a library that only talks to providers is not asked a case. */
export function skippedFor({ kind, from, to, through }, apis) {
  if (kind === 'request' ? from !== 'canonical' || through.length > 0 : to !== 'canonical')
    return 'reads no requests and writes no answers of providers'
  const api = kind === 'request' ? to : from
  return apis.includes(api) ? undefined : `has no ${api}`
}

/** The ends of turns by the words of the providers. The library decides about other words. */
export const RAW_ENDS = {
  stop: 'complete',
  end_turn: 'complete',
  stop_sequence: 'complete',
  STOP: 'complete',
  COMPLETE: 'complete',
  STOP_SEQUENCE: 'complete',
  completed: 'complete',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  tool_use: 'tool-calls',
  TOOL_CALL: 'tool-calls',
  length: 'length',
  max_tokens: 'length',
  MAX_TOKENS: 'length',
  model_length: 'length',
  max_output_tokens: 'length',
  model_context_window_exceeded: 'context-full',
  content_filter: 'filtered',
  content_filtered: 'filtered',
  guardrail_intervened: 'filtered',
  SAFETY: 'filtered',
  RECITATION: 'filtered',
  PROHIBITED_CONTENT: 'filtered',
  BLOCKLIST: 'filtered',
  SPII: 'filtered',
  refusal: 'refused',
  pause_turn: 'paused',
  MALFORMED_FUNCTION_CALL: 'failed',
  error: 'failed',
  ERROR: 'failed',
  failed: 'failed',
  in_progress: 'pending',
  queued: 'pending',
}

/** Returns the end of a turn. A complete turn with calls waits for their results. */
export function endOf(word, hasCalls, fallback = 'unknown') {
  const end = RAW_ENDS[word] ?? fallback
  return { outcome: end === 'complete' && hasCalls ? 'tool-calls' : end }
}

/** Returns a call of the neutral form. Arguments that are a text could not be parsed. */
export function callPart(id, name, input) {
  const isText = typeof input === 'string'
  const facts = isText
    ? { status: 'malformed', rawArguments: input }
    : { status: 'complete', arguments: input }
  return { type: 'tool-call', kind: 'function', id, name, providerExecuted: false, ...facts }
}
