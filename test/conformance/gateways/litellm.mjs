// Plays a proxy in Python: the arguments and the configuration of LiteLLM, and the errors of FastAPI.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sentToMessages, serve } from './serve.mjs'
import { chatAnswer, messagesRequest } from './translation.mjs'

const { values } = parseArgs({
  strict: false,
  options: { config: { type: 'string' }, port: { type: 'string' } },
})
const models = new Map()
for (const entry of readFileSync(values.config, 'utf8').split('- model_name:').slice(1)) {
  const [name] = entry.trim().split('\n')
  const [, model, base, key] = /model: anthropic\/(\S+)\s+api_base: (\S+)\s+api_key: (\S+)/.exec(entry) ?? []
  models.set(name, { model, base, key })
}

const headers = { server: 'uvicorn', 'x-litellm-version': '0.0.0' }

serve(Number(values.port), async (method, url, text) => {
  const path = url.replace(/^\/v1/, '')
  if (path !== '/chat/completions' && path !== '/messages')
    return { status: 404, headers, body: { detail: 'Not Found' } }
  if (method !== 'POST') return { status: 405, headers, body: { detail: 'Method Not Allowed' } }
  const request = JSON.parse(text)
  const target = models.get(request.model)
  if (target === undefined) return failed(400, `Invalid model name passed in model=${request.model}`)
  try {
    return path === '/messages' ? await passedOn(request, target) : await translated(request, target)
  } catch (error) {
    return failed(500, String(error.message))
  }
})

/** Returns an error as LiteLLM writes it: the code is a text, and the words of the provider are inside. */
function failed(status, message) {
  return { status, headers, body: { error: { message, type: null, param: null, code: String(status) } } }
}

/** Sends a request unchanged: the API of the client is that of the server. */
async function passedOn(request, { model, base, key }) {
  const { status, type, text } = await sentToMessages(base, key, { ...request, model })
  return { status, headers: { ...headers, 'content-type': type }, body: text }
}

async function translated(request, { model, base, key }) {
  const { status, text } = await sentToMessages(base, key, messagesRequest(request, model))
  if (status >= 400) return failed(status, `litellm.APIError: AnthropicException - ${text}`)
  return { headers, body: chatAnswer(JSON.parse(text)) }
}
