// Requests with `translateBetweenProviders`, streams with `handleUniversalStreamRequest`, errors with `translateError`.
import {
  handleUniversalStreamRequest,
  parseProviderError,
  translateBetweenProviders,
  translateError,
} from 'llm-bridge'

export const name = 'llm-bridge'
export const packages = ['llm-bridge']

const PROVIDERS = {
  'openai-chat': 'openai',
  'openai-responses': 'openai-responses',
  'anthropic-messages': 'anthropic',
  'google-generate-content': 'google',
}

export async function translate(input) {
  const { kind, from, to, through, status } = input
  const missing = [from, ...through, to].find((api) => PROVIDERS[api] === undefined)
  if (missing !== undefined) return { skipped: `has no ${missing}` }
  if (kind === 'request') return { body: JSON.stringify(requested(input)) }
  if (status >= 400) return failed(input)
  if (kind === 'answer') return { skipped: 'translates no complete answers' }
  const stream = new Response(input.body).body
  return {
    body: await new Response(handleUniversalStreamRequest(stream, PROVIDERS[from], PROVIDERS[to])).text(),
  }
}

/**
 * Translates a request and does what callers must do: sets the model, which Gemini has in its path, and renames the limit. New
 * models of OpenAI refuse the old name, so that all other cases would fail too.
 */
function requested({ id, from, to, through, body, model }) {
  let [request, source] = [JSON.parse(body), from]
  for (const target of [...through, to]) {
    request = translateBetweenProviders(PROVIDERS[source], PROVIDERS[target], request)
    source = target
  }
  if (to === 'google-generate-content') delete request.model
  else if (model !== undefined) request.model = model
  const { max_tokens: limit, ...others } = request
  const isRenamed = to === 'openai-chat' && limit !== undefined && !id.startsWith('settings/')
  return isRenamed ? { ...others, max_completion_tokens: limit } : request
}

function failed({ from, to, body, status, headers }) {
  const response = new Response(body, { status, headers })
  const error = parseProviderError(JSON.parse(body), PROVIDERS[from], response)
  const translated = translateError(error, PROVIDERS[to])
  return { body: JSON.stringify(translated.body), status: translated.statusCode }
}
