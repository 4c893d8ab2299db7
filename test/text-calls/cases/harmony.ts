import { harmony } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

export const cases: DialectCases = {
  dialect: 'harmony',
  dialects: [harmony],
  cases: [
    ...usualCases({
      write: (...calls) =>
        calls
          .map(
            ([name, given]) =>
              `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${JSON.stringify(given)}<|call|>`,
          )
          .join('<|start|>assistant'),
    }),
    {
      name: 'M5: what is left of the header',
      text: 'commentary to=functions.get <|constrain|>json<|message|>{"url": "a"}',
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'the prompt had the beginning of the header',
      text: 'to=functions.now<|channel|>commentary json<|message|>{}<|call|>',
      parts: [['now', {}]],
    },
    {
      name: 'the recipient stands before the channel',
      text: '<|start|>assistant to=functions.now<|channel|>commentary<|constrain|>json<|message|>{}<|call|>',
      parts: [['now', {}]],
    },
    {
      name: 'after thinking',
      text: '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.now<|message|>{}<|call|>',
      parts: [{ thought: 'Hm.' }, ['now', {}]],
    },
    {
      name: 'an answer is not a call',
      text: '<|channel|>final to=functions.now<|message|>{}<|return|>',
      parts: ['{}'],
    },
    { name: 'without its prefix', text: '<|channel|>commentary to=now<|message|>{}', parts: [['now', {}]] },
    {
      name: 'no content',
      text: '<|channel|>commentary to=functions.now<|message|><|call|>',
      parts: [['now', {}]],
    },
    {
      name: 'words after the channel',
      text: '<|channel|>commentary? to=functions.now code<|message|>{}<|call|>',
      parts: [['now', {}]],
    },
    {
      name: 'what no header says is text, before a call',
      text: '<|channel|>commentary to=functions.now but first <|constrain|>json<|message|>{}<|call|>',
      parts: ['<|channel|>commentary to=functions.now but first <|constrain|>json<|message|>', ['now', {}]],
    },
    {
      name: 'what no header says is text, before a message',
      text: '<|channel|>what a day<|message|>it is',
      parts: ['<|channel|>what a day<|message|>it is'],
    },
    {
      name: 'what no header says is text, where it is cut',
      text: 'commentary to=functions.get\tis how: see above',
      parts: ['commentary to=functions.get\tis how: see above'],
    },
    {
      name: 'a call that is cut',
      text: '<|channel|>commentary to=functions.get <|constrain|>json<|message|>{"url":',
      parts: [{ name: 'get', status: 'truncated', raw: '{"url":' }],
    },
    {
      name: 'M6: content that is not JSON',
      text: '<|channel|>commentary to=functions.get code<|message|>print(1)<|call|>',
      parts: [{ name: 'get', status: 'malformed', raw: 'print(1)' }],
    },
    {
      name: 'half a header',
      text: '<|channel|>commentary to=functions.get',
      parts: ['<|channel|>commentary to=functions.get'],
    },
  ],
}
