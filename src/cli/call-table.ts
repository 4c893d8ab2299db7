import type { JsonObject } from '../base/json/json-types.js'
import { isObject, objectIn, objectsIn } from '../base/json/read-json.js'
import type { RecordTable } from './record-table.js'

/** The calls and results of a record. */
export const CALL_TABLE: RecordTable = {
  head: ['in', 'kind', 'tool', 'status', 'arguments or result'],
  empty: 'no calls',
  rows: ({ request, response }) => [
    ...rowsOf(objectIn(request), 'request'),
    ...rowsOf(objectIn(response), 'answer'),
  ],
}

function rowsOf({ toolCalls, toolResults }: JsonObject, side: string) {
  const calls = objectsIn(toolCalls).map((call) => [
    side,
    'call',
    call.name,
    call.status,
    call.arguments ?? call.rawArguments,
  ])
  const results = objectsIn(toolResults).map((result) => [
    side,
    'result',
    result.name ?? result.callId,
    result.isError === true ? 'error' : '',
    isObject(result.output) ? (result.output.value ?? result.output) : result.output,
  ])
  return [...calls, ...results]
}
