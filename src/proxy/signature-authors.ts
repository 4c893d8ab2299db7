import { compact } from '../base/json/write-json.js'
import type { Message } from '../base/model/types.js'
import { runSteps } from '../translate/fit/fit.js'
import { holdBackReasoning, isSameModel } from '../translate/fit/origin.js'
import type { ClientRequest } from './client-request.js'
import type { ClientState } from './client-state.js'
import type { Target } from './proxy-target.js'

// The models that wrote encrypted reasoning and signatures, which clients of the target's wire keep. Other
// models refuse this data, so it is sent only to its author.

/** Records the author of the signatures in an answer. */
export async function noteAuthor(
  { parts }: Message,
  { wire, model }: { readonly wire: string; readonly model: string },
  state: ClientState,
): Promise<void> {
  const keys = signaturesIn(parts, wire).map((signature) => state.key('author', signature))
  await Promise.all(keys.map(async (key) => state.write(await key, { model })))
}

/**
 * Returns the request without signatures of models other than the target's. Signatures without a record are
 * attributed to the client's model.
 */
export async function withOwnSignatures(
  asked: ClientRequest,
  { adapter, model = asked.model }: Pick<Target, 'adapter' | 'model'>,
  state: ClientState,
): Promise<ClientRequest> {
  const { conversation } = asked
  const messages = await Promise.all(
    conversation.messages.map(async (message): Promise<Message> => {
      const [signature] = message.role === 'assistant' ? signaturesIn(message.parts, adapter.id) : []
      if (signature === undefined || model === undefined) return message
      const author = (await authorOf(signature, state)) ?? asked.model
      return { ...message, origin: compact({ wire: adapter.id, model: author }) }
    }),
  )
  const isOther = ({ origin }: Message) => !isSameModel(origin?.model ?? model ?? '', model ?? '')
  if (!messages.some(isOther)) return { ...asked, conversation: { ...conversation, messages } }
  const attributed = messages.map(
    (message): Message =>
      message.role === 'assistant'
        ? { ...message, origin: compact({ wire: adapter.id, model, ...message.origin }) }
        : message,
  )
  const fitted = runSteps(
    [{ step: holdBackReasoning }],
    { ...conversation, messages: attributed },
    adapter.codecs,
    compact({ model, from: adapter.id }),
  )
  return {
    ...asked,
    textFor: undefined,
    conversation: fitted.conversation,
    notices: [...asked.notices, ...fitted.notices],
  }
}

async function authorOf(signature: string, state: ClientState): Promise<string | undefined> {
  const model = (await state.read(await state.key('author', signature)))?.model
  return typeof model === 'string' ? model : undefined
}

function signaturesIn(parts: Message['parts'], wire: string): string[] {
  return parts.flatMap((part) => {
    const { signature } = ('providerMetadata' in part && part.providerMetadata?.[wire]) || {}
    return typeof signature === 'string' && signature !== '' ? signature : []
  })
}
