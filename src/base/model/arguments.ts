import type { JsonObject, JsonValue } from '../json/json-types.js'
import { losesNumbers, lossyNumbers, repeatsKeys } from '../json/numbers.js'
import { tryParseJson } from '../json/parse.js'
import { isObject, objectIn } from '../json/read-json.js'
import { parseRounded, roundedText } from '../json/rounded.js'
import { equalJson, stringifyJson } from '../json/write-json.js'
import { type Context, createContext, type Notice } from './context.js'
import type { ArgumentsState, ToolCall } from './types.js'

/**
 * The state of a streamed call when it is decoded: it `begun`; its own bracket `ended` it, which the output limit may have
 * caused; it is `whole`, or was `cut` by that limit; the answer ended well and left it `unclosed`, so its text decides;
 * the answer did not end well inside it (`broken`).
 */
export type CallStage = 'begun' | 'ended' | 'whole' | 'cut' | 'unclosed' | 'broken'

/** The part of a ToolCall that its arguments decide. */
export type DecodedArguments = ArgumentsState<JsonObject> & { readonly rawArguments?: string }

/**
 * Bad arguments on a wire that only takes objects: this object, with the text and the status, stands for them.
 * Decoding any wire turns it back into what it was.
 */
export const INVALID_ARGUMENTS = 'toolwire_invalid_arguments'
/** The member of that object that says how they are broken. */
export const INVALID_STATUS = 'toolwire_status'

/**
 * Ends a text that was cut and would pass for whole otherwise: free text always, argument text where it went out piece
 * by piece before that was known. Decoding takes it away again.
 */
const CUT_MARK = '…<toolwire_truncated/>'

/**
 * Reads argument text.
 * @param cut whether the output ended before the text was finished (length limit, broken stream).
 */
export function decodeArgumentText(text: string, cut: boolean, context: Context): DecodedArguments {
  if (isBlank(text))
    return cut ? truncatedArguments(text) : { status: 'complete', arguments: {}, rawArguments: text }
  if (text.endsWith(CUT_MARK)) return truncatedArguments(text)
  const value = tryParseJson(text)
  if (isObject(value)) {
    const unwrapped = unwrap(value)
    if (unwrapped !== undefined) return unwrapped
    reportLosses(text, value, context)
    return { status: 'complete', arguments: value, rawArguments: text }
  }
  const status = value !== undefined ? 'not-object' : cut ? 'truncated' : 'malformed'
  reportUnusable(`are ${status}`, context)
  return { status, rawArguments: text }
}

/** Whether the text is that of a call without arguments. Servers write `null` (wire facts: Cohere, OpenRouter). */
function isBlank(text: string): boolean {
  const bare = text.trim()
  return bare === '' || bare === 'null'
}

/** Argument text of a call that is not whole: never complete, even when what arrived happens to parse. */
export function truncatedArguments(text: string): DecodedArguments {
  const value = tryParseJson(text)
  return (
    (isObject(value) ? unwrap(value) : undefined) ?? { status: 'truncated', rawArguments: unmarked(text) }
  )
}

/** The call with no more than this text of its arguments: it is not whole. */
export function truncatedCall(call: ToolCall, text: string): ToolCall {
  const { arguments: _arguments, rawArguments: _text, status: _status, ...head } = call
  return head.kind === 'custom'
    ? { ...head, kind: head.kind, ...decodeFreeText(text, true) }
    : { ...head, kind: head.kind, ...truncatedArguments(text) }
}

/** The call with what `text` amounts to at this stage. @param call as far as it is known without its text. */
export function callWithText(
  call: ToolCall,
  text: string,
  stage: 'unclosed' | 'broken',
  context: Context,
): ToolCall {
  if (stage === 'broken') return truncatedCall(call, text)
  const { arguments: _arguments, rawArguments: _text, status: _status, ...head } = call
  return head.kind === 'custom'
    ? { ...head, kind: head.kind, ...decodeFreeText(text, false) }
    : { ...head, kind: head.kind, ...unclosedArguments(text, context) }
}

/** Argument text without its bracket in an answer that ended well: complete if it parses or is blank. */
export function unclosedArguments(text: string, context: Context): DecodedArguments {
  return decodeArgumentText(text, !isBlank(text), context)
}

function unmarked(text: string): string {
  return text.endsWith(CUT_MARK) ? text.slice(0, -CUT_MARK.length) : text
}

const EMPTY: DecodedArguments = { status: 'complete', arguments: {} }

/**
 * What is known of the arguments of a streamed call.
 * @param given what came whole with the start of the block; streamed text wins over it.
 * @returns undefined for a call that `ended` without arguments or with broken ones: only what follows tells whether the
 * output limit cut it.
 */
export function streamedArguments(
  text: string,
  stage: CallStage,
  context: Context,
  given?: DecodedArguments,
): DecodedArguments | undefined {
  if (stage === 'begun') return EMPTY
  const whole = text === '' ? given : undefined
  if (stage === 'broken')
    return truncatedArguments(whole ? (whole.rawArguments ?? stringifyJson(whole.arguments ?? {})) : text)
  if (whole !== undefined) return whole
  if (stage === 'ended') return endedArguments(text, context)
  if (stage === 'unclosed') return text === '' ? EMPTY : unclosedArguments(text, context)
  return text === '' && stage === 'whole' ? EMPTY : decodeArgumentText(text, stage === 'cut', context)
}

/** What it takes to be sure: undefined, and no notice, for a text that says nothing or is broken. */
export function endedArguments(text: string, context: Context): DecodedArguments | undefined {
  const trial = createContext(context.wire)
  const decoded = decodeArgumentText(text, false, trial)
  if (text === '' || decoded.status === 'malformed') return undefined
  for (const notice of trial.notices) context.report(notice)
  return decoded
}

/** The part of a custom call that its text decides. */
export type DecodedFreeText = ArgumentsState<string> & { readonly rawArguments: string }

/**
 * The arguments of a call that takes free text.
 * @param cut whether the text is not known to be whole.
 */
export function decodeFreeText(text: string, cut: boolean): DecodedFreeText {
  if (cut || text.endsWith(CUT_MARK)) return { status: 'truncated', rawArguments: unmarked(text) }
  return { status: 'complete', arguments: text, rawArguments: text }
}

/** Reads arguments that are JSON on the wire. Absent and null mean a call without arguments. */
export function decodeArgumentValue(value: JsonValue | undefined, context: Context): DecodedArguments {
  if (value === undefined || value === null) return { status: 'complete', arguments: {} }
  if (!isObject(value)) {
    reportUnusable('are not-object', context)
    return { status: 'not-object', rawArguments: stringifyJson(value, context.path) }
  }
  const unwrapped = unwrap(value)
  if (unwrapped !== undefined) return unwrapped
  const exact = context.exactText(value) ?? roundedText(value)
  if (exact === undefined) return { status: 'complete', arguments: value }
  reportLosses(exact, value, context)
  return { status: 'complete', arguments: value, rawArguments: exact }
}

/** A call without a name is none that could run, whatever its arguments: they are kept as text. */
export function withoutName(call: ToolCall): ToolCall {
  if (!isNameless(call) || call.status !== 'complete') return call
  const { arguments: value, ...head } = call
  const text = typeof value === 'string' ? value : stringifyJson(value)
  return { ...head, status: 'malformed', rawArguments: call.rawArguments ?? text }
}

/** The same call as its provider gave it. */
export function asGivenCall(call: ToolCall): ToolCall {
  if (!isNameless(call) || call.status !== 'malformed') return call
  const { rawArguments = '', ...head } = call
  if (head.kind === 'custom') return { ...head, status: 'complete', arguments: rawArguments, rawArguments }
  const value = tryParseJson(rawArguments)
  if (!isObject(value)) return call
  const text = stringifyJson(value) === rawArguments ? {} : { rawArguments }
  return { ...head, status: 'complete', arguments: value, ...text }
}

function isNameless({ name, providerExecuted }: ToolCall): boolean {
  return !providerExecuted && name.trim() === ''
}

/** What stands in the marker object; undefined for every object that `encodeArgumentValue` would not write. */
function unwrap(value: JsonObject): DecodedArguments | undefined {
  const rawArguments = value[INVALID_ARGUMENTS]
  const status = value[INVALID_STATUS]
  if (typeof rawArguments !== 'string' || Object.keys(value).length !== 2) return undefined
  if (status !== 'malformed' && status !== 'truncated' && status !== 'not-object') return undefined
  return { status, rawArguments }
}

/**
 * Argument text for a wire that carries text: the exact text unless `arguments` was edited since. A text that cannot be
 * used and would pass for one that can is wrapped; free text is marked.
 * @param cut whether a reader knows already that the text may be cut, from the reason for which the answer ended.
 */
export function encodeArgumentText(given: ToolCall, cut = false): string {
  const call = asGivenCall(given)
  if (call.kind === 'custom') {
    const text = call.arguments ?? call.rawArguments ?? ''
    return looksUsable(call, cut) ? text + CUT_MARK : text
  }
  const { rawArguments, arguments: value } = call
  if (looksUsable(call, cut)) return stringifyJson(wrapped(call))
  if (rawArguments === undefined) return value === undefined ? '' : stringifyJson(value)
  return value === undefined || meansSame(rawArguments, value) ? rawArguments : stringifyJson(value)
}

/** What has to follow the text of a call that went out before it was known to be cut, lest it pass for whole. */
export function cutMark(call: ToolCall): string {
  return looksUsable(asGivenCall(call), false) && !looksWhole(call) ? CUT_MARK : ''
}

/** Whether the text of a cut call is a whole object: nothing may follow it, only the end of its answer tells. */
export function looksWhole({ status, kind, rawArguments = '' }: ToolCall): boolean {
  return status === 'truncated' && kind !== 'custom' && isObject(tryParseJson(rawArguments))
}

/** Whether the bare text of an unusable call would be read as that of a better one. */
function looksUsable({ status, kind, rawArguments = '' }: ToolCall, cut: boolean): boolean {
  if (status === 'complete') return false
  const isKnown = cut && status === 'truncated'
  if (kind === 'custom') return !isKnown
  const value = rawArguments.trim() === '' ? null : tryParseJson(rawArguments)
  if (value === null) return !isKnown
  return value !== undefined && (isObject(value) || status !== 'not-object')
}

/** The object that stands for arguments which are none. */
function wrapped({ status, rawArguments }: ToolCall): JsonObject {
  return {
    [INVALID_ARGUMENTS]: rawArguments ?? '',
    [INVALID_STATUS]: status === 'complete' ? 'malformed' : status,
  }
}

/** An arguments object for a wire that carries JSON; bad arguments are wrapped, never replaced, as are those of custom calls. */
export function encodeArgumentValue(given: ToolCall, context: Context): JsonObject {
  const call = asGivenCall(given)
  const { rawArguments } = call
  const value = call.kind === 'custom' ? undefined : call.arguments
  if (value === undefined) {
    context.report({
      code: 'arguments-wrapped',
      severity: 'warning',
      path: context.path,
      message: `the arguments of ${call.name} are ${call.status}; this wire accepts only objects, so their text is wrapped in one`,
    })
    return wrapped(call)
  }
  if (rawArguments === undefined || !losesDigits(call)) return value
  return objectIn(encodeJsonText(rawArguments, context))
}

/**
 * Parses JSON text for an encoded value. Numbers that a double cannot hold are rounded with a notice, unless the writer keeps their
 * digits.
 */
export function encodeJsonText(text: string, context: Context): JsonValue {
  if (context.parseExact !== undefined) return context.parseExact(text)
  const numbers = lossyNumbers(text)
  if (numbers.length > 0) context.report(roundedNotice(numbers, context.path))
  return parseRounded(text)
}

/** Whether the call's text has numbers that are not the same any more in its arguments. */
export function losesDigits({ kind, rawArguments, arguments: value }: ToolCall): boolean {
  if (kind === 'custom' || rawArguments === undefined || value === undefined) return false
  return losesNumbers(rawArguments) && meansSame(rawArguments, value)
}

/** Whether a text of arguments says what they are. */
export function meansSame(text: string, value: JsonObject): boolean {
  const parsed = text.trim() === '' ? {} : (tryParseJson(text) ?? {})
  return equalJson(parsed, value)
}

/**
 * Notices arguments that must not be executed.
 * @param flaw what they are or do.
 */
export function reportUnusable(flaw: string, context: Context): void {
  context.report({
    code: 'arguments-unusable',
    severity: 'warning',
    path: context.path,
    message: `the arguments ${flaw}; they are kept as text and the call must not be executed`,
  })
}

/** Notices what of the text is not in the value any more. */
function reportLosses(text: string, value: JsonObject, context: Context): void {
  const { path } = context
  if (repeatsKeys(text, value)) {
    const message = 'a key occurs twice; its last value is used, rawArguments keeps the text'
    context.report({ code: 'arguments-repeat-keys', severity: 'warning', path, message })
  }
  const numbers = lossyNumbers(text)
  if (numbers.length === 0) return
  context.report({
    code: 'number-precision',
    severity: 'info',
    path,
    message: `a double cannot hold ${numbers.slice(0, 3).join(', ')}; rawArguments keeps the exact digits`,
    detail: numbers.slice(0, 20),
  })
}

/** Numbers that go out as doubles, and so as others. */
export function roundedNotice(numbers: readonly string[], path: string): Notice {
  return {
    code: 'number-rounded',
    severity: 'warning',
    path,
    message: `a double cannot hold ${numbers.slice(0, 3).join(', ')}; the number is rounded`,
    detail: numbers.slice(0, 20),
  }
}
