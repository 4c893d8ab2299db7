import type { FoundCall, TextDialect } from '../dialect.js'
import { readArguments } from '../named-calls.js'
import type { Reading, TextSource } from '../source.js'

const CLOSES = ['<|call|>', '<|end|>', '<|return|>']
const BEGINS = ['<|start|>', '<|channel|>']
const BARE = 'commentary to=functions.'

/** Reads the header of a message: what stands before its content. @returns undefined when it is none. */
function* readHeader(source: TextSource, marker: string): Reading<string | undefined> {
  let header = marker
  for (;;) {
    header += yield* source.run(/[^<\n]*/y)
    const mark = yield* source.take('<|message|>', '<|constrain|>', '<|channel|>')
    if (mark === undefined || mark === '<|message|>') return mark && header
    header += mark
  }
}

/** gpt-oss: messages whose header names a tool. Other messages are left as they are. */
export const harmony: TextDialect = {
  id: 'harmony',
  markers: [...BEGINS, BARE],
  // What stands before it was in the prompt.
  starts: ['to='],
  ends: [...CLOSES, '<|message|>', '<|constrain|>'],
  *read(source, marker) {
    const header = yield* readHeader(source, marker)
    const [, name = ''] = /\bto=(?:functions\.)?([^\s<]+)/.exec(header ?? '') ?? []
    const tool = source.tools.get(name)
    if (tool === undefined || /<\|channel\|>\s*final/.test(header ?? '')) return false
    const call: FoundCall | undefined = tool.isCustom
      ? { tool, text: (yield* source.until(...CLOSES)).before, isFree: true }
      : yield* readArguments(source, tool, CLOSES, BEGINS)
    if (call !== undefined) yield call
    yield* source.space()
    return (yield* source.take(...CLOSES)) !== undefined
  },
  nameCharacters: 'a-zA-Z0-9_',
  writeCalls: (calls) =>
    calls
      .map(
        ({ name, text }) =>
          `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${text}<|call|>`,
      )
      .join('<|start|>assistant'),
  results: {
    open: ({ name }) => `<|start|>functions.${name} to=assistant<|channel|>commentary<|message|>`,
    close: '<|end|>',
  },
}
