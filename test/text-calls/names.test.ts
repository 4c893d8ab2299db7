import { describe, expect, test } from 'vitest'
import type { ToolDefinition } from '../../src/base/model/types.js'
import { declaredTools } from '../../src/text-calls/declared.js'
import { allTextDialects, readTextCalls } from '../../src/text-calls/index.js'
import { cut, streamed } from './support.js'

/** Tool names from servers, which other models and templates write unchanged. */
const NAMES = [
  'resolve-library-id',
  'maps.get_weather',
  'fs/read',
  'ns:tool',
  'ns::tool',
  'mcp__github__create_issue',
  '2fa',
  'tool2',
  'tool2:0',
  'получить_погоду',
  '天気を調べる',
  'café',
  '$search',
  'get weather',
  'functions',
  'function',
  'a',
  'ab',
]
const TOOLS: readonly ToolDefinition[] = NAMES.map((name) => ({
  type: 'function',
  name,
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
}))
const TEXT = '{"city": "Oslo"}'

describe.each(allTextDialects)('$id', (dialect) => {
  const options = { dialects: [dialect], tools: TOOLS, beginsInThinking: false }
  const declared = declaredTools(TOOLS, dialect.nameCharacters)

  test.each(NAMES)('%s is read unchanged', (name) => {
    const call = { name, id: `functions.${name}:0`, text: TEXT, tool: declared.get(name), index: 0 }
    const text = dialect.writeCalls([call])
    const parts = readTextCalls(text, options)
    expect(parts).toMatchObject([{ name, status: 'complete', arguments: { city: 'Oslo' } }])
    expect(streamed(cut(text, [1]), options)).toEqual(parts)
    expect(streamed(cut(text, [3, 8]), options)).toEqual(parts)
  })

  test('a call of an undeclared name is text, with any characters in the name', () => {
    for (const name of ['resolve-library', 'fs/write', 'ns:tools', '天気']) {
      const call = { name, id: `functions.${name}:0`, text: TEXT, tool: declared.get('a'), index: 0 }
      const text = dialect.writeCalls([call])
      const codes: string[] = []
      const onNotice = ({ code }: { code: string }) => codes.push(code)
      expect(readTextCalls(text, { ...options, onNotice })).toEqual([{ type: 'text', text }])
      const isMarked = !text.startsWith('```') && dialect.markersOf === undefined
      if (isMarked) expect(codes).toEqual(['text-call-left'])
    }
  })
})

test('a name that a dialect makes of another one calls the tool that has it itself', () => {
  const tools = ['fs/read', 'fs_read'].map((name) => ({ type: 'function' as const, name }))
  const declared = declaredTools(tools, 'a-z_')
  expect(declared.get('fs_read')?.name).toBe('fs_read')
  expect([...declared].filter(([, { name }]) => name === 'fs/read')).toHaveLength(2)
})
