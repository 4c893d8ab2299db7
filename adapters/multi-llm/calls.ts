import type { JsonObject } from '../../src/base/json/json-types.js'
import { reportUnusable } from '../../src/base/model/arguments.js'
import { callCodec } from '../../src/codec/format/log-calls.js'

/** `{id, name, arguments}`, the form in messages and answers. */
export const CALL = /* @__PURE__ */ callCodec({
  id: 'id',
  name: 'name',
  arguments: 'arguments',
  key: 'body',
  isFreeText: true,
  verbatim: { form: 'json' },
  exact: { form: 'exact' },
  said: ['cache'],
  read(given, context) {
    if (given !== null) return undefined
    reportUnusable('are null, which means text that could not be parsed', context)
    return { decoded: { status: 'not-object', rawArguments: 'null' }, kept: { form: 'json' } }
  },
})

/** Returns true for a single `ToolCall`. */
export function isLoneCall(native: JsonObject): boolean {
  const { id, name, arguments: given } = native
  const isNamed = typeof id === 'string' && typeof name === 'string'
  return isNamed && given !== undefined && !FOREIGN_FIELDS.some((field) => field in native)
}

/** Fields of calls, of results and of answers in other formats. Any further field is one of the program. */
const FOREIGN_FIELDS = [
  'type',
  'function',
  'input',
  'args',
  'role',
  'content',
  'result',
  'output',
  'status',
  'error',
  'call_id',
  'kind',
]
