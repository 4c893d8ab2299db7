import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn } from '../../base/json/read-json.js'
import type { LogFormat } from './log-types.js'

/** Prefix of the columns in an exported table of spans. */
const COLUMN = 'attributes.'

/**
 * Spans that Phoenix exports with nested attributes, or as rows of a table. They are converted to spans with flat
 * attributes, like those of its API. https://arize.com/docs/phoenix/sdk-api-reference
 */
export const phoenix: LogFormat = {
  title: 'a span of Phoenix',
  read({ attributes, ...span }) {
    const given = isObject(attributes) ? attributes : columnsOf(span)
    const isNested =
      isObject(given.llm) && (isArray(given.llm.input_messages) || isArray(given.llm.output_messages))
    const isTable = isArray(given['llm.input_messages']) || isArray(given['llm.output_messages'])
    if (!isNested && !isTable) return undefined
    const flat: [string, JsonValue][] = []
    flatten('', given, flat)
    const side = {
      path: '',
      value: { name: objectIn(span).name ?? '', attributes: Object.fromEntries(flat) },
    }
    return { wire: 'open-telemetry', request: side, response: side }
  },
}

function columnsOf(row: JsonObject): JsonObject {
  const own = Object.entries(row).filter(([name]) => name.startsWith(COLUMN))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(COLUMN.length), value]))
}

/** Adds the values of an object with their names joined by dots. Lists of texts and numbers are values. */
function flatten(name: string, value: JsonValue, flat: [string, JsonValue][]): void {
  const isList = isArray(value) && value.some(isObject)
  if (!isObject(value) && !isList) {
    if (value !== null) flat.push([name, value])
    return
  }
  for (const [key, inner] of Object.entries(value)) flatten(name === '' ? key : `${name}.${key}`, inner, flat)
}
