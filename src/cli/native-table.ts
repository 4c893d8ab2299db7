import type { JsonArray, JsonObject, JsonValue } from '../base/json/json-types.js'
import { stringifyExact } from '../base/json/parse.js'
import { at, isArray, isObject } from '../base/json/read-json.js'
import type { RecordTable } from './record-table.js'

/** The native request and answer of a record, field by field. */
export const NATIVE_TABLE: RecordTable = {
  head: ['in', 'field', 'value'],
  empty: 'no fields',
  hasNotices: true,
  rows: ({ request, response, sse, chunks }) => [
    ...(isObject(request) ? memberRows('request', request, '', 0) : []),
    ...(isObject(response) ? memberRows('answer', response, '', 0) : []),
    ...(typeof sse === 'string' ? memberRows('answer', sse.trim().split(/\n{2,}/), '/sse', 0) : []),
    ...(isArray(chunks) ? memberRows('answer', chunks, '/chunks', MOST_DEPTH - 1) : []),
  ],
}

type Row = readonly (JsonValue | undefined)[]

/** A value whose text is longer has a row for each member, since a line of 80 columns would cut it. */
const LONGEST = 48
const MOST_DEPTH = 5

function memberRows(side: string, value: JsonObject | JsonArray, path: string, depth: number): Row[] {
  return Object.entries(value).flatMap(([key, member]) => valueRows(side, member, at(path, key), depth + 1))
}

function valueRows(side: string, value: JsonValue, path: string, depth: number): Row[] {
  const isDeep = depth >= MOST_DEPTH || !(isArray(value) || isObject(value)) || isSchema(value)
  if (isDeep || stringifyExact(value).length <= LONGEST) return [[side, path, value]]
  return memberRows(side, value, path, depth)
}

/** Schemas of tools are deep, and few of their lines are of interest. */
function isSchema(value: JsonValue): boolean {
  return isObject(value) && isObject(value.properties)
}
