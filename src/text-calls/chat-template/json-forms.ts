import type { JsonValue } from '../../base/json/json-types.js'
import type { DeclaredTool } from '../declared.js'
import type { TextDialect } from '../dialect.js'
import { jsonDialect } from '../json-calls.js'
import { namedDialect } from '../named-calls.js'
import type { ProbeCall } from './call-texts.js'
import { type FormTexts, findObject, isArgumentsOf, marksAround, memberKeyOf, turnEnd } from './found-form.js'

const ID = 'chat-template'
/** Replaced by the writer of the template. */
const writeCalls = () => ''

/** Finds calls that are one JSON object with a name and arguments, alone or in a list. */
export function objectForm({ one, two, first, second, end }: FormTexts): TextDialect | undefined {
  const place = findObject(one, 0, isCallOf(first))
  if (place === undefined) return undefined
  const nameKey = memberKeyOf(place.value, (member) => member === first.name) ?? ''
  const valueKey = memberKeyOf(place.value, isArgumentsOf(first)) ?? ''
  const idKey = memberKeyOf(place.value, (member) => member === first.id)
  const next = two === undefined ? undefined : findObject(two, place.end, isCallOf(second))
  const before = one.slice(0, place.start).trim()
  const isList = before.endsWith('[')
  const mark = isList ? before.slice(0, -1).trim() : before
  const after = one.slice(place.end).trim().replace(/^\]/, '').trim()
  const between = isList || next === undefined ? undefined : two?.slice(place.end, next.start)
  const { begin, section, close, sectionEnd } = marksAround(mark, after, between)
  const ends = [close, sectionEnd, close + sectionEnd].filter((text) => text !== '')
  const closes = [...new Set(ends)]
  const form = { names: [nameKey], values: [valueKey], closes, ...(idKey !== undefined && { ids: [idKey] }) }
  const given = { id: ID, writeCalls, ...form }
  if (mark !== '') return jsonDialect({ ...given, markers: section === '' ? [begin] : [section, begin] })
  // An answer that is JSON: other members are not allowed.
  return jsonDialect({
    ...given,
    closes: [...closes, turnEnd(end)].filter(Boolean),
    others: ['type'],
    starts: ['{', '['],
  })
}

function isCallOf(call: ProbeCall): (value: JsonValue) => boolean {
  return (value) =>
    memberKeyOf(value, (member) => member === call.name) !== undefined &&
    memberKeyOf(value, isArgumentsOf(call)) !== undefined
}

/** Finds calls with JSON arguments after the name, or after the id. */
export function argumentsForm({ one, two, first, second }: FormTexts): TextDialect | undefined {
  const hasName = one.replace(first.id, '').includes(first.name)
  const [head, nextHead] = hasName ? [first.name, second.name] : [first.id, second.id]
  const at = one.indexOf(head)
  const place = at === -1 ? undefined : findObject(one, at + head.length, isArgumentsOf(first))
  if (place === undefined) return undefined
  const separator = one
    .slice(at + head.length, place.start)
    .replace(/\s*```\w*\s*$/, '')
    .trim()
  const next = two?.indexOf(nextHead) ?? -1
  const between = next === -1 ? undefined : unfenced(two?.slice(place.end, next) ?? '')
  const { begin, section, close, sectionEnd } = marksAround(
    one.slice(0, at),
    unfenced(one.slice(place.end)),
    between,
  )
  if (begin === '' && section === '') return undefined
  return namedDialect({
    id: ID,
    writeCalls,
    sections: section === '' ? [] : [section],
    begins: [begin],
    separators: [separator],
    closes: close === '' ? [] : [close],
    sectionEnds: sectionEnd === '' ? [] : [sectionEnd],
    ...(hasName
      ? {}
      : { header: /[^<]*/y, callee: (source, id) => ({ id, name: nameIn(id, source.tools) }) }),
  })
}

function unfenced(text: string): string {
  return text.replace(/^\s*```/, '')
}

/** Returns the longest declared name in an id. */
function nameIn(id: string, tools: ReadonlyMap<string, DeclaredTool>): string {
  const names = [...tools.keys()].filter((name) => id.includes(name))
  return names.sort((one, other) => other.length - one.length)[0] ?? id
}
