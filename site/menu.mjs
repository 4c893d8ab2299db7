// The menu of the site: sections by task. Each guide has the name of its file in `docs`.
// A second argument replaces a title that is too long for the menu.
const section = (text, items, collapsed = true) => ({ text, items, collapsed })
const guide = (name, text) => ({ name, text })

export const GUIDES = [
  section(
    'Start here',
    [
      guide('overview', 'Guarantees'),
      guide('getting-started'),
      guide('switching-providers'),
      guide('streaming'),
      guide('storing-conversations'),
      guide('sending-without-an-sdk'),
    ],
    false,
  ),
  section('Tools', [
    guide('writing-tools'),
    guide('agent-loop'),
    guide('running-calls'),
    guide('tool-errors'),
    guide('tool-context', 'Tool context'),
    guide('tool-state', 'Stored tool state'),
    guide('tool-events', 'Events of calls'),
    guide('running-commands', 'Running commands'),
    guide('mcp-tools'),
    guide('hosted-tools'),
    guide('queue-workers', 'Queue workers'),
    guide('tracing', 'Tracing'),
  ]),
  section('Approvals', [
    guide('asking-for-approval'),
    guide('policies', 'Policies'),
    guide('conversations', 'Conversations over a restart'),
    guide('approvals', 'Approvals over a restart'),
    guide('approval-in-a-browser'),
  ]),
  section('Requests', [
    guide('structured-output'),
    guide('request-settings'),
    guide('prompt-caching'),
    guide('models'),
    guide('limits', 'Limits'),
    guide('servers', 'Servers'),
    guide('live-sessions'),
    guide('local-models'),
    guide('text-calls'),
    guide('text-dialects', 'Dialects of text calls'),
  ]),
  section('Errors', [
    guide('refusals', 'Refused requests'),
    guide('outcomes'),
    guide('response-errors'),
    guide('strict-mode'),
  ]),
  section('Chat UI', [guide('chat-route')]),
  section('Record, replay, read logs', [
    guide('replay'),
    guide('replay-server', 'In any language'),
    guide('replay-as', "For another provider's client"),
    guide('mock-server', 'Strict mock servers'),
    guide('live-matrix', 'Live matrix'),
    guide('redaction', 'Redaction'),
    guide('import', 'Recordings of other tools'),
    guide('logs-to-a-table'),
    guide('logs-of-other-programs'),
    guide('command-line'),
  ]),
  section('Move from another library', [
    guide('coming-from-ai-sdk', 'From AI SDK'),
    guide('ai-sdk-conversations'),
    guide('coming-from-langchain', 'From LangChain'),
    guide('coming-from-raw-sdks', 'From raw SDKs'),
    guide('seed-systems', 'From five other systems'),
    guide('translating', 'Translating by hand'),
  ]),
  section('Proxy', [
    guide('proxy'),
    guide('proxy-clients', 'Clients and providers'),
    guide('codex-on-claude'),
    guide('proxy-translation', 'Translation'),
    guide('proxy-hosted-tools', 'Hosted tools'),
    guide('proxy-watching', 'Watching and costs'),
    guide('proxy-deployment', 'Deployment'),
  ]),
  section('Concepts and figures', [
    guide('architecture'),
    guide('settings-by-wire'),
    guide('setting-values', 'Setting values'),
    guide('performance'),
    guide('performance-figures'),
    guide('bundle-size'),
    guide('api-surface'),
    guide('changelog'),
  ]),
]

/** Pages outside of the guides, by the name of their file in `docs`. */
export const ELSEWHERE = { notices: 'notices/index', formats: 'formats/index' }
