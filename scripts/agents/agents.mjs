// The agents: installing each one, configuring its base URL, running it without a person, and calling its
// tools.

/** Returns the arguments for replacing a text in a file, as many agents' tools accept them. */
const replaced = (path, text, by) => ({ file_path: path, old_string: text, new_string: by })

const patch = (path, text, by) =>
  `*** Begin Patch\n*** Update File: ${path}\n@@\n-export const sum = (a, b) => ${text}\n+export const sum = (a, b) => ${by}\n*** End Patch\n`

const CODEX = {
  look: (path) => ['exec_command', { cmd: `cat ${path}` }],
  repair: (...all) => ['apply_patch', patch(...all)],
  run: (cmd) => ['exec_command', { cmd }],
}
const CODEX_SED = (path, text, by) => ['exec_command', { cmd: `sed -i 's/${text}/${by}/' ${path}` }]
const program = (call) => ['functions__exec', `text(JSON.stringify(await tools.${call}))`]
const CODEX_PROGRAM = {
  look: (path) => program(`exec_command({ cmd: 'cat ${path}' })`),
  repair: (...all) => program(`apply_patch(${JSON.stringify(patch(...all))})`),
  run: (cmd) => program(`exec_command({ cmd: '${cmd}' })`),
}

const CLINE = {
  look: (path) => ['read_files', { files: [{ path }] }],
  repair: (path, old_text, new_text) => ['editor', { path, old_text, new_text }],
  run: (command) => ['run_commands', { commands: [command] }],
}

/**
 * `variants`: the wires that the agent supports, with the settings that select each wire, which are passed to
 * the functions. `files` and `env` configure it for a base URL, in a separate home folder. `command` runs it,
 * with `again` to continue the last conversation, unless it `forgets`. `tools`: name and input for reading a
 * file, replacing a text in a file, and running a command; some depend on the variant. `search`: the call
 * that searches for a tool. `webSearch`: the steps of a web search, if the agent has tools for it.
 * `compaction`: the trigger of a summary: a `command`, or a `limit` of tokens. `givesUp`: the final words in
 * a scenario that the agent does not complete with its provider either.
 * @typedef {{
 *     package: string, version: string, compaction?: 'command' | 'limit', givesUp?: Record<string, string>, variants: ({wire: string, model?: string, tools?: Tools} & Record<string, unknown>)[],
 *     env?: (base: string, variant: any) => Record<string, string>,
 *     files?: (base: string, variant: any) => Record<string, string>,
 *     command: (run: { prompt: string, again: boolean } & any) => string[], forgets?: boolean,
 *     tools?: Tools,
 * }} Agent
 * @typedef {[name: string, input: object | string]} Use
 * @typedef {{
 *     look: (path: string) => Use,
 *     repair: (path: string, text: string, by: string) => Use,
 *     run: (command: string) => Use,
 * }} Tools
 * @type {Record<string, Agent>}
 */
export const agents = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    version: '2.1.330',
    compaction: 'command',
    search: (name) => ['ToolSearch', { query: `select:mcp__shelf__${name}`, max_results: 5 }],
    // The tool must be found first. It sends one more request to the model, with the hosted tool of its
    // provider.
    webSearch: (query) => [
      {
        text: 'Finding the tool.',
        calls: [['ToolSearch', { query: 'select:WebSearch', max_results: 5 }]],
      },
      { text: 'Searching.', calls: [['WebSearch', { query }]] },
    ],
    variants: [{ wire: 'anthropic-messages' }],
    env: (base) => ({
      ANTHROPIC_BASE_URL: base,
      ANTHROPIC_API_KEY: 'unused',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    }),
    command: ({ prompt, again, shelf }) => [
      ...['claude', '-p', prompt, ...(again ? ['--continue'] : []), '--output-format', 'json'],
      ...['--allowedTools', 'Read,Edit,Write,Bash,Grep,Glob,ToolSearch,WebSearch,mcp__shelf'],
      ...(shelf
        ? ['--mcp-config', JSON.stringify({ mcpServers: { shelf: { command: 'node', args: [shelf] } } })]
        : []),
    ],
    tools: {
      look: (path) => ['Read', { file_path: path }],
      repair: (...all) => ['Edit', replaced(...all)],
      run: (command) => ['Bash', { command, description: 'Checks' }],
    },
  },
  codex: {
    package: '@openai/codex',
    version: '0.169.0',
    compaction: 'limit',
    // The agent retries after other errors, but not after this one of OpenAI.
    givesUp: { overload: 'at capacity' },
    // The model determines the form of tools: apply_patch as free text with a grammar; all tools in one item,
    // called by a program; or most tools in namespaces, without a tool for patches.
    variants: [
      {
        wire: 'openai-responses',
        model: 'gpt-5.5',
        tools: CODEX,
        search: (query) => ['tool_search', { query }],
        webSearch: () => [],
      },
      // This variant does not request web search.
      { wire: 'openai-responses', model: 'gpt-6-sol', tools: CODEX_PROGRAM },
      {
        ...{ wire: 'openai-responses', model: 'unknown', webSearch: () => [] },
        tools: { ...CODEX, repair: CODEX_SED },
      },
    ],
    env: () => ({ STUB_KEY: 'unused' }),
    files: (base, { model, shelf }) => ({
      '.codex/config.toml': `model = "${model}"\nmodel_auto_compact_token_limit = 50000\nmodel_provider = "stub"\n[model_providers.stub]\nname = "stub"\nbase_url = "${base}/v1"\nenv_key = "STUB_KEY"\nwire_api = "responses"\n${shelf ? `[mcp_servers.shelf]\ncommand = "node"\nargs = ["${shelf}"]\n` : ''}`,
    }),
    command: ({ prompt, again }) => [
      ...['codex', 'exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...(again ? ['resume', '--last', prompt] : [prompt]),
    ],
  },
  'gemini-cli': {
    package: '@google/gemini-cli',
    version: '0.61.0',
    variants: [{ wire: 'google-generate-content' }],
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
    command: ({ prompt, again }) => [
      ...['gemini', '-p', prompt, '--yolo', '--skip-trust', '-m', 'gemini-3-pro'],
      ...(again ? ['--resume', 'latest'] : []),
    ],
    tools: {
      look: (path) => ['read_file', { file_path: path }],
      repair: (...all) => ['replace', { ...replaced(...all), instruction: 'Adds in place of subtracting.' }],
      run: (command) => ['run_shell_command', { command, description: 'Checks' }],
    },
  },
  opencode: {
    package: 'opencode-ai',
    version: '1.18.33',
    variants: [
      { wire: 'openai-chat', npm: '@ai-sdk/openai-compatible', version: 'v1' },
      { wire: 'openai-responses', npm: '@ai-sdk/openai', version: 'v1' },
      { wire: 'anthropic-messages', npm: '@ai-sdk/anthropic', version: 'v1' },
      { wire: 'google-generate-content', npm: '@ai-sdk/google', version: 'v1beta' },
    ],
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    files: (base, { npm, version }) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        provider: {
          stub: {
            npm,
            options: { baseURL: `${base}/${version}`, apiKey: 'unused' },
            models: { stub: { reasoning: true } },
          },
        },
        permission: { '*': 'allow' },
      }),
    }),
    command: ({ prompt, again }) => [
      ...['opencode', 'run', ...(again ? ['--continue'] : []), '-m', 'stub/stub', '--pure', '--auto', prompt],
    ],
    tools: {
      look: (path) => ['read', { filePath: path }],
      repair: (filePath, oldString, newString) => ['edit', { filePath, oldString, newString }],
      run: (command) => ['bash', { command, description: 'Checks' }],
    },
  },
  pi: {
    package: '@earendil-works/pi-coding-agent',
    version: '0.87.1',
    variants: [
      { wire: 'openai-chat', api: 'openai-completions', path: '/v1' },
      { wire: 'openai-responses', api: 'openai-responses', path: '/v1' },
      { wire: 'anthropic-messages', api: 'anthropic-messages', path: '' },
      { wire: 'google-generate-content', api: 'google-generative-ai', path: '/v1beta' },
    ],
    env: () => ({ PI_OFFLINE: '1' }),
    files: (base, { api, path }) => ({
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          stub: {
            baseUrl: `${base}${path}`,
            api,
            apiKey: 'unused',
            models: [{ id: 'stub', reasoning: true }],
          },
        },
      }),
    }),
    command: ({ prompt, again }) => [
      ...['pi', '-p', ...(again ? ['--continue'] : []), '--provider', 'stub', '--model', 'stub'],
      ...['--thinking', 'medium', prompt],
    ],
    tools: {
      look: (path) => ['read', { path }],
      repair: (path, oldText, newText) => ['edit', { path, edits: [{ oldText, newText }] }],
      run: (command) => ['bash', { command }],
    },
  },
  'qwen-code': {
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    variants: [{ wire: 'openai-chat' }],
    env: (base) => ({ OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: 'unused', OPENAI_MODEL: 'stub' }),
    command: ({ prompt, again }) => ['qwen', '-p', prompt, '--yolo', ...(again ? ['--continue'] : [])],
    tools: {
      look: (path) => ['read_file', { file_path: path }],
      repair: (...all) => ['edit', replaced(...all)],
      run: (command) => ['run_shell_command', { command, is_background: false, description: 'Checks' }],
    },
  },
  copilot: {
    package: '@github/copilot',
    version: '1.0.102',
    variants: [
      { wire: 'openai-chat', type: 'openai', api: 'completions', path: '/v1' },
      { wire: 'openai-responses', type: 'openai', api: 'responses', path: '/v1' },
      { wire: 'anthropic-messages', type: 'anthropic', api: 'completions', path: '' },
    ],
    env: (base, { type, api, path }) => ({
      COPILOT_PROVIDER_BASE_URL: `${base}${path}`,
      COPILOT_PROVIDER_TYPE: type,
      COPILOT_PROVIDER_WIRE_API: api,
      COPILOT_PROVIDER_API_KEY: 'unused',
      COPILOT_MODEL: 'stub',
      COPILOT_OFFLINE: 'true',
    }),
    command: ({ prompt, again }) => [
      ...['copilot', '-p', prompt, '--allow-all-tools', '--allow-all-paths'],
      ...(again ? ['--continue'] : []),
    ],
    tools: {
      look: (path) => ['view', { path }],
      repair: (path, old_str, new_str) => ['edit', { path, old_str, new_str }],
      run: (command) => ['bash', { command, description: 'Checks' }],
    },
  },
  cline: {
    package: 'cline',
    version: '3.0.65',
    forgets: true,
    variants: [
      { wire: 'openai-chat', provider: 'openai-compatible', path: '/v1' },
      {
        wire: 'openai-responses',
        provider: 'openai-native',
        path: '/v1',
        tools: { ...CLINE, repair: CODEX.repair },
      },
      { wire: 'anthropic-messages', provider: 'anthropic', path: '/v1' },
      { wire: 'google-generate-content', provider: 'gemini', path: '/v1beta', model: 'gemini-3-pro' },
    ],
    files: (base, { provider, path, model = 'stub' }) => ({
      '.cline/data/settings/providers.json': JSON.stringify({
        version: 1,
        lastUsedProvider: provider,
        modes: {},
        providers: {
          [provider]: {
            settings: { provider, apiKey: 'unused', model, baseUrl: `${base}${path}` },
            updatedAt: '2026-01-01T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      }),
    }),
    command: ({ prompt, provider, model = 'stub' }) => [
      ...['cline', '-P', provider, '-m', model, '--json', prompt],
    ],
    tools: CLINE,
  },
}
