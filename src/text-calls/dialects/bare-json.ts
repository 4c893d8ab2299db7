import type { TextDialect } from '../dialect.js'
import { jsonCall, jsonDialect, jsonList } from '../json-calls.js'

/** Any model: an answer that is JSON from its start, one object, several, or a list of them. */
export const bareJson: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'bare-json',
  names: ['name', 'tool_name', 'tool'],
  values: ['arguments', 'parameters', 'args'],
  ids: ['id', 'tool_call_id'],
  others: ['type'],
  starts: ['{', '['],
  writeCalls: (calls) => (calls.length === 1 ? calls.map((call) => jsonCall(call)).join() : jsonList(calls)),
})
