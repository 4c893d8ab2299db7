import { describe, expect, test } from 'vitest'
import { toolCall } from '../../src/base/model/create.js'
import {
  allTextDialects,
  readTextCalls,
  type TextCallsOptions,
  writeTextCalls,
} from '../../src/text-calls/index.js'
import { cut, streamed, TOOLS, told } from './support.js'

const call = toolCall('functions.get:0', 'get', { url: 'a/b' })
/** The dialects whose calls begin with a control mark. */
const marked = allTextDialects.filter((dialect) => {
  const text = writeTextCalls([call], { dialect, tools: TOOLS })
  return dialect.markers?.some((marker) => /^[<[\]]/.test(marker) && text.startsWith(marker))
})

test('dialects with control tokens are among them', () => {
  const ids = marked.map(({ id }) => id)
  const newer = ['gemma4', 'function-gemma', 'minimax-m3', 'kimi-k3', 'hunyuan-v3', 'giga-chat3', 'mini-cpm5']
  expect(ids).toEqual(expect.arrayContaining([...newer, 'apertus', 'inkling', 'long-cat', 'step3-steptml']))
})

describe.each(marked)('$id', (dialect) => {
  const written = writeTextCalls([call], { dialect, tools: TOOLS })
  const options: TextCallsOptions = { dialects: [dialect], tools: TOOLS }

  test.each(['\t', '    ', '\t\t'])('a call after the indentation %j is a call', (indent) => {
    const text = `I look.\n${indent}${written}`
    const parts = readTextCalls(text, options)
    expect(parts).toHaveLength(2)
    expect([told(parts).at(-1)].flat().slice(0, 2)).toEqual(['get', { url: 'a/b' }])
    for (const lengths of [[1], [3], [2, 5, 1, 7]])
      expect(streamed(cut(text, lengths), options)).toEqual(parts)
  })

  test('a call in a code fence is an example', () => {
    const text = `So:\n\`\`\`\n\t${written}\n\`\`\``
    expect(readTextCalls(text, options)).toEqual([{ type: 'text', text }])
  })
})
