import { decodeUiMessage } from '../../../adapters/ai-sdk/ui.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { at, objectsIn } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { isCallToAnswer } from '../../base/model/calls-to-answer.js'
import { createContext } from '../../base/model/context.js'
import { errorResult } from '../../base/model/create.js'
import type { Message, Part, ProviderMetadata, ToolCall, ToolResult } from '../../base/model/types.js'
import { waitingResult } from '../../tools/waiting-result.js'
import { acceptAnswers, type PostedAnswer, type ReadConversation } from './accept-answers.js'
import { type AcceptedCall, PartCheck } from './part-check.js'
import { UI_WIRE } from './shown-events.js'
import { type TrustOptions, untrusted } from './trust.js'
import { isCallPart, type UiBody } from './ui-parts.js'

/** Reads a complete conversation that the server did not store. */
export async function fromBody(body: UiBody, options: TrustOptions): Promise<ReadConversation> {
  const check = new PartCheck(body.id, options)
  const messages: Message[] = []
  const given: PostedAnswer[] = []
  for (const [index, message] of body.messages.entries()) {
    const path = at('/messages', index)
    const calls: AcceptedCall[] = []
    const clean = await checkedMessage(message, path, check, calls)
    messages.push(...withResults(decoded(clean, path), calls))
    for (const { request, answer, expires } of calls)
      if (request !== undefined && answer !== undefined) given.push({ request, answer, expires })
  }
  const { secret, used } = options
  return acceptAnswers(given, messages, { chat: body.id, secret, used })
}

/** Returns the message with only its accepted content. */
export async function checkedMessage(
  message: JsonObject,
  path: string,
  check: PartCheck,
  calls: AcceptedCall[],
): Promise<JsonObject> {
  const { role = null } = message
  if (role === 'system' && !check.isTrusted) throw untrusted('a system message', path)
  const parts: JsonObject[] = []
  for (const [index, part] of objectsIn(message.parts).entries()) {
    const place = at(`${path}/parts`, index)
    if (role === 'assistant' && isCallPart(part)) {
      const call = await check.call(part, place)
      if (call === undefined) continue
      calls.push(call)
      parts.push(call.part)
    } else {
      const clean = role === 'user' ? check.said(part, place) : await check.told(part, place)
      if (clean !== undefined) parts.push(clean)
    }
  }
  return compact({ role, parts, metadata: check.isTrusted ? message.metadata : undefined })
}

/**
 * Returns the messages for a UI message: the message and the results of its calls, without members that only
 * UIs store.
 */
export function decoded(message: JsonObject, path: string): Message[] {
  const context = { ...createContext(UI_WIRE), path }
  return decodeUiMessage(message, context).map((one) => {
    const { origin, providerMetadata: _metadata, ...rest } = one
    const parts = one.parts.map(withoutOwn)
    return compact({ ...rest, parts, origin: origin?.wire === UI_WIRE ? undefined : origin })
  })
}

function withoutOwn(part: Part): Part {
  if (part.type === 'opaque' || part.providerMetadata === undefined) return part
  const { [UI_WIRE]: _own, ...others }: ProviderMetadata = part.providerMetadata
  return compact({ ...part, providerMetadata: Object.keys(others).length === 0 ? undefined : others })
}

/** Adds placeholders for missing results. */
function withResults(messages: readonly Message[], checked: readonly AcceptedCall[]): Message[] {
  const byId = new Map(checked.map((call) => [call.id, call]))
  const whole: Message[] = []
  for (const message of messages) {
    const before = whole.at(-1)
    if (message.role === 'tool' && before?.role === 'tool')
      whole[whole.length - 1] = { ...before, parts: [...before.parts, ...message.parts] }
    else whole.push(message)
    const results = message.parts.flatMap((part) =>
      isCallToAnswer(part) ? standIn(part, byId.get(part.id)) : [],
    )
    if (results.length > 0) whole.push({ role: 'tool', parts: results })
  }
  return whole
}

function standIn(call: ToolCall, checked: AcceptedCall | undefined): readonly ToolResult[] {
  if (checked?.request !== undefined) return [waitingResult(call, checked.request)]
  return checked?.isInterrupted === true ? [errorResult(call, INTERRUPTED)] : []
}

const INTERRUPTED = 'The run was interrupted. Whether this call ran is not known.'
