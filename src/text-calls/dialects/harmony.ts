import type { DeclaredTool } from '../declared.js'
import type { TextDialect } from '../dialect.js'
import type { FoundCall } from '../found-call.js'
import { readEndMark } from '../json-calls.js'
import { readArguments } from '../named-calls.js'
import type { TextReading, TextSource } from '../text-source.js'

const CLOSES = ['<|call|>', '<|end|>', '<|return|>']
const BEGINS = ['<|start|>', '<|channel|>']
const MARKS = ['<|message|>', '<|constrain|>', '<|channel|>']
const BARE = 'commentary to=functions.'

/** Matches a header with sender and recipient, channel and format. Any other header is text. */
const HEADER =
  /^(<\|start\|>assistant)?( ?to=[^\s<]+(?![^\s<]))? ?(<\|channel\|>)? ?(\w+\??(?!\w))?( ?to=[^\s<]+(?![^\s<]))? ?(<\|constrain\|>)? ?\w* ?$/

/** The header before the content of a message. */
interface Header {
  readonly text: string
  /** True if the text ends inside the header. */
  readonly isCut: boolean
}

/**
 * Reads the header of a message.
 * @returns undefined if the text is not a header.
 */
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

/**
 * Returns true if the header contains only the known parts. A mark in the header may be truncated.
 * @param name the tool name in the header, which may contain blanks.
 */
function isPlain({ text }: Header, name = ''): boolean {
  const stated = text.replace(name, () => name.replaceAll(/\s/g, '_'))
  return HEADER.test(stated.replaceAll(/\s+/g, ' ').replace(/<[^<>]*$/, ''))
}

/** Returns the name in a header: the name of a declared tool, or else a name without blanks. */
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

/**
 * Reads the text input of a tool. Its end mark is often missing in the text; the answer then determines
 * whether the input was truncated.
 */
function* readFree(source: TextSource, tool: DeclaredTool): TextReading<FoundCall> {
  const { before, found } = yield* source.until(...CLOSES)
  const isCut = found === '' && source.isCut
  return { tool, text: before, isFree: true, ...(isCut && { flaw: 'truncated' }) }
}

/**
 * gpt-oss: messages whose header names a tool. Other messages are reasoning or text, depending on the
 * channel.
 */
export const harmony: TextDialect = {
  id: 'harmony',
  markers: [...BEGINS, BARE],
  // The text before `to=` was part of the prompt.
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
    return yield* readEndMark(source, CLOSES)
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
