import type { JsonValue } from '../base/json/json-types.js'
import { parseJson } from '../base/json/parse.js'
import { stringifyJson } from '../base/json/write-json.js'
import type { CompleteToolCall } from '../base/model/create.js'
import { WITHHELD_WORDS } from '../base/model/outcome.js'
import type { ToolCall, ToolCallStatus } from '../base/model/types.js'
import { type Checked, checkByJsonSchema, checkedBy } from './check-input.js'
import type { RunnableTool } from './define-tool.js'
import { ToolError } from './errors/tool-error.js'

/**
 * Returns the call, if it arrived completely in a turn that ended normally.
 * @throws ToolError with instructions for the model about any other call.
 */
export function expectCompleteCall(call: ToolCall): CompleteToolCall {
  const withheld = withheldError(call)
  if (withheld !== undefined) throw withheld
  if (call.status === 'complete') return call
  throw new ToolError(BROKEN[call.status], { category: 'invalid_parameters' })
}

/** Returns the error of a call that must not run because of its turn; undefined for other calls. */
export function withheldError({ withheld }: ToolCall): ToolError | undefined {
  if (withheld === undefined) return undefined
  return new ToolError(`The call was not run: ${WITHHELD_WORDS[withheld]}.`, { category: 'cancelled' })
}

/** The messages for the model about calls with unusable arguments. */
const BROKEN: Readonly<Record<Exclude<ToolCallStatus, 'complete'>, string>> = {
  malformed: 'The arguments are not valid JSON. Call the tool again with valid JSON.',
  truncated: 'The arguments were cut off. Call the tool again, if need be with shorter ones.',
  'not-object': 'The arguments are not a JSON object. Call the tool again with an object.',
}

/**
 * Returns the input for `execute`: the arguments as accepted by the tool's schema.
 * @throws ToolError with a line for each path that the schema rejects.
 */
export async function inputOf(tool: RunnableTool, call: CompleteToolCall): Promise<unknown> {
  const checked = await check(tool, call)
  if ('input' in checked) return checked.input
  const advice = `The arguments of ${call.name} do not fit its schema. Correct them and call it again.`
  throw new ToolError([advice, ...checked.problems].join('\n'), { category: 'invalid_parameters' })
}

function check(tool: RunnableTool, call: CompleteToolCall): Checked | Promise<Checked> {
  const given = copyOf(call.arguments)
  if (tool.validate !== undefined) return checkedBy(tool.validate(given))
  const isChecked = tool.type === 'function' && tool.parameters !== undefined && call.kind !== 'custom'
  return isChecked ? checkByJsonSchema(tool.parameters, given) : { input: given }
}

/**
 * Copies the input. A tool may change its input, but the call that is sent back to the provider must not
 * change.
 */
export function copyOf(value: JsonValue): JsonValue {
  return typeof value === 'object' ? parseJson(stringifyJson(value)) : value
}
