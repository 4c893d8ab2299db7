// Bifrost: `go install github.com/maximhq/bifrost/transports/bifrost-http@latest`.
// https://docs.getbifrost.ai/deployment-guides/config-json, https://docs.getbifrost.ai/quickstart/gateway/provider-configuration
export const port = 8080
export const command = ['bifrost-http', '-app-dir', '.', '-port', String(port)]

export const files = {
  'config.json': JSON.stringify({
    providers: {
      openai: provider('http://127.0.0.1:8790/openai-chat'),
      anthropic: provider('http://127.0.0.1:8790/anthropic-messages'),
      gemini: provider('http://127.0.0.1:8790/google-generate-content/v1beta'),
    },
    config_store: { enabled: false },
  }),
}

function provider(base_url) {
  const keys = [{ name: 'conformance', value: 'none', models: ['*'], weight: 1 }]
  return { keys, network_config: { base_url, max_retries: 0 } }
}

export const options = [
  ...['--clients', 'openai-chat', '--servers', 'openai-chat,anthropic-messages,google-generate-content'],
  ...['--route', 'openai-chat=openai/{model}', '--route', 'anthropic-messages=anthropic/{model}'],
  ...['--route', 'google-generate-content=gemini/{model}'],
]
