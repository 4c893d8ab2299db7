import { mapMessages, mapParts } from '../model/change.js'
import type { Conversation, Message, Part } from '../model/types.js'
import type { FitContext } from '../wire/fit-step.js'
import { textTest } from '../wire/limits.js'
import { createFreeTexts, type FreeTexts } from './legal-text.js'

const HASH_LENGTH = 16

/**
 * Gives every client call an id that the target accepts and that no other call has. A legal id stays, and one that the
 * target's own wire gave, where some of its servers accept it. An id that comes again, in a later turn or in the same one,
 * is renamed by how often it came before, so that what was translated earlier never changes. Results follow their calls;
 * `pairResults` has put them in order right after.
 */
export function fitCallIds(conversation: Conversation, fit: FitContext): Conversation {
  const ids = createIds(fit)
  let renames: Renames = new Map()
  return mapMessages(conversation, fit, (message) => {
    if (message.role === 'assistant') renames = new Map()
    return mapParts(message, fit, (part) => rename(part, message, renames, ids, fit))
  })
}

/** The same for an answer whose parts come one by one. */
export function createCallIds(fit: FitContext): (part: Part, message: Message) => Part {
  const ids = createIds(fit)
  const renames: Renames = new Map()
  return (part, message) => rename(part, message, renames, ids, fit)
}

interface Ids {
  readonly free: FreeTexts
  /** Whether an id stays that the target's own wire gave. */
  readonly accepts: ((id: string) => boolean) | undefined
}

function createIds({ limits: { callId } }: FitContext): Ids {
  const { accepted } = callId
  return { free: createFreeTexts(callId, HASH_LENGTH), accepts: accepted && textTest(accepted) }
}

/** Per original id: the new ids of the calls of this turn that are still without result, in order. */
type Renames = Map<string, string[]>

function rename(part: Part, message: Message, renames: Renames, ids: Ids, fit: FitContext): Part {
  if (part.type === 'tool-call' && message.role === 'assistant') {
    if (part.providerExecuted) {
      ids.free.used.add(part.id)
      return part
    }
    const id = ids.free.take(part.id, message.origin?.wire === fit.wire ? ids.accepts : undefined)
    const waiting = renames.get(part.id)
    if (waiting === undefined) renames.set(part.id, [id])
    else waiting.push(id)
    if (id === part.id) return part
    fit.report({
      code: 'call-id-changed',
      severity: 'info',
      path: `${fit.pathOf(part)}/id`,
      message: `the call id ${shown(part.id)} is not legal or not unique on this wire and becomes "${id}"`,
    })
    return { ...part, id }
  }
  if (part.type !== 'tool-result' || part.providerExecuted) return part
  const callId = renames.get(part.callId)?.shift() ?? part.callId
  return callId === part.callId ? part : { ...part, callId }
}

function shown(id: string): string {
  return id.length > 80 ? `of ${id.length} characters` : `"${id}"`
}
