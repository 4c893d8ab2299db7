import { isObject } from '../../src/json/read-json.js'
import { mapTools } from '../../src/model/change.js'
import { metadataOf } from '../../src/model/metadata.js'
import type { Conversation, ToolDefinition } from '../../src/model/types.js'
import { schemasOf } from '../../src/schema/walk.js'
import { extraOf } from '../../src/shape/fields.js'
import { refuseSetting, repairChoice } from '../../src/shape/losses.js'
import type { FitContext, FitStep } from '../../src/wire/fit-step.js'
import { plainResults } from './family.js'
import { isStrict, reportStrict } from './strict.js'

/** What only this wire asks for; the names of the rules say why. */
export const fit: readonly FitStep[] = [
  plainResults,
  declareChosenTool,
  relaxTools,
  dropFormatBesideTools,
  dropOutside,
]

/** No tool can be named in the choice: it is the only one that is declared, and has to be called. */
function declareChosenTool(conversation: Conversation, fit: FitContext): Conversation {
  const { toolChoice } = conversation
  if (toolChoice?.type !== 'tool') return conversation
  const { name } = toolChoice
  const chosen = mapTools(conversation, fit, (tool) => (tool.name === name ? tool : undefined))
  const left = chosen.tools?.length ?? 0
  if (left === 0) {
    const { toolChoice: _toolChoice, ...rest } = conversation
    repairChoice(fit, `names ${name}, which is not declared,`)
    return rest
  }
  fit.report({
    code: 'allowed-tools-declared',
    severity: 'info',
    path: '/toolChoice',
    message: `this wire cannot name the tool to be called; only ${name} is declared, and a call is required`,
  })
  return { ...chosen, toolChoice: { type: 'required' } }
}

/** How many fields the schemas of strict tools may have together. https://docs.cohere.com/docs/structured-outputs */
export const MOST_STRICT_FIELDS = 200

/** Strict tools are all strict or none, each with a required parameter, and not too large together (COHERE-STRICT-01). */
function relaxTools(conversation: Conversation, fit: FitContext): Conversation {
  const { tools = [] } = conversation
  const obstacle = obstacleOf(tools)
  if (obstacle === undefined) return conversation
  return mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'function' || tool.strict !== true) return tool
    const { strict: _strict, ...rest } = tool
    reportStrict(tool, obstacle, { ...fit, path: fit.pathOf(tool) })
    return rest
  })
}

function obstacleOf(tools: readonly ToolDefinition[]): string | undefined {
  const functions = tools.filter((tool) => tool.type === 'function')
  if (!functions.some(({ strict }) => strict === true)) return undefined
  if (!isStrict(tools)) return 'only all tools together can be strict'
  const free = functions.find(
    ({ parameters: { required } = {} }) => !Array.isArray(required) || required.length === 0,
  )
  if (free !== undefined) return `${free.name} has no required parameter`
  const fields = functions.reduce((sum, { parameters = {} }) => sum + fieldsIn(parameters), 0)
  return fields > MOST_STRICT_FIELDS ? `together they have ${fields} fields` : undefined
}

/** The properties of a schema, at any depth. */
export function fieldsIn(
  schema: NonNullable<Extract<ToolDefinition, { type: 'function' }>['parameters']>,
): number {
  return schemasOf({ value: schema, path: '' }).reduce(
    (sum, { value: { properties } }) => sum + (isObject(properties) ? Object.keys(properties).length : 0),
    0,
  )
}

/** COHERE-FIELD-02. */
function dropFormatBesideTools(conversation: Conversation, fit: FitContext): Conversation {
  const { outputFormat, ...rest } = conversation
  const { documents } = extraOf(metadataOf(conversation, fit))
  const hasTools = (conversation.tools ?? []).length > 0
  if ((outputFormat?.type ?? 'text') === 'text' || (!hasTools && documents === undefined)) return conversation
  refuseSetting('/outputFormat', `this wire takes no format beside ${hasTools ? 'tools' : 'documents'}`, fit)
  return rest
}

/** What is refused beyond these bounds (COHERE-SAMPLING-01). */
const MOST = { temperature: 1, frequencyPenalty: 1, presencePenalty: 1 } as const

/** Values are never changed: what is out of bounds is left out. Of two penalties the one that says nothing goes. */
function dropOutside(conversation: Conversation, fit: FitContext): Conversation {
  let settled = conversation
  for (const name of Object.keys(MOST)) {
    if (name !== 'temperature' && name !== 'frequencyPenalty' && name !== 'presencePenalty') continue
    const { [name]: value = 0, ...rest } = settled
    if (value >= 0 && value <= MOST[name]) continue
    refuseSetting(`/${name}`, `this wire takes 0 to ${MOST[name]}`, fit)
    settled = rest
  }
  const { frequencyPenalty, presencePenalty, ...rest } = settled
  if (frequencyPenalty === undefined || presencePenalty === undefined) return settled
  const [dropped, kept] =
    frequencyPenalty === 0
      ? (['frequencyPenalty', { presencePenalty }] as const)
      : (['presencePenalty', { frequencyPenalty }] as const)
  refuseSetting(`/${dropped}`, 'this wire takes one penalty', fit, settled[dropped] !== 0)
  return { ...rest, ...kept }
}
