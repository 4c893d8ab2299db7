import { glmArgKv, hermesJson } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

type Given = Readonly<Record<string, unknown>>

function glm(name: string, given: Given, gap = '\n'): string {
  const pairs = Object.entries(given).map(
    ([key, value]) =>
      `<arg_key>${key}</arg_key>${gap}<arg_value>${typeof value === 'string' ? value : JSON.stringify(value)}</arg_value>${gap}`,
  )
  return `<tool_call>${name}${gap}${pairs.join('')}</tool_call>`
}

export const cases: DialectCases = {
  dialect: 'glm-arg-kv',
  dialects: [glmArgKv],
  cases: [
    ...usualCases({ write: (...calls) => calls.map(([name, given]) => glm(name, given)).join('\n') }),
    { name: 'without line ends', text: glm('get', { url: 'a' }, ''), parts: [['get', { url: 'a' }]] },
    { name: 'nothing but the name', text: '<tool_call>now</tool_call>', parts: [['now', {}]] },
    {
      name: 'the value has no beginning',
      text: '<tool_call>get\n<arg_key>url</arg_key>\na</arg_value>\n</tool_call>',
      parts: [['get', { url: '\na'.trimStart() }]],
    },
    {
      name: 'the end of a value stands inside of it',
      text: glm('get', { url: 'a</arg_value>b</tool_call>c' }),
      parts: [['get', { url: 'a</arg_value>b</tool_call>c' }]],
    },
    {
      name: 'a call that is cut',
      text: glm('get', { url: 'abc' }).slice(0, -27),
      parts: [{ name: 'get', status: 'truncated', raw: '<arg_key>url</arg_key>\n<arg_value>a' }],
    },
    {
      name: 'a name alone that is cut',
      text: '<tool_call>get',
      parts: ['<tool_call>get'],
    },
    {
      name: 'beside JSON in the same tags',
      text: `<tool_call>{"name": "now", "arguments": {}}</tool_call>\n${glm('get', { url: 'a' })}`,
      parts: [
        ['now', {}],
        ['get', { url: 'a' }],
      ],
      options: { dialects: [glmArgKv, hermesJson] },
    },
    { name: 'in prose', text: '<tool_call> now is a tag', parts: ['<tool_call> now is a tag'] },
  ],
}
