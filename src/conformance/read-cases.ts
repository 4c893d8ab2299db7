import { AdapterError } from '../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { parseExact } from '../base/json/parse.js'
import { asNative, at, expectArray, expectObject, expectString } from '../base/json/read-json.js'
import type { ConformanceCase } from './case.js'

const INPUTS = ['request', 'answer', 'stream']

/**
 * Reads the text of a file of cases: a JSON list, or JSON Lines. Numbers keep all their digits.
 * @throws AdapterError for text that is not JSON, and for a case without its members, with its position.
 */
export function parseCases(text: string): readonly ConformanceCase[] {
  const list = text.trimStart().startsWith('[') ? expectArray(parseExact(text), '') : linesOf(text)
  return list.map((value, index) => readCase(value, at('', index)))
}

function linesOf(text: string): readonly JsonValue[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => parseExact(line))
}

function readCase(value: JsonValue, path: string): ConformanceCase {
  const test = expectObject(value, path)
  for (const member of ['id', 'title', 'from', 'to']) expectString(test[member], at(path, member))
  expectArray(test.must, at(path, 'must'))
  expectOneInput(test, path)
  // case.schema.json describes the rest, against which the files are tested.
  return asNative<ConformanceCase>(value)
}

function expectOneInput(test: JsonObject, path: string): void {
  const given = INPUTS.filter((member) => test[member] !== undefined)
  if (given.length !== 1)
    throw new AdapterError('wrong-type', path, `a case has one of ${INPUTS.join(', ')}, not ${given.length}`)
}
