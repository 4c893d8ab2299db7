import type { TextDialect } from '../dialect.js'
import { jsonCall, readJsonCalls, TOOL_RESPONSE } from '../json-calls.js'

const FORM = {
  names: ['tool_id'],
  values: ['params'],
  ids: ['tool_call_id'],
  others: ['caller_id', 'context'],
}

/** The beginnings of an object, or of a list of objects, inside a text, in the layouts that models use. */
const MARKERS = ['{', '{ ', '{\n', '{\n  ', '{\n    ', '{\n\t']
  .flatMap((open) => [open, `[${open}`, `[\n  ${open}`, `[ ${open}`])
  .map((open) => `${open}"tool_id"`)

/**
 * Models prompted for objects with `tool_id` and `params`, as in zeph-tools: at the start of an answer, or
 * after words.
 */
export const toolIdParams: TextDialect = {
  id: 'tool-id-params',
  starts: ['{', '['],
  markers: MARKERS,
  read: (source, marker) => readJsonCalls(source.back(marker.length), FORM),
  writeCalls: (calls) => calls.map((call) => jsonCall(call, 'tool_id', 'params')).join('\n'),
  results: TOOL_RESPONSE,
}
