import { outcomeOf } from '../../src/base/model/outcome.js'
import type { ModelResponse, Part } from '../../src/base/model/types.js'
import { said } from './said.js'
import { stored } from './values.js'

/** The source without what a stream that ends with an error has no place for. */
export function comparable(source: ModelResponse, { error }: ModelResponse): ModelResponse {
  const { usage: _usage, model: _model, id: _id, ...rest } = source
  return error === undefined ? source : rest
}

/**
 * What a client of the target reads, of a whole answer or of a stream. A stream also tells what stood between pieces of
 * thinking, where a whole answer has one field for all of it; so each kind of part is looked at by itself.
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
      // Whether the last call of an answer that is too long is whole shows in its text, which not every whole answer has.
      .map((part) => (finish.reason === 'length' ? { name: part.name } : withoutReason(part))),
    // A turn that failed is one, whichever of its words the reason comes from.
    finish: outcomeOf(finish) === 'failed' ? 'failed' : finish.reason,
    error: error && { message: error.message, code: source.error?.code && error.code },
    model: source.model && model,
    // What the source does not say is minted, or zero; after an error a stream says nothing more.
    usage: source.usage && !source.error && usage,
    id: source.id && id,
  })
}

/**
 * That a call is withheld is said of the call, and why by the finish, which is compared itself. Whether its text is whole shows
 * in a stream alone.
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
