import { bracedDialect } from '../braced-calls.js'
import type { TextDialect } from '../dialect.js'
import { readEndMark, TOOL_RESPONSE } from '../json-calls.js'
import { parameterDialect } from '../parameters.js'
import { readPythonicCalls } from '../pythonic-calls.js'
import { type FormTexts, marksAround } from './found-form.js'
import { type Pair, splitCall } from './split-call.js'

const ID = 'chat-template'

/** Finds calls with an element per argument. */
export function elementForm({ one, two, first, second }: FormTexts): TextDialect | undefined {
  const found = splitCall(one, first)
  if (found === undefined) return undefined
  const { before, head, pairs, after } = found
  const [{ key: keyGap, gap }] = pairs
  const open = head.slice(Math.max(0, head.lastIndexOf('<')))
  if (!open.startsWith('<') || !gap.endsWith(open)) return undefined
  const end = gap.slice(0, -open.length).trim()
  if (end === '' || !after.trim().startsWith(end)) return undefined
  const next = two === undefined ? undefined : splitCall(two, second)
  const between = next && afterEnd(next.before.slice(one.length - after.length), end)
  const marks = marksAround(before, afterEnd(after, end), between)
  return parameterDialect(ID, {
    ...blocksOf(marks),
    named: [head.slice(0, -open.length).trimEnd()],
    parameters: [open],
    ...keyFormOf(pairs, keyGap),
    ends: [end],
    trims: keyGap.endsWith('\n') && gap.startsWith('\n'),
  })
}

function afterEnd(text: string, end: string): string {
  const trimmed = text.trimStart()
  return trimmed.startsWith(end) ? trimmed.slice(end.length) : trimmed
}

/** Splits the marks around a call: a mark before the mark of the name is a separate block. */
function blocksOf({ section, begin, close, sectionEnd }: ReturnType<typeof marksAround>) {
  const begins = begin.split(/(?<=>)\s*(?=<)/)
  const closes = close.split(/(?<=>)\s*(?=<)/)
  const isOwn = section === '' && begins.length > 1
  const blocks = isOwn ? begins.slice(0, -1).join('\n') : section
  const blockEnds = isOwn ? closes.slice(1).join('\n') : sectionEnd
  return {
    blocks: blocks === '' ? [] : [blocks],
    blockEnds: blockEnds === '' ? [] : [blockEnds],
    begins: isOwn ? begins.slice(-1) : [begin],
    closes: isOwn ? closes.slice(0, 1) : [close],
  }
}

/** Returns the text after the name of a parameter, with its type if it depends on the value. */
function keyFormOf(pairs: readonly Pair[], keyGap: string) {
  const kinds = new Set(pairs.map(({ key }) => key.trim()))
  const value = kinds.size === 1 ? keyGap.slice(keyGap.lastIndexOf('<')).trim() : ''
  const isSplit = value.startsWith('<') && value !== keyGap.trim()
  const text = isSplit ? keyGap.slice(0, keyGap.lastIndexOf('<')).trim() : keyGap.trim()
  const typed = [...kinds].map((kind) => [kind, kind === text ? ('text' as const) : ('json' as const)])
  return {
    keyed: kinds.size === 1 ? { [text]: '' as const } : Object.fromEntries(typed),
    ...(isSplit && { value }),
  }
}

/** Finds calls with bare keys in braces. */
export function bracedForm({ one, two, first, second }: FormTexts): TextDialect | undefined {
  const found = splitCall(one, first)
  const [{ key = '' } = {}] = found?.pairs ?? []
  if (found === undefined || found.head !== '{' || !key.startsWith(':')) return undefined
  const next = two === undefined ? undefined : splitCall(two, second)
  const tail = (text: string) => text.slice(text.indexOf('}') + 1)
  const between = next && tail(next.before.slice(one.length - found.after.length))
  const { begin, close } = marksAround(
    found.before.replace(/call:$/, ''),
    tail(found.after),
    between?.replace(/call:$/, ''),
  )
  return bracedDialect(ID, { open: begin, close, quote: key.slice(1) }, TOOL_RESPONSE)
}

/** Finds calls in Python. */
export function pythonicForm({ one, first }: FormTexts): TextDialect | undefined {
  const found = splitCall(one, first)
  if (found === undefined || found.head !== '(' || !found.pairs[0].key.startsWith('=')) return undefined
  const open = found.before.trim().replace(/\[$/, '').trim()
  const close = found.after.slice(found.after.indexOf(']') + 1).trim()
  const closes = close === '' ? [] : [close]
  return {
    id: ID,
    ...(open === '' ? { starts: ['['] } : { markers: [open] }),
    ends: closes,
    *read(source, marker) {
      if (marker !== '[') yield* source.space()
      if (marker !== '[' && !(yield* source.take('['))) return false
      if (!(yield* readPythonicCalls(source, { separator: ',', closes: [']'], marks: closes }))) return false
      source.cut()
      return yield* readEndMark(source, closes)
    },
    nameCharacters: 'a-zA-Z0-9_',
    writeCalls: () => '',
    results: TOOL_RESPONSE,
  }
}
