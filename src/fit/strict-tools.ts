import { mapTools } from '../model/change.js'
import type { Conversation, FunctionTool } from '../model/types.js'
import {
  closeObjects,
  type StrictCount,
  type StrictMode,
  strictCount,
  strictFault,
  sumOf,
} from '../schema/strict.js'
import type { FitContext } from '../wire/fit-step.js'

/**
 * Strict tools get schemas that the target takes in strict mode, or lose the mode and keep the schema. What came from
 * the target's own wire stays: its servers differ in what they check.
 */
export function fitStrictTools(conversation: Conversation, fit: FitContext): Conversation {
  const { strictMode } = fit.limits
  if (strictMode === undefined || fit.from === fit.wire) return conversation
  let sum = sumOf([])
  return mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'function' || tool.strict !== true) return tool
    const parameters = closeObjects(tool.parameters ?? { type: 'object' })
    const fault = strictFault(parameters, strictMode)
    if (fault !== undefined) return relax(tool, `at "${fault.path}" of its schema ${fault.reason}`, fit)
    const grown = sumOf([sum, strictCount(parameters)])
    if (exceeds(grown, strictMode))
      return relax(tool, 'one request holds no more strict tools and parameters', fit)
    sum = grown
    return parameters === tool.parameters ? tool : close({ ...tool, parameters }, fit.pathOf(tool), fit)
  })
}

function exceeds({ tools, optional, unions }: StrictCount, { most }: StrictMode): boolean {
  return most !== undefined && (tools > most.tools || optional > most.optional || unions > most.unions)
}

function close(tool: FunctionTool, path: string, fit: FitContext): FunctionTool {
  fit.report({
    code: 'schema-closed',
    severity: 'info',
    path: `${path}/parameters`,
    message: `the objects in the schema of ${tool.name} get additionalProperties false, which strict mode asks for here`,
  })
  return tool
}

function relax(tool: FunctionTool, reason: string, fit: FitContext): FunctionTool {
  fit.report({
    code: 'strict-dropped',
    severity: 'warning',
    path: `${fit.pathOf(tool)}/strict`,
    message: `${tool.name} cannot be strict on this wire: ${reason}`,
  })
  const { strict: _strict, ...rest } = tool
  return rest
}
