import type { ServerRow } from '../server-row.js'
import { MISTRAL_FIELDS } from './fields.js'
import { modelList, PATHS } from './shared.js'

const ORDER = { status: 400, type: 'invalid_request_message_order', code: '3230' } as const

export const mistralServer: ServerRow = {
  title: 'Mistral',
  error: {
    body: {
      object: 'error',
      message: '{message}',
      type: '{type}',
      param: '{param}',
      code: '{code}',
    },
    types: { 400: 'invalid_request_error' },
  },
  apis: [
    {
      api: 'chat',
      wire: 'mistral-chat',
      path: PATHS.chat,
      tools: ['function'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/tools', type: 'empty' },
          status: 422,
          text: 'Extra inputs are not permitted',
          body: {
            object: 'Error',
            detail: [{ type: 'extra_forbidden', loc: ['body', 'tools'], msg: '{message}' }],
            message: [{ type: 'extra_forbidden', loc: ['body', 'tools'], msg: '{message}' }],
            type: '{type}',
            code: 3001,
          },
          source: 'partITech/php-mistral#76',
        },
        {
          when: { kind: 'unknown', at: '', known: MISTRAL_FIELDS },
          status: 422,
          text: 'Extra inputs are not permitted',
          body: {
            object: 'Error',
            detail: [{ type: 'extra_forbidden', loc: ['body', '{field}'], msg: '{message}' }],
            message: [{ type: 'extra_forbidden', loc: ['body', '{field}'], msg: '{message}' }],
            type: '{type}',
            code: 3001,
          },
          source: 'partITech/php-mistral#76',
        },
        {
          when: { kind: 'field', at: '/tools/*/type', not: ['function'] },
          status: 422,
          text: null,
          source: 'none',
        },
        {
          when: { kind: 'turn-after', role: 'user', after: 'tool' },
          models: /nemo|7b|8x7b|8x22b|pixtral-12b/i,
          ...ORDER,
          text: "Unexpected role 'user' after role 'tool'",
          source: 'avante.nvim#2695, zed-industries/zed#37021',
        },
        {
          when: { kind: 'turn-after', role: 'tool', after: 'user' },
          ...ORDER,
          text: "Unexpected role 'tool' after role 'user'",
          source: 'charmbracelet/crush#279',
        },
        {
          when: { kind: 'last-turn', not: ['user', 'tool'] },
          unless: { at: '/messages/*/prefix', is: [true] },
          ...ORDER,
          text: 'Expected last role User or Tool (or Assistant with prefix True) for serving but got {role}',
          source: 'AiNiee#641',
        },
        {
          when: { kind: 'field', at: '/messages/*/tool_calls/*/id', matches: /^(?![a-zA-Z0-9]{9}$)/ },
          status: 400,
          text: 'Tool call id was {value} but must be a-z, A-Z, 0-9, with a length of 9.',
          source: 'karthink/gptel#1203, anomalyco/opencode#1680',
        },
        {
          when: { kind: 'unanswered-calls' },
          ...ORDER,
          text: 'Not the same number of function calls and responses',
          source: 'mistralai/mistral-common validator',
        },
        {
          when: { kind: 'too-long', part: 'prompt' },
          status: 400,
          text: 'Prompt contains {tokens} tokens … too large for model with {contextWindow} maximum context length',
          source: 'badlogic/pi-mono packages/ai',
        },
      ],
      callId: '{alnum:9}',
    },
  ],
  models: modelList('mistralai'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: [
    'https://github.com/zed-industries/zed/issues/37021',
    'https://github.com/partITech/php-mistral/issues/76',
  ],
  date: '2026-11-28',
}
