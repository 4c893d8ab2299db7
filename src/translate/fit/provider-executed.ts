import { stringifyJson } from '../../base/json/write-json.js'
import { hasSameItems, isClientResult, isOwn, withMessages } from '../../base/model/change.js'
import type { Conversation, Message, Part, TextPart, ToolCall, ToolResult } from '../../base/model/types.js'
import { joinedBlocks } from '../../codec/shape/joined-text.js'
import { outputText } from '../../codec/shape/results.js'
import { isForeignRunId } from '../../codec/shape/run-forms.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import { hasVendorTool } from './tool-kinds.js'

/** Maximum length of arguments or output in a narration, in characters. */
const NARRATED_LENGTH = 4000

type Executed = ToolCall | ToolResult

/**
 * Keeps provider-executed calls verbatim for their own wire. On other wires, applies the policy to calls and
 * results, including a result without its call.
 */
export function settleProviderExecuted(conversation: Conversation, fit: FitContext): Conversation {
  const seen = new Set<string>()
  return withMessages(
    conversation,
    conversation.messages.flatMap((message) => settleMessage(message, seen, fit)),
  )
}

function settleMessage(message: Message, seen: Set<string>, fit: FitContext): Message[] {
  if (!message.parts.some(isExecuted)) return [message]
  const executed = message.parts.filter(isExecuted)
  const settled = executed.filter((part) => !staysVerbatim(part, message, seen, fit))
  const isSettled = new Set<Part>(settled)
  const pairs = fit.providerExecuted === 'as-function' ? pairedIds(settled) : new Set<string>()
  const parts = message.parts.flatMap((part) =>
    isExecuted(part) && isSettled.has(part) ? settlePart(part, pairs, fit) : [part],
  )
  return hasSameItems(parts, message.parts) ? [message] : splitAtResults(message, parts, fit)
}

/**
 * Creates a function that handles provider-executed calls of an answer whose parts arrive one by one. The
 * calls become text or are dropped.
 */
export function createExecutedSettler(fit: FitContext): (part: Part, message: Message) => Part | undefined {
  const seen = new Set<string>()
  return (part, message) => {
    if (!isExecuted(part) || staysVerbatim(part, message, seen, fit)) return part
    return settlePart(part, new Set(), fit)[0]
  }
}

function isExecuted(part: Part): part is Executed {
  return (part.type === 'tool-call' || part.type === 'tool-result') && part.providerExecuted
}

/**
 * Returns true for a part that is kept verbatim. A result of the target wire itself is kept only if its call
 * came before it.
 */
function staysVerbatim(part: Executed, message: Message, seen: Set<string>, fit: FitContext): boolean {
  if (fit.limits.carries?.includes('provider-executed')) return true
  if (!isOwn(part, message, fit.wire) || isForeignRun(part)) return false
  if (part.type === 'tool-result') return seen.has(part.callId)
  if (!hasVendorTool(part.kind, fit)) return false
  seen.add(part.id)
  return true
}

/** Returns true for a call that another provider ran and that was only converted to the wire's form. */
function isForeignRun(part: Executed): boolean {
  return isForeignRunId(part.type === 'tool-call' ? part.id : part.callId)
}

/** Returns true if the messages contain calls that were only converted to the wire's form. */
export function hasForeignRuns(messages: readonly Message[]): boolean {
  return messages.some(({ parts }) => parts.some((part) => isExecuted(part) && isForeignRun(part)))
}

/**
 * Converts calls that were only converted to the wire's form, and their results, to text: the wire's provider
 * would reject them.
 */
export function narrateForeignRuns(messages: readonly Message[]): readonly Message[] {
  const isMeant = (part: Part) => isExecuted(part) && isForeignRun(part)
  return messages.map((message) => {
    if (!message.parts.some(isMeant)) return message
    const parts = message.parts.map(
      (part): Part =>
        isExecuted(part) && isForeignRun(part) ? { type: 'text', text: narrationOf(part) } : part,
    )
    return { ...message, parts }
  })
}

/**
 * Returns the ids of calls with a later result. Calls that stay verbatim are excluded, since a result with
 * the same id would belong to another call.
 */
function pairedIds(parts: readonly Executed[]): Set<string> {
  const calls = new Set<string>()
  const paired = new Set<string>()
  for (const part of parts) {
    if (part.type === 'tool-call') calls.add(part.id)
    else if (calls.has(part.callId)) paired.add(part.callId)
  }
  return paired
}

function settlePart(part: Executed, pairs: Set<string>, fit: FitContext): Part[] {
  if (fit.providerExecuted === 'drop') return drop(part, fit)
  const id = part.type === 'tool-call' ? part.id : part.callId
  return [pairs.has(id) ? asFunction(part, fit) : narrate(part, fit)]
}

function drop(part: Executed, fit: FitContext): Part[] {
  fit.report({
    code: 'provider-executed-dropped',
    severity: 'warning',
    path: fit.pathOf(part),
    message: `the ${noun(part)} of ${part.name}, which another provider ran itself, is left out`,
  })
  return []
}

function asFunction(part: Executed, fit: FitContext): Executed {
  fit.report({
    code: 'provider-executed-as-function',
    severity: 'info',
    path: fit.pathOf(part),
    message: `the ${noun(part)} of ${part.name}, which another provider ran itself, is shown as that of a function`,
  })
  if (part.type === 'tool-result') return fit.derive(part, { ...part, providerExecuted: false })
  const call: ToolCall =
    part.kind === 'custom'
      ? { ...part, providerExecuted: false }
      : { ...part, kind: 'function', providerExecuted: false }
  return fit.derive(part, call)
}

function narrate(part: Executed, fit: FitContext): TextPart {
  const content = part.type === 'tool-call' ? argumentText(part) : contentText(part)
  const long = content.length > NARRATED_LENGTH
  const tokens = part.type === 'tool-result' ? tokensIn(part) : 0
  fit.report({
    code: 'provider-executed-narrated',
    severity: long ? 'warning' : 'info',
    path: fit.pathOf(part),
    message: `the ${noun(part)} of ${part.name}, which another provider ran itself, is sent as text${
      long ? `, shortened from ${content.length} to ${NARRATED_LENGTH} characters` : ''
    }${tokens === 0 ? '' : `, without data that only its provider can read (${tokens})`}`,
  })
  return fit.derive(part, { type: 'text', text: narrationOf(part) })
}

/** Returns the text of a provider-executed call or its result; long content is shortened. */
export function narrationOf(part: Executed): string {
  const content = part.type === 'tool-call' ? argumentText(part) : contentText(part)
  const long = content.length > NARRATED_LENGTH
  return narration(part, long ? `${sliceText(content, NARRATED_LENGTH)}…` : content)
}

function narration(part: Executed, content: string): string {
  if (part.type === 'tool-call') return `(The tool ${part.name} was run${content && ` with ${content}`}.)\n`
  return `(The tool ${part.name} ${part.isError ? 'failed' : 'returned'}${content && `: ${content}`})\n`
}

function argumentText(call: ToolCall): string {
  if (call.rawArguments !== undefined) return call.rawArguments
  if (typeof call.arguments === 'string') return call.arguments
  const text = call.arguments === undefined ? '' : stringifyJson(call.arguments)
  return text === '{}' ? '' : text
}

/**
 * Returns the output as text. Media are only named, and content that only its issuer can decode is omitted.
 */
function contentText({ output }: ToolResult): string {
  if (output.type === 'json' || output.type === 'error-json')
    return isToken(output.value) ? '' : stringifyJson(output.value, '', withoutToken)
  if (output.type !== 'content') return isToken(outputText(output)) ? '' : outputText(output)
  const texts = output.value.map((part) =>
    part.type === 'text' ? part.text : part.type === 'media' ? `[${part.kind}]` : '',
  )
  return joinedBlocks(texts)
}

/** Matches long base64 strings, such as encrypted content, signatures and files, which no model can read. */
const TOKEN = /^(?:data:[^,]*,)?(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9+/_-]{64,}={0,2}$/

function isToken(value: unknown): boolean {
  return typeof value === 'string' && TOKEN.test(value)
}

/** Returns the number of omitted strings. */
function tokensIn({ output }: ToolResult): number {
  return 'value' in output ? stringsIn(output.value).filter(isToken).length : 0
}

function stringsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value]
  return Object.values(value).flatMap(stringsIn)
}

function withoutToken(_key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isToken(item))
  return isToken(value) ? undefined : value
}

/** Returns the first characters, without half a surrogate pair at the end. */
function sliceText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

function noun(part: Executed): string {
  return part.type === 'tool-call' ? 'call' : 'result'
}

/** Splits a message around provider results that became client results. */
function splitAtResults(message: Message, parts: readonly Part[], fit: FitContext): Message[] {
  const runs: { role: 'assistant' | 'tool'; parts: Part[] }[] = []
  for (const part of parts) {
    const role = isClientResult(part) ? 'tool' : 'assistant'
    const last = runs.at(-1)
    if (last?.role === role) last.parts.push(part)
    else runs.push({ role, parts: [part] })
  }
  if (runs.every((run) => run.role === 'assistant')) return [fit.derive(message, { ...message, parts })]
  return runs.map((run) =>
    fit.derive(
      message,
      run.role === 'tool' ? { role: 'tool', parts: run.parts } : { ...message, parts: run.parts },
    ),
  )
}
