import { outcomeOf } from '../../src/base/model/outcome.js'
import type { ModelResponse, Part } from '../../src/base/model/types.js'
import { said } from './said.js'
import { stored } from './values.js'

/** Returns the source without data that a stream with an error at its end cannot contain. */
export function comparable(source: ModelResponse, { error }: ModelResponse): ModelResponse {
  const { usage: _usage, model: _model, id: _id, ...rest } = source
  return error === undefined ? source : rest
}

/**
 * Returns the facts that a client of the target reads from a complete answer or a stream. A stream also shows
 * parts between pieces of reasoning, while a complete answer has one field for all reasoning. Each kind of
 * part is therefore compared separately.
 */
export function told(
  { message, finish, usage, error, id, model }: ModelResponse,
  source: ModelResponse,
): object {
  const parts = said(message.parts)
  const textOf = (type: Part['type']) => parts.map((part) => (part.type === type ? part.text : '')).join('')
  return stored({
    text: textOf('text'),
    reasoning: textOf('reasoning'),
    others: parts
      .filter(({ type }) => type !== 'text' && type !== 'reasoning')
      // For an answer that is too long, only the text of the last call shows if it is complete. Some complete
      // answers do not have this text.
      .map((part) => (finish.reason === 'length' ? { name: part.name } : withoutReason(part))),
    // Failed turns are equal, independent of the provider's value for the reason.
    finish: outcomeOf(finish) === 'failed' ? 'failed' : finish.reason,
    error: error && { message: error.message, code: source.error?.code && error.code },
    model: source.model && model,
    // Values missing in the source are minted, or zero. After an error a stream contains nothing more.
    usage: source.usage && !source.error && usage,
    id: source.id && id,
  })
}

/**
 * Removes the reason why a call is withheld. The reason follows from the finish, which is compared itself.
 * Only a stream shows if the call's text is complete.
 */
function withoutReason(part: ReturnType<typeof said>[number]): object {
  if (part.type !== 'tool-call' || part.withheld === undefined) return part
  const { arguments: value, rawArguments, status: _status, ...call } = part
  return {
    ...call,
    withheld: true,
    text: rawArguments ?? (typeof value === 'string' ? value : JSON.stringify(value)),
  }
}
