import type { Conversation, OutputFormat } from '../../base/model/types.js'
import { sentSchema, strictOutputSchema } from '../../base/schema/sent-schema.js'
import { dropStrictMode, moveOutputBounds, refuseSetting } from '../../codec/shape/losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

type SchemaFormat = Extract<OutputFormat, { type: 'json-schema' }>

/**
 * Converts the schema of structured output to the target's dialect. A schema that the target rejects in any
 * form is dropped. A schema from the target's own wire is unchanged, unless the target checks all of them.
 */
export function fitOutputSchema(conversation: Conversation, fit: FitContext): Conversation {
  const { outputFormat, ...rest } = conversation
  const { outputSchema } = fit.limits
  if (outputFormat?.type !== 'json-schema' || outputSchema === undefined) return conversation
  const isOwn = fit.from === fit.wire
  if (isOwn && outputSchema.grammar?.isAlwaysChecked !== 'entirely') return conversation
  const sent = sentSchema(outputFormat.schema, outputSchema)
  if ('fault' in sent) {
    if (isOwn) return conversation
    refuseSetting('/outputFormat', `the target refuses this schema, since ${sent.fault}`, fit)
    return rest
  }
  if (sent.moved.size > 0) moveOutputBounds(sent, false, fit)
  const format = { ...outputFormat, schema: sent.schema }
  const fitted = isOwn ? format : heldStrictly(format, fit)
  const isSame = fitted.schema === outputFormat.schema && fitted.strict === outputFormat.strict
  return isSame ? conversation : { ...conversation, outputFormat: fitted }
}

/**
 * Applies strict mode. A schema that strict mode rejects loses the strict flag, and is otherwise unchanged.
 */
function heldStrictly(format: SchemaFormat, fit: FitContext): SchemaFormat {
  const mode = fit.limits.outputSchema?.strict
  if (format.strict !== true || mode === undefined) return format
  const held = strictOutputSchema(format.schema, mode)
  if ('schema' in held) return { ...format, ...held }
  dropStrictMode('the output', held.fault, { ...fit, path: '/outputFormat' })
  const { strict: _strict, ...rest } = format
  return rest
}
