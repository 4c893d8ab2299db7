import { deepseekV3, deepseekV31 } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

const V3: DialectCases = {
  dialect: 'deepseek-v3',
  dialects: [deepseekV3],
  cases: [
    ...usualCases({
      isCode: true,
      write: (...calls) =>
        `<｜tool▁calls▁begin｜>${calls
          .map(
            ([name, given]) =>
              `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${JSON.stringify(given, null, 2)}\n\`\`\`<｜tool▁call▁end｜>`,
          )
          .join('\n')}<｜tool▁calls▁end｜>`,
    }),
    {
      name: 'without the outer marks, which some servers take away',
      text: '<｜tool▁call▁begin｜>function<｜tool▁sep｜>now\n```json\n{}\n```<｜tool▁call▁end｜>',
      parts: [['now', {}]],
    },
    {
      name: 'in plain letters',
      text: '<|tool_calls_begin|><|tool_call_begin|>function<|tool_sep|>now\n```json\n{}\n```<|tool_call_end|><|tool_calls_end|>',
      parts: [['now', {}]],
    },
    {
      name: 'an outer mark without a call',
      text: 'So <｜tool▁calls▁begin｜> it is.',
      parts: ['So <｜tool▁calls▁begin｜> it is.'],
    },
    {
      name: 'a call that is cut',
      text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get\n```json\n{"url": "a"',
      parts: [{ name: 'get', status: 'truncated', raw: '{"url": "a"' }],
    },
    {
      name: 'the form of the newer version',
      text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      parts: [['now', {}]],
    },
  ],
}

const V31: DialectCases = {
  dialect: 'deepseek-v31',
  dialects: [deepseekV31],
  cases: [
    ...usualCases({
      write: (...calls) =>
        `<｜tool▁calls▁begin｜>${calls
          .map(
            ([name, given]) =>
              `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${JSON.stringify(given)}<｜tool▁call▁end｜>`,
          )
          .join('')}<｜tool▁calls▁end｜>`,
    }),
    {
      name: 'the marks inside a string',
      text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get<｜tool▁sep｜>{"url": "<｜tool▁call▁end｜>"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      parts: [['get', { url: '<｜tool▁call▁end｜>' }]],
    },
    {
      name: 'M6: one broken call of two',
      text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get<｜tool▁sep｜>{"url" "a"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      parts: [{ name: 'get', status: 'malformed', raw: '{"url" "a"}' }, ['now', {}]],
    },
    {
      name: 'M6: arguments that are words',
      text: '<｜tool▁call▁begin｜>get<｜tool▁sep｜>the page<｜tool▁call▁end｜>',
      parts: [{ name: 'get', status: 'malformed', raw: 'the page' }],
    },
    {
      name: 'an undeclared call before a declared one',
      text: '<｜tool▁call▁begin｜>rm<｜tool▁sep｜>{"a": 1}<｜tool▁call▁end｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}<｜tool▁call▁end｜>',
      parts: ['<｜tool▁call▁begin｜>rm<｜tool▁sep｜>{"a": 1}<｜tool▁call▁end｜>', ['now', {}]],
    },
  ],
}

export const cases = [V3, V31]
