import { readBroken } from './broken.js'
import type { DeclaredTool } from './declared.js'
import type { TextDialect } from './dialect.js'
import type { FoundCall } from './found-call.js'
import { readEndMark, TOOL_RESPONSE } from './json-calls.js'
import { argumentPieces } from './live-arguments.js'
import type { TextReading, TextSource } from './text-source.js'

/** The form of calls with JSON arguments after the name. */
export interface NamedForm {
  /** Marks that begin a section of calls. Default: none. */
  readonly sections?: readonly string[]
  /** Marks that begin a call. */
  readonly begins: readonly string[]
  /** The content of a call before its arguments: a sticky pattern of the form `[…]*`. Default: a name. */
  readonly header?: RegExp
  /** Separators between the header and the arguments; one may be empty. */
  readonly separators: readonly string[]
  /** Marks that end a call. */
  readonly closes: readonly string[]
  /** Marks that end a section. */
  readonly sectionEnds?: readonly string[]
  /**
   * Reads other content between header and arguments. Default: no other content.
   * @returns the name and the id of the call.
   */
  readonly callee?: (source: TextSource, header: string, separator: string) => Callee | TextReading<Callee>
}

/** The content of a call before its arguments. */
export interface Callee {
  readonly name: string
  readonly id?: string | undefined
}

const FENCE = '```'

/**
 * A form with the other members of a dialect. By default all end marks and separators are escaped in
 * arguments.
 */
type NamedDialect = NamedForm &
  Pick<TextDialect, 'id' | 'writeCalls'> &
  Partial<Pick<TextDialect, 'ends' | 'results'>>

/** Creates a dialect of this form. */
export function namedDialect({
  id,
  writeCalls,
  ends,
  results = TOOL_RESPONSE,
  ...form
}: NamedDialect): TextDialect {
  const { sections = [], begins, separators, closes, sectionEnds = [] } = form
  return {
    id,
    markers: [...sections, ...begins],
    ends: ends ?? [...separators.filter(Boolean), ...closes, ...sectionEnds],
    read: (source, marker) => readNamedCalls(source, marker, form),
    nameCharacters: 'a-zA-Z0-9_-',
    writeCalls,
    results,
  }
}

/** Reads a call or a section of calls. */
function* readNamedCalls(source: TextSource, marker: string, form: NamedForm): TextReading<boolean> {
  const { sections = [], begins, closes, sectionEnds = [] } = form
  if (sections.includes(marker)) {
    yield* source.space()
    if ((yield* source.take(...begins)) === undefined) return false
  }
  do {
    const call = yield* readNamedCall(source, form)
    if (call === undefined) return false
    yield call
    if (yield* readEndMark(source, closes)) source.cut()
    yield* source.space()
  } while ((yield* source.take(...begins)) !== undefined)
  return (yield* source.take(...sectionEnds)) !== undefined
}

function* readNamedCall(source: TextSource, form: NamedForm): TextReading<FoundCall | undefined> {
  const { closes, sectionEnds = [], begins, separators } = form
  yield* source.space()
  const header = (yield* source.name(form.header)).trim()
  const [usual = ''] = separators
  const isCut = (yield* source.peek()) !== '' && (yield* source.takeCut(...separators.filter(Boolean)))
  const separator = isCut ? usual : yield* source.take(...separators)
  if (separator === undefined) return undefined
  const stated = form.callee?.(source, header, separator) ?? { name: header }
  const { name, id } = 'next' in stated ? yield* stated : stated
  // A call without a name belongs to another dialect with the same beginning.
  if (name === '') return undefined
  const tool = source.tools.get(name)
  if (tool === undefined) source.refuse(name)
  const call = yield* readArguments(source, tool, [...closes, ...sectionEnds], begins, id)
  return call && (id === undefined ? call : { ...call, id })
}

/**
 * Reads JSON arguments, also in a code fence; an empty text represents a call without arguments.
 * @param tool undefined if the text is not a call.
 * @param closes the marks that end the call, if the text is not JSON.
 * @param begins the marks that begin the next call, if the text is not JSON.
 * @param id the id of the call.
 */
export function* readArguments(
  source: TextSource,
  tool: DeclaredTool | undefined,
  closes: readonly string[],
  begins: readonly string[],
  id?: string,
): TextReading<FoundCall | undefined> {
  yield* source.space()
  const isFenced = (yield* source.take(FENCE)) !== undefined
  if (isFenced) yield* source.run(/\w*/y)
  else if ((yield* source.peek()) !== '' && (yield* source.takeCut(FENCE)))
    return tool && { tool, text: '', flaw: 'truncated' }
  yield* source.space()
  const next = yield* source.peek()
  // From the first bracket on, the text is a call, even if its arguments turn out to be broken.
  const isLive = tool !== undefined && next === '{'
  if (isLive) yield { begun: tool, id }
  const isJson = '{["'.includes(next || ' ')
  const scan = isJson ? yield* source.json(isLive ? argumentPieces(source) : undefined) : undefined
  if (scan?.state === 'whole') {
    if (isFenced) yield* readEndMark(source, [FENCE])
    return tool && { tool, text: scan.text }
  }
  if (scan?.state === 'open') return tool && { tool, text: scan.text, flaw: 'truncated' }
  if (scan !== undefined && source.repairs && (yield* source.isNext(...closes)) && scan.fix())
    return tool && { tool, text: scan.text }
  if (tool === undefined) return undefined
  if (scan !== undefined) {
    const rest = yield* readBroken(source, scan.text, '}', [...closes, ...begins])
    const text = (scan.text + rest.text).trim()
    return { tool, text, flaw: rest.found === '' ? 'truncated' : 'malformed' }
  }
  const { before, found } = yield* source.until(...closes, ...begins)
  const text = before.trim()
  if (text === '')
    return { tool, text: found === '' ? '' : undefined, flaw: found === '' ? 'truncated' : undefined }
  // Text that is neither JSON nor closed was never a call.
  return closes.includes(found) ? { tool, text, flaw: 'malformed' } : undefined
}
