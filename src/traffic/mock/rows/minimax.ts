import type { RefusalRow, ServerRow } from '../server-row.js'
import { modelList, onlyClientTools, PATHS } from './shared.js'

const pairing: readonly RefusalRow[] = [
  {
    when: { kind: 'result-without-call' },
    status: 400,
    text: "invalid params, tool result's tool id({id}) not found (2013)",
    source: 'MiniMax-AI/MiniMax-M2#76',
  },
  {
    when: { kind: 'unanswered-calls' },
    status: 400,
    text: 'invalid params, tool call result does not follow tool call (2013)',
    source: 'anomalyco/opencode#32614',
  },
]

const tooLong: RefusalRow = {
  when: { kind: 'too-long' },
  status: 400,
  text: 'invalid params, context window exceeds limit',
  source: 'badlogic/pi-mono packages/ai',
}

export const minimaxServer: ServerRow = {
  title: 'MiniMax',
  error: {
    body: {
      type: 'error',
      error: { type: '{type}', message: '{message}', http_code: '{statusText}' },
      request_id: '{requestId}',
    },
    types: { 400: 'bad_request_error' },
  },
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: PATHS.chat,
      tools: ['function'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/tools/*/type', not: ['function'] },
          status: 400,
          text: null,
          source: 'none',
        },
        {
          when: { kind: 'late-system', leading: 'many' },
          status: 400,
          text: 'invalid params, chat content has invalid message role: system (2013)',
          source: 'BigPizzaV3/CodexPlusPlus#267',
        },
        {
          when: { kind: 'late-system', leading: 'one' },
          status: 400,
          text: 'invalid params, invalid chat setting (2013)',
          source: 'openclaw/openclaw#19386, MiniMax-AI/MiniMax-M2#51',
        },
        {
          when: { kind: 'choice', is: ['auto'], form: 'text' },
          models: /m2\.7/i,
          status: 400,
          text: 'invalid params, invalid chat setting (2013)',
          source: 'eastreams/loong#382',
        },
        {
          when: { kind: 'call-arguments', are: 'not-json' },
          status: 400,
          text: 'invalid params, invalid function arguments json string, tool_call_id: {id} (2013)',
          source: 'HKUDS/nanobot#2373',
        },
        ...pairing,
        tooLong,
      ],
      reasoning: 'reasoning_content',
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: /\/anthropic(\/v1)?\/messages$/,
      tools: ['custom'],
      unknownTool: 'refuse',
      refusals: [
        onlyClientTools(),
        {
          when: { kind: 'field', at: '/messages/*/role', is: ['system'] },
          status: 400,
          text: 'invalid params, chat content has invalid message role: system (2013)',
          source: 'BigPizzaV3/CodexPlusPlus#267',
        },
        ...pairing,
        tooLong,
      ],
    },
  ],
  models: modelList('minimax'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: [
    'https://github.com/MiniMax-AI/MiniMax-M2/issues/76',
    'https://github.com/openclaw/openclaw/issues/19386',
  ],
  date: '2026-11-28',
}
