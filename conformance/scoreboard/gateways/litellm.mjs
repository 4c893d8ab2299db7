// LiteLLM: `pip install 'litellm[proxy]'`.
// https://docs.litellm.ai/docs/proxy/configs (api_base), https://docs.litellm.ai/docs/anthropic_unified (/v1/messages)
export const port = 4000
export const command = ['litellm', '--config', 'config.yaml', '--host', '127.0.0.1', '--port', String(port)]

/** Models: the prefix names the API of the server. Retries would repeat the errors of the cases. */
export const files = {
  'config.yaml': `model_list:
${model('chat', 'openai/gpt-5.4-mini', 'http://127.0.0.1:8790/openai-chat/v1')}
${model('claude', 'anthropic/claude-haiku-4-5', 'http://127.0.0.1:8790/anthropic-messages')}
${model('gemini', 'gemini/gemini-2.5-flash', 'http://127.0.0.1:8790/google-generate-content/v1beta')}
litellm_settings:
  num_retries: 0
router_settings:
  num_retries: 0
  disable_cooldowns: true
`,
}

function model(name, id, base) {
  return `  - model_name: ${name}
    litellm_params:
      model: ${id}
      api_base: ${base}
      api_key: none`
}

export const options = [
  ...['--clients', 'openai-chat,openai-responses,anthropic-messages'],
  ...['--servers', 'openai-chat,anthropic-messages,google-generate-content'],
  ...['--route', 'openai-chat=chat', '--route', 'anthropic-messages=claude'],
  ...['--route', 'google-generate-content=gemini'],
]
