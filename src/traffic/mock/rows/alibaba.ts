import type { ServerRow } from '../server-row.js'
import { modelList, onlyClientTools, PATHS } from './shared.js'

export const alibabaServer: ServerRow = {
  title: 'Alibaba Model Studio',
  error: {
    body: {
      error: { code: '{code}', param: '{param}', message: '{message}', type: '{type}' },
      id: '{requestId}',
      request_id: '{requestId}',
    },
    types: { 400: 'invalid_request_error' },
    codes: { 400: 'invalid_parameter_error' },
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
          when: {
            kind: 'field',
            at: '/messages/*/role',
            not: ['system', 'assistant', 'user', 'tool', 'function'],
          },
          status: 400,
          text: "{value} is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.[{index}].role'",
          source: 'OpenCoworkAI/open-codesign#183',
        },
        {
          when: { kind: 'choice', is: ['required', 'named'] },
          unless: { at: '/enable_thinking', is: [false] },
          status: 400,
          text: '<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode',
          source: 'can1357/oh-my-pi#886',
        },
        {
          when: { kind: 'result-without-call' },
          status: 400,
          text: 'messages with role "tool" must be a response to a preceeding message with "tool_calls".',
          source: 'QwenLM/qwen-code#2360',
        },
        {
          when: { kind: 'call-arguments', are: 'not-object' },
          status: 400,
          text: 'The "function.arguments" parameter of the code model must be in JSON format.',
          source: 'alibaba/spring-ai-alibaba#4533',
        },
        {
          when: { kind: 'field', at: '/enable_thinking', is: [true] },
          unless: { at: '/stream', is: [true] },
          models: /qwen3-(?!max)|qwen-(plus|turbo)/i,
          status: 400,
          text: 'parameter.enable_thinking must be set to false for non-streaming calls',
          source: 'codexu/note-gen#372',
        },
      ],
      reasoning: 'reasoning_content',
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: PATHS.messages,
      tools: ['custom'],
      unknownTool: 'refuse',
      refusals: [
        onlyClientTools(),
        {
          when: { kind: 'field', at: '/messages/*/role', not: ['user', 'assistant'] },
          status: 400,
          text: 'messages[{index}].role: unknown variant `{value}`, expected `user` or `assistant`',
          source: 'QwenLM/Qwen#2244',
        },
      ],
    },
  ],
  models: modelList('alibaba'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: [
    'https://github.com/can1357/oh-my-pi/issues/886',
    'https://github.com/alibaba/spring-ai-alibaba/issues/4533',
  ],
  date: '2026-11-28',
}
