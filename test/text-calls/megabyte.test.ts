import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { createContext } from '../../src/base/model/context.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import {
  allTextDialects,
  fencedJson,
  hermesJson,
  qwen3CoderXml,
  readTextCalls,
  type TextDialect,
  withTextCalls,
} from '../../src/text-calls/index.js'
import { isDeep, someOf } from '../support/cases.js'
import { expectLinear } from '../support/growth.js'
import { answerOf, cut, streamed, TOOLS } from './support.js'

/** A quarter of the size also shows growth. Deep runs use the full size. */
const MEGABYTE = isDeep ? 2 ** 20 : 2 ** 18

function filled(piece: string, size = MEGABYTE): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
}

type Method = (this: unknown, ...given: unknown[]) => unknown
const LOOKS: readonly (readonly [prototype: object, names: readonly string[]])[] = [
  [
    String.prototype,
    ['includes', 'indexOf', 'lastIndexOf', 'slice', 'startsWith', 'endsWith', 'trim', 'charAt'],
  ],
  [RegExp.prototype, ['exec', 'test']],
]

/** Counts the inspections of texts, which are the same on every machine. */
async function looksOf(run: () => unknown): Promise<number> {
  let count = 0
  const restores: (() => void)[] = []
  for (const [prototype, names] of LOOKS)
    for (const name of names) {
      const method: Method = Reflect.get(prototype, name)
      const counted: Method = function (...given) {
        count += 1
        return Reflect.apply(method, this, given)
      }
      Object.defineProperty(prototype, name, { value: counted, writable: true, configurable: true })
      restores.push(() =>
        Object.defineProperty(prototype, name, { value: method, writable: true, configurable: true }),
      )
    }
  try {
    await run()
  } finally {
    for (const restore of restores) restore()
  }
  return count
}

describe('a megabyte', () => {
  test.each([
    ['prose', 'It was a bright cold day in April, and the clocks were striking thirteen.\n', 0.2],
    ['markup', '<p class="a">Some <b>bold</b> text</p>\n  <ul><li>one</li></ul>\n', 0.5],
    ['code', 'Use `f(x)` here:\n```js\nconst a = b < c ? [1, 2] : { d: "e" }\n```\n', 1],
  ])('of %s without a call is hardly scanned', { timeout: 600_000 }, async (_, line, most) => {
    const wrapped = withTextCalls(openaiChat, { dialects: [hermesJson, qwen3CoderXml], tools: TOOLS })
    const frames = [...streamFrames(answerOf(filled(line)), openaiChat.codecs, createContext('openai-chat'))]
    const without = await looksOf(() => openaiChat.collect(frames))
    const looking = await looksOf(() => wrapped.collect(frames))
    expect((looking - without) / MEGABYTE).toBeLessThan(most)
  })

  const HOSTILE: readonly (readonly [name: string, text: string, dialects: readonly TextDialect[]])[] = [
    ['half markers', filled('<tool_cal <tool_call> <tool_call>{"nam [TOOL_ ``` ` <func'), allTextDialects],
    ['markers alone', filled('<tool_call>'), allTextDialects],
    [
      'markers of every kind',
      filled(allTextDialects.flatMap(({ markers = [] }) => markers).join('')),
      allTextDialects,
    ],
    [
      'calls inside of each other',
      filled('<tool_call>{"name": "get", "arguments": {"a": "'),
      allTextDialects,
    ],
    ['open objects', filled('{"name": "get", "arguments": {"a": ['), allTextDialects],
    ['a name without end', `<function=${filled('a')}`, allTextDialects],
    ['ends of parameters', `<function=get><parameter=url>${filled('</parameter>')}`, [qwen3CoderXml]],
    [
      'ends and blanks',
      `<function=get><parameter=url>${filled(`</parameter>${' '.repeat(1000)}`)}`,
      [qwen3CoderXml],
    ],
    [
      'parameters of nobody',
      `<function=get><parameter=url>${filled('</parameter><parameter=a>')}`,
      [qwen3CoderXml],
    ],
    ['blanks after a marker', filled(`<tool_call>${' '.repeat(5000)}`), allTextDialects],
    ['backticks', filled('` `` ``` ````\n'), allTextDialects],
    ['one run of backticks', filled('`'), allTextDialects],
    ['fences', filled('```json\n{"name": "get", "arguments": {}\n'), [fencedJson]],
    ['blanks', filled(' '), allTextDialects],
    ['thinking in thinking', filled('<think>a</think>\n'), allTextDialects],
    ['thinking without end', `<think>${filled('<tool_call>{"name": "now"} </thin')}`, allTextDialects],
    ['quotations', filled('> a\n    b\n~~~\n~~~\n<pre>'), allTextDialects],
    ['headers', filled('<|channel|>commentary to=functions.get '), allTextDialects],
    ['texts in Python', `[get(url=${filled("'a' ")}`, allTextDialects],
    [
      'huge arguments',
      `<tool_call>{"name": "get", "arguments": {"url": "${filled('a\\n<')}"}}</tool_call>`,
      allTextDialects,
    ],
  ]

  test.each(someOf(HOSTILE, 8, 'a megabyte'))(
    'of %s is read in time that grows with its length',
    { timeout: 600_000 },
    async (_, text, dialects) => {
      const options = { dialects, tools: TOOLS }
      const part = (size: number) => text.slice(0, size)
      await expectLinear((size) => readTextCalls(part(size), options), text.length)
      await expectLinear((size) => streamed(cut(part(size), [7, 40, 3]), options), text.length)
    },
  )
})
