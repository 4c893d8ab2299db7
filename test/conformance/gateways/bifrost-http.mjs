// Plays a gateway in Go: the arguments, the configuration and the errors of Bifrost, and the answers of net/http.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentToMessages, serve } from './serve.mjs'
import { chatAnswer, messagesRequest } from './translation.mjs'

const flags = process.argv.slice(2)
const flag = (name) => flags[flags.indexOf(name) + 1]
const { providers } = JSON.parse(readFileSync(join(flag('-app-dir'), 'config.json'), 'utf8'))

serve(Number(flag('-port')), async (method, url, text) => {
  if (method !== 'POST' || url !== '/v1/chat/completions')
    return { status: 404, body: '404 page not found\n' }
  try {
    const request = JSON.parse(text)
    const [provider, ...model] = request.model.split('/')
    const config = providers[provider]
    if (config === undefined) return failed(400, `unsupported provider: ${provider}`, provider)
    return await translated(request, model.join('/'), provider, config)
  } catch (error) {
    return failed(500, error.message)
  }
})

async function translated(request, model, provider, { keys: [key], network_config: { base_url } }) {
  const { status, text } = await sentToMessages(base_url, key.value, messagesRequest(request, model))
  if (status >= 400) return failed(status, text, provider)
  return { body: { ...chatAnswer(JSON.parse(text)), extra_fields: { provider, latency: 1 } } }
}

function failed(status_code, message, provider = '') {
  const error = { type: 'provider_api_error', message }
  return {
    status: status_code,
    body: { is_bifrost_error: false, status_code, error, extra_fields: { provider } },
  }
}
