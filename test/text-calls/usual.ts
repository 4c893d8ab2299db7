import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Expected, TextCase } from './support.js'

/** The syntax of calls in a dialect. */
export interface Look {
  /** Writes the calls of one turn. */
  readonly write: (...calls: readonly (readonly [name: string, given: JsonObject])[]) => string
  /** True if calls are read only at the beginning of an answer. Default: false. */
  readonly onlyFirst?: true
  /** True if calls are code themselves. Default: false. */
  readonly isCode?: true
  /** The ids that the text contains for the first and second call. Default: none. */
  readonly ids?: readonly [string, string]
}

/** Returns cases that every dialect must read in the same way. */
export function usualCases({ write, onlyFirst, isCode, ids = ['', ''] }: Look): readonly TextCase[] {
  const oslo: JsonObject = { city: 'Oslo', days: 2 }
  const call = write(['get_weather', oslo])
  const told = (name: string, given: JsonObject, id = ids[0]): Expected =>
    id === '' ? [name, given] : [name, given, id.replace('NAME', name)]
  const hard = { url: 'ø 😀 "q" \'a\' \\ / } ] ) { [ < > & \t & \\n, =: ;' }
  const before: readonly TextCase[] = onlyFirst
    ? [{ name: 'after text it is text', text: `See: ${call}`, parts: [`See: ${call}`] }]
    : [
        {
          name: 'text before it',
          text: `Let me look.\n\n${call}`,
          parts: ['Let me look.\n\n', told('get_weather', oslo)],
        },
        {
          name: 'text before and after it',
          text: `So: \n${call}\n\nThat was it.`,
          parts: ['So: \n', told('get_weather', oslo), '\n\nThat was it.'],
        },
      ]
  const code: readonly TextCase[] = isCode
    ? []
    : [
        {
          name: 'in a code fence',
          text: `Example:\n\`\`\`text\n${call}\n\`\`\`\nSo.`,
          parts: [`Example:\n\`\`\`text\n${call}\n\`\`\`\nSo.`],
        },
      ]
  return [
    { name: 'one call', text: call, parts: [told('get_weather', oslo)] },
    { name: 'blanks around it', text: ` \n${call}\n `, parts: [told('get_weather', oslo)] },
    {
      name: 'several calls',
      text: write(['get', { url: 'a' }], ['now', {}]),
      parts: [told('get', { url: 'a' }), told('now', {}, ids[1])],
    },
    { name: 'no arguments', text: write(['now', {}]), parts: [told('now', {})] },
    {
      name: 'values of every type',
      text: write([
        'set_light',
        {
          on: true,
          level: -1.5,
          colour: null,
          scene: { a: [1, { b: 'c' }], d: false },
          rooms: ['x', 'y "z"'],
        },
      ]),
      parts: [
        told('set_light', {
          on: true,
          level: -1.5,
          colour: null,
          scene: { a: [1, { b: 'c' }], d: false },
          rooms: ['x', 'y "z"'],
        }),
      ],
    },
    { name: 'a text with every sort of sign', text: write(['get', hard]), parts: [told('get', hard)] },
    {
      name: 'a text of several lines',
      text: write(['write_file', { path: 'a/b.txt', content: '\n one\n\n\ttwo\r\n' }]),
      parts: [told('write_file', { path: 'a/b.txt', content: '\n one\n\n\ttwo\r\n' })],
    },
    ...before,
    { name: 'text after it', text: `${call}\nDone.`, parts: [told('get_weather', oslo), '\nDone.'] },
    {
      name: 'a tool that is not declared stays text',
      text: write(['remove_all', { path: '/' }]),
      parts: [write(['remove_all', { path: '/' }])],
    },
    {
      name: 'names that begin like those of tools',
      text: write(['get_weathers', { city: 'x' }]),
      parts: [write(['get_weathers', { city: 'x' }])],
    },
    ...code,
    {
      name: 'in thinking it is a draft',
      text: `<think>\nI might ${call}\n</think>\n\n${call}`,
      parts: [{ thought: `\nI might ${call}\n` }, told('get_weather', oslo)],
    },
  ]
}
