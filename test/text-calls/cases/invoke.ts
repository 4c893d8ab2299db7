import { invokeXml, minimaxM2 } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

type Given = Readonly<Record<string, unknown>>

function invoke(name: string, given: Given, prefix = ''): string {
  const parameters = Object.entries(given).map(
    ([key, value]) =>
      `<${prefix}parameter name="${key}">${typeof value === 'string' ? value : JSON.stringify(value)}</${prefix}parameter>\n`,
  )
  return `<${prefix}invoke name="${name}">\n${parameters.join('')}</${prefix}invoke>\n`
}

function block(tag: string, ...calls: readonly (readonly [string, Given])[]): string {
  return `<${tag}>\n${calls.map(([name, given]) => invoke(name, given)).join('')}</${tag}>`
}

const MINIMAX: DialectCases = {
  dialect: 'minimax-m2',
  dialects: [minimaxM2],
  cases: [
    ...usualCases({ write: (...calls) => block('minimax:tool_call', ...calls) }),
    { name: 'without its block', text: `So: ${invoke('now', {})}`, parts: ['So: ', ['now', {}]] },
    {
      name: 'other quotes',
      text: "<invoke name='get'><parameter name='url'>a</parameter></invoke><invoke name=now></invoke>",
      parts: [
        ['get', { url: 'a' }],
        ['now', {}],
      ],
    },
    {
      name: 'the end of the block stands inside of a value',
      text: block('minimax:tool_call', ['get', { url: '</minimax:tool_call>' }]),
      parts: [['get', { url: '</minimax:tool_call>' }]],
    },
    {
      name: 'the second call is cut',
      text: block('minimax:tool_call', ['now', {}], ['get', { url: 'a' }]).slice(0, -40),
      parts: [['now', {}], { name: 'get', status: 'truncated', raw: '<parameter name="url">a</p' }],
    },
    {
      name: 'half a block',
      text: 'A <minimax:tool_call> and <minimax:tool',
      parts: ['A <minimax:tool_call> and <minimax:tool'],
    },
  ],
}

const INVOKE: DialectCases = {
  dialect: 'invoke-xml',
  dialects: [invokeXml],
  cases: [
    ...usualCases({ write: (...calls) => block('function_calls', ...calls) }),
    {
      name: 'with the prefix',
      text: `<antml:function_calls>\n${invoke('get', { url: 'a' }, 'antml:')}</antml:function_calls>`,
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'calls that leaked, without a block',
      text: `I call.\n${invoke('now', {})}`,
      parts: ['I call.\n', ['now', {}]],
    },
    {
      name: 'an element in code',
      text: `Write \`${invoke('now', {}).trim().replace('\n', '')}\`.`,
      parts: [`Write \`${invoke('now', {}).trim().replace('\n', '')}\`.`],
    },
  ],
}

export const cases = [MINIMAX, INVOKE]
