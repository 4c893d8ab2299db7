import { deepseekDsml } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

type Given = Readonly<Record<string, unknown>>

function dsml(calls: readonly (readonly [string, Given])[], block = 'function_calls', bar = '｜'): string {
  const mark = `${bar}DSML${bar}`
  const written = calls.map(([name, given]) => {
    const parameters = Object.entries(given).map(([key, value]) =>
      typeof value === 'string'
        ? `<${mark}parameter name="${key}" string="true">${value}</${mark}parameter>\n`
        : `<${mark}parameter name="${key}" string="false">${JSON.stringify(value)}</${mark}parameter>\n`,
    )
    return `<${mark}invoke name="${name}">\n${parameters.join('')}</${mark}invoke>\n`
  })
  return `<${mark}${block}>\n${written.join('')}</${mark}${block}>`
}

export const cases: DialectCases = {
  dialect: 'deepseek-dsml',
  dialects: [deepseekDsml],
  cases: [
    ...usualCases({ write: (...calls) => dsml(calls) }),
    {
      name: 'the block of the next version',
      text: `\n\n${dsml([['now', {}]], 'tool_calls')}`,
      parts: [['now', {}]],
    },
    {
      name: 'a blank after the mark, and the arguments as one object',
      text: '<｜DSML｜ calls>\n<｜DSML｜ invoke name="get">{"url": "a"}</｜DSML｜ invoke>\n</｜DSML｜ calls>',
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'plain bars',
      text: dsml([['get', { url: 'a' }]], 'function_calls', '|'),
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'input that is not JSON stays text',
      text: dsml([['get', { url: 'a' }]]).replace('string="true"', 'string="false"'),
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'a parameter is not ended',
      text: '<｜DSML｜invoke name="write_file"><｜DSML｜parameter name="path" string="true">a<｜DSML｜parameter name="content" string="true">b</｜DSML｜parameter></｜DSML｜invoke>',
      parts: [['write_file', { path: 'a', content: 'b' }]],
    },
    {
      name: 'a call that is cut',
      text: '<｜DSML｜invoke name="get"><｜DSML｜parameter name="url" string="tr',
      parts: [{ name: 'get', status: 'truncated', raw: '<｜DSML｜parameter name="url" string="tr' }],
    },
    { name: 'a sign that could be a mark', text: 'Is 2 <｜ 3, or 2 <', parts: ['Is 2 <｜ 3, or 2 <'] },
  ],
}
