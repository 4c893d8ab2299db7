import type { JsonObject } from '../base/json/json-types.js'
import { isObject } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import { createContext, type Notice } from '../base/model/context.js'
import { finishOf, isCut, outcomeOf } from '../base/model/outcome.js'
import type { Conversation, Message, ModelResponse } from '../base/model/types.js'
import { isSealed, type TextSeal } from '../base/seal/text-seal.js'
import type { CompactionBinding } from '../codec/wire/server.js'
import { type ClientRequest, seconds } from './client-request.js'
import { ProxyFailure } from './proxy-failure.js'

// Conversations that a client wants shorter. The target writes a summary, which the client keeps encrypted and sends back; in
// a later request it is a message again, which every target understands.

/**
 * The request with the summaries in it that this proxy wrote.
 * @throws ProxyFailure for one that was written for another client, or changed.
 */
export async function openedRequest(
  request: JsonObject,
  binding: CompactionBinding | undefined,
  seal: TextSeal,
): Promise<JsonObject> {
  const texts = new Map<string, string>()
  for (const { path, text } of binding?.sealed(request) ?? []) {
    if (!isSealed(text)) continue
    const opened = await seal.open(text)
    if (opened === undefined)
      throw new ProxyFailure(
        'bad-request',
        `the summary at ${path} was not written by this proxy for this key; send the messages instead`,
      )
    texts.set(text, opened)
  }
  return binding === undefined || texts.size === 0 ? request : binding.opened(request, texts)
}

/** What the model is told to do with the conversation. */
const TASK = `Do not continue the conversation. Write a summary of it, from which another assistant can go on without having read it.
Say, in this order and as far as there is something to say:
- what the user wants, in the user's own words where they matter, with every rule and preference that was stated
- what was done so far, and what came of it: files, commands, calls and their results
- what was decided, and why
- facts that will be needed again, exactly: names, paths, ids, numbers, addresses, error messages, code
- what is open, and what the next step is
If the conversation begins with a summary, keep what still matters of it. Answer with the summary alone, as plain text, and call no tools.`

/** The request for a summary. */
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

/** A summary, and what the client gets for it. */
export interface Summary {
  readonly item: JsonObject
  /** The message that stands for the conversation. */
  readonly message: Message
  readonly notices: readonly Notice[]
}

/** @throws ProxyFailure for an answer that says nothing. */
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
    notices: isCut(outcomeOf(finish)) ? [cut] : [],
  }
}

/** The answer of which the summary's item is all. */
export function summaryAnswer(answer: ModelResponse, { item }: Summary, wire: string): ModelResponse {
  return compact({
    id: answer.id,
    model: answer.model,
    usage: answer.usage,
    message: { role: 'assistant' as const, parts: [{ type: 'opaque' as const, wire, value: item }] },
    finish: finishOf('complete'),
  })
}

/** The answer to a client that asked for nothing else. */
export function compactedBody(
  answer: ModelResponse,
  summary: Summary,
  { client, server, body: request }: ClientRequest,
): JsonObject {
  const { usage = null } = client.codecs.response.encode(answer, createContext(client.id))
  const { id = '' } = answer
  const told = server?.compaction?.answer({ id, item: summary.item, request, usage, now: seconds() })
  return isObject(told) ? told : {}
}
