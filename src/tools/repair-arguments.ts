import { tryParseJson } from '../base/json/parse.js'
import { isObject } from '../base/json/read-json.js'
import type { Notice } from '../base/model/context.js'
import type { ToolCall } from '../base/model/types.js'

/** A function that converts text that is not JSON to JSON. */
type JsonRepair = (text: string) => string

/** Returns the call unchanged if it needs no repair or the repair fails. */
export function repairedCall(call: ToolCall, repairJson: JsonRepair | undefined): ToolCall {
  if (repairJson === undefined || call.status !== 'malformed' || call.kind === 'custom') return call
  const value = tryParseJson(textBy(repairJson, call.rawArguments ?? ''))
  const { arguments: _none, status: _status, ...head } = call
  return isObject(value) ? { ...head, status: 'complete', arguments: value } : call
}

function textBy(repairJson: JsonRepair, text: string): string {
  try {
    return repairJson(text)
  } catch {
    return text
  }
}

/** Returns the notice of a repaired call. `index` is the position of the call in the parts of the message. */
export function repairedNotice({ name }: ToolCall, index: number): Notice {
  return {
    ...{ code: 'arguments-repaired', severity: 'warning', path: `/parts/${index}/arguments` },
    message: `the arguments of ${name} were not JSON; they were repaired from the text`,
  }
}
