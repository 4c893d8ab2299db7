// How each agent is installed, pointed at a base URL and run without a person.

const PROMPT = 'The check fails: run `node check.js`, repair sum.js, and run it again.'

/**
 * `files` and `env` set it up for a base URL, in a home folder of its own; `command` runs it. `wire` is what it speaks.
 * @type {Record<string, {package: string, version: string, wire: string, env: (base: string) => Record<string, string>, files: (base: string) => Record<string, string>, command: string[]}>}
 */
export const agents = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    version: '2.1.330',
    wire: 'anthropic-messages',
    env: (base) => ({
      ANTHROPIC_BASE_URL: base,
      ANTHROPIC_API_KEY: 'unused',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    }),
    files: () => ({}),
    command: [
      'claude',
      '-p',
      PROMPT,
      '--allowedTools',
      'Read,Edit,Write,Bash,Grep,Glob',
      '--output-format',
      'json',
    ],
  },
  codex: {
    package: '@openai/codex',
    version: '0.169.0',
    wire: 'openai-responses',
    env: () => ({ STUB_KEY: 'unused' }),
    files: (base) => ({
      '.codex/config.toml': `model = "gpt-5.4"\nmodel_provider = "stub"\n[model_providers.stub]\nname = "stub"\nbase_url = "${base}/v1"\nenv_key = "STUB_KEY"\nwire_api = "responses"\n`,
    }),
    command: ['codex', 'exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', PROMPT],
  },
  'gemini-cli': {
    package: '@google/gemini-cli',
    version: '0.61.0',
    wire: 'google-generate-content',
    env: (base) => ({
      GOOGLE_GEMINI_BASE_URL: base,
      GEMINI_API_KEY: 'unused',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      }),
    }),
    command: ['gemini', '-p', PROMPT, '--yolo', '--skip-trust', '-m', 'gemini-3-pro'],
  },
  opencode: {
    package: 'opencode-ai',
    version: '1.18.33',
    wire: 'openai-chat',
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    files: (base) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        provider: {
          stub: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${base}/v1`, apiKey: 'unused' },
            models: { stub: {} },
          },
        },
        permission: { '*': 'allow' },
      }),
    }),
    command: ['opencode', 'run', '-m', 'stub/stub', '--pure', '--auto', PROMPT],
  },
  pi: {
    package: '@earendil-works/pi-coding-agent',
    version: '0.87.1',
    wire: 'openai-chat',
    env: () => ({ PI_OFFLINE: '1' }),
    files: (base) => ({
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          stub: {
            baseUrl: `${base}/v1`,
            api: 'openai-completions',
            apiKey: 'unused',
            models: [{ id: 'stub' }],
          },
        },
      }),
    }),
    command: ['pi', '-p', '--provider', 'stub', '--model', 'stub', '--thinking', 'medium', PROMPT],
  },
}
