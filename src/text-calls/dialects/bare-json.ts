import type { TextDialect } from '../dialect.js'
import { jsonCall, readJsonCalls, TOOL_RESPONSE } from '../json-calls.js'

const FORM = {
  names: ['name', 'tool_name', 'tool'],
  values: ['arguments', 'parameters', 'args'],
  ids: ['id', 'tool_call_id'],
  others: ['type'],
}

/** Any model: an answer that is JSON from its start, one object, several, or a list of them. */
export const bareJson: TextDialect = {
  id: 'bare-json',
  starts: ['{', '['],
  read: (source) => readJsonCalls(source.back(1), FORM),
  writeCalls: (calls) =>
    calls.length === 1
      ? calls.map((call) => jsonCall(call)).join()
      : `[${calls.map((call) => jsonCall(call)).join(', ')}]`,
  results: TOOL_RESPONSE,
}
