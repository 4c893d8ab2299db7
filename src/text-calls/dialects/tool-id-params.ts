import type { TextDialect } from '../dialect.js'
import { jsonCall, readJsonCalls, TOOL_RESPONSE } from '../json-calls.js'

const FORM = {
  names: ['tool_id'],
  values: ['params'],
  ids: ['tool_call_id'],
  others: ['caller_id', 'context'],
}

/** Models that are asked for objects with `tool_id` and `params`, as zeph-tools does: an answer that is such from its start. */
export const toolIdParams: TextDialect = {
  id: 'tool-id-params',
  starts: ['{', '['],
  read: (source) => readJsonCalls(source.back(1), FORM),
  writeCalls: (calls) => calls.map((call) => jsonCall(call, 'tool_id', 'params')).join('\n'),
  results: TOOL_RESPONSE,
}
