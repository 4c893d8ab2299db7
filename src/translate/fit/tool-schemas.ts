import type { JsonObject } from '../../base/json/json-types.js'
import { mapTools } from '../../base/model/change.js'
import type { Conversation, FunctionTool } from '../../base/model/types.js'
import { fitSchema } from '../../base/schema/fit-schema.js'
import type {
  SchemaChange,
  SchemaDialect,
  StrictCount,
  StrictMode,
} from '../../base/schema/schema-dialect.js'
import { strictCount, strictFault, sumOf } from '../../base/schema/strict.js'
import { dropStrictMode } from '../../codec/shape/losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/**
 * Converts tool schemas to the target's dialect. A strict tool gets a schema that the target accepts in
 * strict mode, or loses strict mode. Schemas from the target's own wire are unchanged, except for keywords
 * that all its servers reject.
 */
export function fitToolSchemas(conversation: Conversation, fit: FitContext): Conversation {
  const { strictMode, strictTools, schemas } = fit.limits
  const hasNone = strictTools === false
  const isOwn = fit.from === fit.wire
  const dialect = isOwn ? checkedAlways(schemas) : schemas
  if (dialect === undefined && !hasNone && (isOwn || strictMode === undefined)) return conversation
  let sum: StrictCount = { tools: 0, optional: 0, unions: 0 }
  return mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'function') return tool
    if (tool.strict === true && hasNone) {
      relax(tool, 'there are no strict tools', fit)
      return inDialect(withoutStrict(tool, fit), dialect, fit)
    }
    if (isOwn || strictMode === undefined || tool.strict !== true) return inDialect(tool, dialect, fit)
    const strict = strictTool(tool, strictMode, sum, fit)
    if (strict === undefined) return inDialect(withoutStrict(tool, fit), dialect, fit)
    sum = sumOf([sum, strict.count])
    return strict.tool
  })
}

/** Returns the part of a dialect that all servers of a wire check. */
function checkedAlways(dialect: SchemaDialect | undefined): SchemaDialect | undefined {
  if (dialect?.isAlwaysChecked === 'entirely') return dialect
  if (dialect?.isAlwaysChecked !== true) return undefined
  const { root, needs } = dialect
  return { ...(root && { root }), ...(needs && { needs }) }
}

function inDialect(tool: FunctionTool, dialect: SchemaDialect | undefined, fit: FitContext): FunctionTool {
  if (dialect === undefined || tool.parameters === undefined) return tool
  const { schema, changes } = fitSchema(tool.parameters, dialect)
  return withSchema(tool, schema, changes, fit)
}

interface StrictTool {
  readonly tool: FunctionTool
  readonly count: StrictCount
}

function strictTool(
  tool: FunctionTool,
  mode: StrictMode,
  sum: StrictCount,
  fit: FitContext,
): StrictTool | undefined {
  const { parameters = { type: 'object' } } = tool
  const { schema, changes } = fitSchema(parameters, mode)
  const fault = strictFault(schema, mode)
  if (fault !== undefined) return relax(tool, `at "${fault.path}" of its schema ${fault.reason}`, fit)
  const count = strictCount(schema)
  if (exceeds(sumOf([sum, count]), mode))
    return relax(tool, 'the limit of strict tools and parameters in one request is reached', fit)
  if (changes.some(({ how }) => how === 'required')) fit.widened.set(tool.name, parameters)
  return { tool: withSchema(tool, schema, changes, fit), count }
}

function exceeds({ tools, optional, unions }: StrictCount, { most }: StrictMode): boolean {
  return most !== undefined && (tools > most.tools || optional > most.optional || unions > most.unions)
}

function relax(tool: FunctionTool, reason: string, fit: FitContext): undefined {
  return dropStrictMode(tool.name, reason, { ...fit, path: fit.pathOf(tool) })
}

function withoutStrict(tool: FunctionTool, fit: FitContext): FunctionTool {
  const { strict: _strict, ...rest } = tool
  return fit.derive(tool, rest)
}

function withSchema(
  tool: FunctionTool,
  parameters: JsonObject,
  changes: readonly SchemaChange[],
  fit: FitContext,
): FunctionTool {
  if (parameters === tool.parameters) return tool
  fit.report({
    code: 'schema-fitted',
    severity: changes.some(({ how }) => how === 'relaxed') ? 'warning' : 'info',
    path: `${fit.pathOf(tool)}/parameters`,
    message: `the schema of ${tool.name} is fitted to this wire: ${listed(changes)}`,
    detail: changes,
  })
  return { ...tool, parameters }
}

const MOST_LISTED = 5
const OUTCOMES: Readonly<Record<SchemaChange['how'], string>> = {
  added: 'is added',
  rewritten: 'is rewritten',
  described: 'moves into the description',
  omitted: 'is left out',
  relaxed: 'is not enforced',
  required: 'has every property, and null for a missing one',
}

function listed(changes: readonly SchemaChange[]): string {
  const shown = changes
    .slice(0, MOST_LISTED)
    .map(({ path, keyword, how }) => `${keyword || 'the schema'} at "${path}" ${OUTCOMES[how]}`)
  const more = changes.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}
