import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { losesNumbers } from '../../base/json/lossy-text.js'
import { parseJson, stringifyExact } from '../../base/json/parse.js'
import { applyPatch } from '../../base/json/patch.js'
import { expectObject } from '../../base/json/read-json.js'
import type { RecordPosition } from '../../traffic/input/input-record.js'
import type { LintedRecord } from '../../traffic/input/lint-record.js'
import { shown } from '../../traffic/input/shown-text.js'
import { type FixedRequest, fixRequest } from '../../translate/lint/fix-request.js'
import { inList } from '../../translate/lint/lint-messages.js'
import type { Violation } from '../../translate/lint/rule.js'

/** Fixes the request of a record as far as its rules can. */
export function fixed({ rules, request, list }: LintedRecord, limits: string | undefined): FixedRequest {
  const result = fixRequest(rules, request, limits)
  if (list === undefined) return result
  const inside = (violation: Violation) => inList(violation, list)
  return { ...result, fixed: result.fixed.map(inside), left: result.left.map(inside) }
}

/** Lists the applied changes and the remaining violations. */
export function toldFixes({ fixed, left }: FixedRequest, { file = '<stdin>' }: RecordPosition): string {
  const line = (word: string, { rule, path, message }: FixedRequest['left'][number]) =>
    `${word} ${file} ${rule} ${path}: ${shown(message, 200)}\n`
  return [...fixed.map((one) => line('fixed', one)), ...left.map((one) => line('left', one))].join('')
}

/** Replaces the request in its file. The rest of the file is unchanged. */
export async function writeFixed(
  { file, line, item }: RecordPosition,
  path: string,
  request: JsonValue,
): Promise<void> {
  if (file === undefined || line !== undefined || item !== undefined)
    throw new AdapterError(
      'unsupported',
      path,
      '--write accepts files that contain one request; redirect the output instead',
    )
  const text = readFileSync(file, 'utf8')
  if (losesNumbers(text))
    throw new AdapterError(
      'unsupported',
      path,
      'a number in this file would lose digits; redirect the output instead',
    )
  const whole: JsonValue =
    path === ''
      ? request
      : applyPatch(expectObject(parseJson(text), ''), [{ op: 'replace', path, value: request }])
  await writeFile(file, `${JSON.stringify(whole, null, indentOf(text))}\n`)
}

/** Returns the indentation of the file. */
function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? ''
}

/** Returns the request as one line of JSON. */
export function printedRequest(request: JsonValue): string {
  return `${stringifyExact(request)}\n`
}
