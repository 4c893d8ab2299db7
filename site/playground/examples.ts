/** An example, loaded when it is selected. */
export interface Example {
  readonly title: string
  load(): Promise<{ readonly default: string }>
}

/**
 * Examples from the test fixtures, and two that are not valid fixtures: a refused request, and a schema that
 * few wires accept.
 */
export const EXAMPLES: readonly Example[] = [
  {
    title: 'A request with calls and results (Anthropic)',
    load: () => import('../../fixtures/anthropic-messages/error-result/request.json?raw'),
  },
  {
    title: 'A request that is refused (Anthropic)',
    load: () => import('./examples/refused-request.json?raw'),
  },
  {
    title: 'A tool with a rich schema (OpenAI)',
    load: () => import('./examples/rich-schema.json?raw'),
  },
  {
    title: 'A stream with parallel calls (OpenAI)',
    load: () => import('../../fixtures/openai-chat/parallel-calls/stream.sse?raw'),
  },
  {
    title: 'A stream that was cut within a call (Anthropic)',
    load: () => import('../../fixtures/anthropic-messages/truncated-arguments/stream.sse?raw'),
  },
  {
    title: 'Calls that the provider ran (Anthropic)',
    load: () => import('../../fixtures/anthropic-messages/provider-executed/response.json?raw'),
  },
  {
    title: 'A cassette of an agent, with its times',
    load: () => import('../../examples/agent-loop/voyage.cassette?raw'),
  },
  {
    title: 'A live session (Gemini Live)',
    load: () => import('../../fixtures/google-live/parallel-calls/stream.ndjson?raw'),
  },
]
