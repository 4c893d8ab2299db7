// CLIProxyAPI: https://help.router-for.me/introduction/quick-start
// https://github.com/router-for-me/CLIProxyAPI/blob/main/config.example.yaml
export const port = 8317
export const command = ['cli-proxy-api', '--config', 'config.yaml']

/** The alias of a model is its name for clients. Claude Code's system text is not added to requests. */
export const files = {
  'config.yaml': `host: 127.0.0.1
port: ${port}
auth-dir: ./auth
api-keys: [conformance]
request-retry: 0
disable-cooling: true
disable-claude-cloak-mode: true
openai-compatibility:
  - name: conformance
    base-url: http://127.0.0.1:8790/openai-chat/v1
    api-key-entries:
      - api-key: none
    models:
      - { name: gpt-5.4-mini, alias: chat }
claude-api-key:
  - api-key: none
    base-url: http://127.0.0.1:8790/anthropic-messages
    models:
      - { name: claude-haiku-4-5, alias: claude }
gemini-api-key:
  - api-key: none
    base-url: http://127.0.0.1:8790/google-generate-content
    models:
      - { name: gemini-2.5-flash, alias: gemini }
`,
}

export const options = [
  ...['--clients', 'openai-chat,openai-responses,anthropic-messages,google-generate-content'],
  ...['--servers', 'openai-chat,anthropic-messages,google-generate-content'],
  ...['--route', 'openai-chat=chat', '--route', 'anthropic-messages=claude'],
  ...['--route', 'google-generate-content=gemini'],
]
