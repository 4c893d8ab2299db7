// Search terms that a page does not contain, by the name of a guide or the code of a notice.
// The search adds them to the page's first section.
export const KEYWORDS = {
  'agent-loop': 'agent, stop after n steps, maximum number of steps, multi-step',
  'chat-route': 'React useChat, Next.js, browser, frontend, server-sent events',
  overview: 'edge worker, Cloudflare, Deno, Bun, browser, Node version',
  'running-calls': 'parallel tool calls, concurrency, timeout of a tool, retry',
  'switching-providers':
    'switch change provider model in the middle of a conversation, another provider, history of tool calls',
  refusals:
    '400 invalid_request_error: tool_use ids were found without tool_result blocks; tool_call_id did not have response messages',
  'asking-for-approval': 'approve a tool call before it runs, human in the loop, confirm, permission',
  replay: 'replay recorded fixtures in tests, record, cassette, vcr, mock, offline',
  'tool-errors': 'arguments malformed, not JSON',
  'response-errors': 'arguments truncated max_tokens, cut off, length, incomplete JSON',
  'proxy-clients': 'use Claude Code with Gemini, OpenAI, local models; Codex, Cursor, base URL',
  'queue-workers': 'BullMQ worker, Redis, jobs, other machines',
  'structured-output': 'JSON schema, zod object, response_format, output_config',
  'storing-conversations': 'save, database, resume, persist a conversation',
  'local-models': 'llama.cpp, vLLM, LM Studio, Ollama, self-hosted',
  streaming: 'stream, deltas, abort, cancel, partial arguments',
  'call-id-changed': 'id rewritten, ids rewritten, renamed, too long, 40 characters',
  'tool-name-changed': 'name rewritten, renamed',
  'number-rounded': 'big integers rounded, large numbers, 2^53, precision lost, bigint',
  'number-precision': 'big integers, large numbers, 2^53, bigint',
  'arguments-unusable': 'arguments truncated, malformed, broken JSON, max_tokens',
  'result-missing': 'tool_use ids without tool_result, unanswered call, orphan',
  'result-orphaned': 'tool_result without tool_use, unexpected tool_use_id',
}
