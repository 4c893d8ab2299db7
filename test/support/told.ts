import type { ModelResponse, Part } from '../../src/model/types.js'
import { said } from './said.js'
import { stored } from './values.js'

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
      .map((part) => (finish.reason === 'length' ? { name: part.name } : part)),
    finish: finish.reason,
    error: error && { message: error.message, code: source.error?.code && error.code },
    model,
    // What the source does not say is minted, or zero; after an error a stream says nothing more.
    usage: source.usage && !source.error && usage,
    id: source.id && id,
  })
}
