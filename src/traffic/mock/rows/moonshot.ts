import type { RefusalRow, ServerRow } from '../server-row.js'
import { modelList, PATHS } from './shared.js'

const BEFORE_K3 = /^(?!.*k3).*$/i

const FLAVOR = 'tools.function.parameters is not a valid moonshot flavored json schema, details:'

/** Refusals of schemas that are valid JSON Schemas. */
const SCHEMAS: readonly RefusalRow[] = [
  {
    when: { kind: 'schema', keywords: ['type'], next: 'anyOf' },
    status: 400,
    text: `${FLAVOR} <At path '{place}': when using anyOf, type should be defined in anyOf items instead of the parent schema>`,
    source: 'MoonshotAI/kimi-cli#2531, anomalyco/opencode#37496',
  },
  {
    when: { kind: 'schema', keywords: ['$ref'], not: /^#(?:$|\/\$defs\/)/ },
    status: 400,
    text: `${FLAVOR} <At path '{place}.$ref': references must start with #/$defs/>`,
    source: 'CommandCodeAI/command-code#594',
  },
  {
    when: { kind: 'field', at: '/tools/*/function/parameters/properties/*', is: [true, false] },
    status: 400,
    text: `${FLAVOR} <At path 'properties': property schema for '{part}' must be an object>`,
    source: 'can1357/oh-my-pi#5952',
  },
  {
    when: { kind: 'untyped-schema', within: 'below' },
    status: 400,
    text: `${FLAVOR} <At path '{place}': type is not defined>`,
    source: 'MoonshotAI/kimi-cli#1595',
  },
]

export const moonshotServer: ServerRow = {
  title: 'Moonshot',
  error: {
    body: { error: { message: '{message}', type: '{type}' } },
    types: { 400: 'invalid_request_error', 429: 'rate_limit_reached_error' },
  },
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: PATHS.chat,
      tools: ['function', 'builtin_function'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/tools/*/type', not: ['function', 'builtin_function'] },
          status: 400,
          text: null,
          source: 'none',
        },
        ...SCHEMAS,
        {
          when: { kind: 'choice', is: ['named'] },
          unless: { at: '/thinking/type', is: ['disabled'] },
          status: 400,
          text: "tool_choice 'specified' is incompatible with thinking enabled",
          source: 'UKGovernmentBEIS/inspect_ai#5152, can1357/oh-my-pi#1077',
        },
        {
          when: { kind: 'choice', is: ['required'] },
          models: BEFORE_K3,
          unless: { at: '/thinking/type', is: ['disabled'] },
          status: 400,
          text: "tool_choice 'required' is incompatible with thinking enabled",
          source: 'UKGovernmentBEIS/inspect_ai#5152, can1357/oh-my-pi#1077',
        },
        {
          when: {
            kind: 'missing',
            at: '/messages/*/reasoning_content',
            where: { member: 'tool_calls', not: [null, []] },
          },
          unless: { at: '/thinking/type', is: ['disabled'] },
          status: 400,
          text: 'thinking is enabled but reasoning_content is missing in assistant tool call message at index {index}',
          source: 'continuedev/continue#11600',
        },
        {
          when: { kind: 'too-long' },
          status: 400,
          text: 'Your request exceeded model token limit: {contextWindow} (requested: {asked})',
          source: 'badlogic/pi-mono packages/ai',
        },
      ],
      callId: 'functions.{name}:{n}',
      reasoning: 'reasoning_content',
    },
  ],
  models: modelList('moonshot'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: [
    'https://github.com/UKGovernmentBEIS/inspect_ai/issues/5152',
    'https://github.com/continuedev/continue/issues/11600',
    'https://github.com/MoonshotAI/walle/blob/main/docs/validation-principles.md',
  ],
  date: '2026-11-29',
}
