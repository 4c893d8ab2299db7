import type { DeclaredTool } from '../declared.js'
import type { TextDialect } from '../dialect.js'
import type { FoundCall } from '../found-call.js'
import { closed } from '../json-calls.js'
import { readArguments } from '../named-calls.js'
import type { TextReading, TextSource } from '../text-source.js'

const CLOSES = ['<|call|>', '<|end|>', '<|return|>']
const BEGINS = ['<|start|>', '<|channel|>']
const MARKS = ['<|message|>', '<|constrain|>', '<|channel|>']
const BARE = 'commentary to=functions.'

/** All that a header may say: who speaks to whom, in which channel, in what form. Anything else is text. */
const HEADER =
  /^(<\|start\|>assistant)?( ?to=[^\s<]+(?![^\s<]))? ?(<\|channel\|>)? ?(\w+\??(?!\w))?( ?to=[^\s<]+(?![^\s<]))? ?(<\|constrain\|>)? ?\w* ?$/

/** What stands before the content of a message. */
interface Header {
  readonly text: string
  /** Whether the text ends in it. */
  readonly isCut: boolean
}

/** Reads the header of a message. @returns undefined when it is none. */
function* readHeader(source: TextSource, marker: string): TextReading<Header | undefined> {
  let text = marker
  for (;;) {
    text += yield* source.run(/[^<\n]*/y)
    const mark = yield* source.take(...MARKS)
    if (mark === '<|message|>') return { text, isCut: false }
    if (mark === undefined) {
      const hasMore = (yield* source.peek()) !== ''
      return (yield* source.takeCut(...MARKS))
        ? { text: hasMore ? `${text}<` : text, isCut: true }
        : undefined
    }
    text += mark
  }
}

/** Whether it says nothing else; a mark in it may be cut. @param name of the tool that it states, which may hold blanks. */
function isPlain({ text }: Header, name = ''): boolean {
  const stated = text.replace(name, () => name.replaceAll(/\s/g, '_'))
  return HEADER.test(stated.replaceAll(/\s+/g, ' ').replace(/<[^<>]*$/, ''))
}

/** The name that a header states: of a declared tool, or else one without blanks. */
function calleeIn({ text, isCut }: Header, tools: ReadonlyMap<string, DeclaredTool>): string | undefined {
  const [, given] = /\bto=(.*)/s.exec(text) ?? []
  if (given === undefined) return undefined
  const plain = given.replace(/^functions\./, '')
  const ends = (rest: string) => (rest === '' ? !isCut : /^[\s<]/.test(rest))
  const names = [...tools.keys()].filter((name) =>
    [given, plain].some((stated) => stated.startsWith(name) && ends(stated.slice(name.length))),
  )
  const [longest] = names.sort((one, other) => other.length - one.length)
  return longest ?? (isCut ? '' : /^[^\s<]*/.exec(plain)?.[0])
}

/** Text that a tool takes. What ends it is often not in the text; then the answer says whether it was cut. */
function* readFree(source: TextSource, tool: DeclaredTool): TextReading<FoundCall> {
  const { before, found } = yield* source.until(...CLOSES)
  const isCut = found === '' && source.isCut
  return { tool, text: before, isFree: true, ...(isCut && { flaw: 'truncated' }) }
}

/** gpt-oss: messages whose header names a tool. Others are thinking or text, by their channel. */
export const harmony: TextDialect = {
  id: 'harmony',
  markers: [...BEGINS, BARE],
  // What stands before it was in the prompt.
  starts: ['to='],
  channelEnds: CLOSES,
  ends: [...CLOSES, '<|message|>', '<|constrain|>'],
  *read(source, marker) {
    const header = yield* readHeader(source, marker)
    if (header === undefined || /^<\|start\|>(?!assistant)/.test(header.text)) return false
    const name = calleeIn(header, source.tools)
    const tool = name === undefined ? undefined : source.tools.get(name)
    const isFinal = /<\|channel\|>\s*final/.test(header.text)
    if (header.isCut) {
      if (tool === undefined || isFinal || !isPlain(header, name)) return false
      yield { tool, text: '', flaw: 'truncated' }
      return true
    }
    if (name === undefined || isFinal) {
      if (!isPlain(header)) return false
      const noun = /<\|channel\|>\s*analysis/.test(header.text) ? 'reasoning' : 'text'
      return { noun, ends: CLOSES, nexts: BEGINS }
    }
    if (tool === undefined) {
      source.refuse(name)
      yield* source.until(...CLOSES, ...BEGINS)
      yield* source.take(...CLOSES)
      return false
    }
    if (!isPlain(header, name)) yield 'text'
    const call = tool.isCustom
      ? yield* readFree(source, tool)
      : yield* readArguments(source, tool, CLOSES, BEGINS)
    if (call === undefined) return false
    yield call
    return yield* closed(source, CLOSES)
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
