import { kimiK2 } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

const SECTION = '<|tool_calls_section_begin|>'

function call(id: string, given: string): string {
  return `<|tool_call_begin|>${id}<|tool_call_argument_begin|>${given}<|tool_call_end|>`
}

export const cases: DialectCases = {
  dialect: 'kimi-k2',
  dialects: [kimiK2],
  cases: [
    ...usualCases({
      ids: ['functions.NAME:0', 'functions.NAME:1'],
      write: (...calls) =>
        `${SECTION}${calls
          .map(([name, given], index) => call(`functions.${name}:${index}`, JSON.stringify(given)))
          .join('')}<|tool_calls_section_end|>`,
    }),
    {
      name: 'other ids',
      text: `${SECTION}${call('get:0', '{}')}${call('functions_get_1', '{}')}${call('functionsget2', '{}')}`,
      parts: [
        ['get', {}, 'get:0'],
        ['get', {}, 'functions_get_1'],
        ['get', {}, 'functionsget2'],
      ],
    },
    {
      name: 'an id without a name stays text',
      text: `${SECTION}${call('call00003', '{}')}`,
      parts: [`${SECTION}${call('call00003', '{}')}`],
    },
    {
      name: 'with blanks between, and the other way to say section',
      text: `<|tool_call_section_begin|>\n${call(' functions.now:4 ', ' {} ')}\n<|tool_call_section_end|>`,
      parts: [['now', {}, 'functions.now:4']],
    },
    {
      name: 'the same id twice',
      text: call('functions.now:0', '{}') + call('functions.now:0', '{}'),
      parts: [
        ['now', {}, 'functions.now:0'],
        ['now', {}],
      ],
    },
    {
      name: 'no argument text at all',
      text: call('functions.now:0', ''),
      parts: [['now', {}, 'functions.now:0']],
    },
    {
      name: 'a call that is cut',
      text: `${SECTION}${call('functions.get:0', '{"url": "a').slice(0, -17)}`,
      parts: [{ name: 'get', status: 'truncated', raw: '{"url": "a' }],
    },
    {
      name: 'M6: arguments that are not JSON',
      text: call('functions.get:0', '{"url": }'),
      parts: [{ name: 'get', status: 'malformed', raw: '{"url": }' }],
    },
  ],
}
