import type { JsonObject } from '../base/json/json-types.js'
import { isObject } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import { createContext, type Notice } from '../base/model/context.js'
import { finishOf, isTruncatedOutcome, outcomeOf } from '../base/model/outcome.js'
import type { Conversation, Message, ModelResponse } from '../base/model/types.js'
import { isSealed, type TextSeal } from '../base/seal/text-seal.js'
import type { CompactionBinding } from '../codec/wire/server.js'
import { type ClientRequest, unixSeconds } from './client-request.js'
import { ProxyFailure } from './proxy-failure.js'

// Compaction of conversations on a client's request. The target writes a summary, which the client keeps in
// encrypted form and sends back. In a later request the summary is decrypted to a message that every target
// understands.

/**
 * Returns the request with this proxy's summaries decrypted.
 * @throws ProxyFailure for a summary that was written for another client, or was changed.
 */
export async function openedRequest(
  request: JsonObject,
  binding: CompactionBinding,
  seal: TextSeal,
): Promise<JsonObject> {
  const texts = new Map<string, string>()
  for (const { path, text } of binding.sealed(request)) {
    if (!isSealed(text)) continue
    const opened = await seal.open(text)
    if (opened === undefined)
      throw new ProxyFailure(
        'bad-request',
        `the summary at ${path} was not written by this proxy for this key; send the messages instead`,
      )
    texts.set(text, opened)
  }
  return texts.size === 0 ? request : binding.opened(request, texts)
}

/** The instructions for the summary. */
const TASK = `Do not continue the conversation. Write a summary of it, from which another assistant can go on without having read it.
Say, in this order and as far as there is something to say:
- what the user wants, in the user's own words where they matter, with every rule and preference that was stated
- what was done so far, and what came of it: files, commands, calls and their results
- what was decided, and why
- facts that will be needed again, exactly: names, paths, ids, numbers, addresses, error messages, code
- what is open, and what the next step is
If the conversation begins with a summary, keep what still matters of it. Answer with the summary alone, as plain text, and call no tools.`

/** Returns the request for a summary. */
export function summaryRequest(asked: ClientRequest): ClientRequest {
  const { outputFormat: _format, toolChoice: _choice, ...rest } = asked.conversation
  const task: Message = { role: 'user', parts: [{ type: 'text', text: TASK }] }
  const conversation: Conversation = compact({
    ...rest,
    toolChoice: rest.tools === undefined ? undefined : { type: 'none' as const },
    messages: [...rest.messages, task],
  })
  return { ...asked, textFor: undefined, conversation }
}

/** A summary, and the item that the client receives. */
export interface Summary {
  readonly item: JsonObject
  /** The message that replaces the conversation. */
  readonly message: Message
  readonly notices: readonly Notice[]
}

/**
 * Creates the sealed summary from the model's answer.
 * @throws ProxyFailure for an empty answer.
 */
export async function summaryOf(
  { message, finish }: ModelResponse,
  binding: CompactionBinding,
  seal: TextSeal,
): Promise<Summary> {
  const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  if (text.trim() === '')
    throw new ProxyFailure('target-answer', 'the target did not write a summary of the conversation')
  const cut: Notice = {
    code: 'summary-cut',
    severity: 'warning',
    path: '',
    message: 'the summary of the conversation reached the output limit, so its end is missing',
  }
  return {
    item: binding.item(await seal.seal(text)),
    message: { role: 'user', parts: [{ type: 'text', text: binding.shown(text) }] },
    notices: isTruncatedOutcome(outcomeOf(finish)) ? [cut] : [],
  }
}

/** Returns an answer that contains only the summary's item. */
export function summaryAnswer(answer: ModelResponse, { item }: Summary, wire: string): ModelResponse {
  return compact({
    id: answer.id,
    model: answer.model,
    usage: answer.usage,
    message: { role: 'assistant' as const, parts: [{ type: 'opaque' as const, wire, value: item }] },
    finish: finishOf('complete'),
  })
}

/** Returns the body for a client that requested only a compaction. */
export function compactedBody(
  answer: ModelResponse,
  summary: Summary,
  { client, server, body: request }: ClientRequest,
): JsonObject {
  const { usage = null } = client.codecs.response.encode(answer, createContext(client.id))
  const { id = '' } = answer
  const told = server?.compaction?.answer({ id, item: summary.item, request, usage, now: unixSeconds() })
  return isObject(told) ? told : {}
}
