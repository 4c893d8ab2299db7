import type { ServerRow } from '../server-row.js'
import { CHAT_FIELDS } from './fields.js'
import { modelList, PATHS } from './shared.js'

/** Fields of OpenAI that vLLM does not have, or that users saw refused. */
const MISSING =
  /^(audio|function|metadata|modalities|moderation|prediction|prompt_cache|safety_identifier|service_tier|store|verbosity|web_search)/
const FIELDS = [
  ...CHAT_FIELDS.filter((field) => !MISSING.test(field)),
  ...['chat_template_kwargs', 'nvext', 'top_k', 'min_p', 'repetition_penalty'],
]

export const nimServer: ServerRow = {
  title: 'NVIDIA NIM',
  error: { body: { error: '{message}' } },
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: PATHS.chat,
      tools: ['function'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/reasoning' },
          status: 400,
          text: 'Unsupported parameter(s): reasoning',
          source: 'NousResearch/hermes-agent#77973',
        },
        {
          when: { kind: 'unknown', at: '', known: FIELDS },
          status: 400,
          text: "[{'type':'extra_forbidden','loc':('body','{field}'),'msg':'Extra inputs are not permitted'}]",
          source: 'sipeed/picoclaw#1019',
        },
        {
          when: { kind: 'field', at: '/tools/*/type', not: ['function'] },
          status: 400,
          text: null,
          source: 'none',
        },
        {
          when: { kind: 'turn-after', role: 'user', after: 'tool' },
          models: /mistral|mixtral/i,
          status: 400,
          text: "Unexpected role 'user' after role 'tool'",
          source: 'NousResearch/hermes-agent#20154',
        },
      ],
      template: { status: 400, text: '{sentence}', source: 'anomalyco/opencode#16560' },
      callId: 'chatcmpl-tool-{hex:32}',
    },
  ],
  models: modelList('nvidia'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: ['https://github.com/sipeed/picoclaw/issues/1019', 'https://github.com/NVIDIA/garak/issues/748'],
  date: '2026-11-28',
}
