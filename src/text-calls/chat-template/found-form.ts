import { JsonScan } from '../../base/json/json-scan.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { equalJson } from '../../base/json/write-json.js'
import { commonStart, type ProbeCall, wholeStart } from './call-texts.js'

/** The texts of the probe calls. */
export interface FormTexts {
  /** The text of the first call. */
  readonly one: string
  /** The text of both calls. Undefined if the template writes one call only. */
  readonly two: string | undefined
  readonly first: ProbeCall
  readonly second: ProbeCall
  /** The text after an answer. */
  readonly end: string
}

/** The marks around a call, and around the calls of a turn. */
export interface Around {
  readonly section: string
  readonly begin: string
  readonly close: string
  readonly sectionEnd: string
}

/** Returns the marks, by the texts before a name, after the arguments, and between two calls. */
export function marksAround(before: string, after: string, between: string | undefined): Around {
  const whole = before.trim()
  if (between === undefined) return { section: '', begin: whole, close: after.trim(), sectionEnd: '' }
  const end = wholeStart(after, commonStart(after, between))
  const close = after.slice(0, end).trim()
  const next = between.slice(end).trim()
  const isSection = next !== '' && next !== whole && whole.endsWith(next)
  return {
    section: isSection ? whole.slice(0, -next.length).trim() : '',
    begin: isSection ? next : whole,
    close,
    sectionEnd: after.slice(end).trim(),
  }
}

/** A JSON value in a text. */
export interface JsonPlace {
  readonly value: JsonValue
  readonly start: number
  readonly end: number
}

/** Returns the first JSON object of a text that passes the test. */
export function findObject(
  text: string,
  from: number,
  test: (value: JsonValue) => boolean,
): JsonPlace | undefined {
  for (let start = text.indexOf('{', from); start !== -1; start = text.indexOf('{', start + 1)) {
    const scan = new JsonScan()
    const end = scan.push(text, start)
    const value = scan.state === 'whole' ? tryParseJson(text.slice(start, end)) : undefined
    if (value !== undefined && test(value)) return { value, start, end }
  }
  return undefined
}

/** Returns true if a value is these arguments, as an object or as JSON text. */
export function isArgumentsOf(call: ProbeCall): (value: JsonValue | undefined) => boolean {
  return (value) => equalJson(typeof value === 'string' ? tryParseJson(value) : value, call.arguments)
}

/** Returns the key of an object's member that passes the test. */
export function memberKeyOf(
  value: JsonValue,
  test: (member: JsonValue | undefined) => boolean,
): string | undefined {
  return isObject(value) ? Object.keys(value).find((key) => test(value[key])) : undefined
}

/** Returns the mark that ends an answer: the first mark in the text after the content, or ''. */
export function turnEnd(end: string): string {
  return /^[<[][^>\]]*[>\]]/.exec(end.trim())?.[0] ?? ''
}
