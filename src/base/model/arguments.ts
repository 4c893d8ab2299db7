import { attempt } from '../json/adapter-error.js'
import type { JsonObject, JsonValue } from '../json/json-types.js'
import { losesNumbers, lossyNumbers, repeatsKeys } from '../json/lossy-text.js'
import { tryParseJson } from '../json/parse.js'
import { isObject, objectIn } from '../json/read-json.js'
import { parseRounded, roundedText } from '../json/rounded-numbers.js'
import { equalJson, stringifyJson } from '../json/write-json.js'
import { type Context, createContext, type Notice } from './context.js'
import type { ArgumentsState, ToolCall } from './types.js'

/**
 * The state of a streamed call when it is decoded. `begun`: the call has started. `ended`: the closing
 * bracket of the call arrived, possibly because of the output limit. `whole`: the call is complete. `cut`:
 * the output limit truncated the call. `unclosed`: the answer ended well without the end of the call, so the
 * text of the call decides. `broken`: the answer broke off inside the call.
 */
export type CallStage = 'begun' | 'ended' | 'whole' | 'cut' | 'unclosed' | 'broken'

/** The members of a ToolCall that its arguments determine. */
export type DecodedArguments = ArgumentsState<JsonObject> & { readonly rawArguments?: string }

/**
 * The member of an object that represents bad arguments on a wire that accepts only objects. The object
 * contains the text and status of the arguments. Decoders of all wires restore the original.
 */
export const INVALID_ARGUMENTS = 'toolwire_invalid_arguments'
/** The member with the status of the arguments, in an object with `INVALID_ARGUMENTS`. */
export const INVALID_STATUS = 'toolwire_status'

/**
 * Marks the end of a truncated text that would look complete otherwise: every truncated free text, and
 * argument text that was streamed before the truncation was known. Decoding removes the mark.
 */
const CUT_MARK = '…<toolwire_truncated/>'

/**
 * Parses argument text.
 * @param cut true if the output ended before the text was complete (length limit, broken stream).
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

/** Returns true for the text of a call without arguments. Some servers send `null` (Cohere, OpenRouter). */
function isBlank(text: string): boolean {
  const bare = text.trim()
  return bare === '' || bare === 'null'
}

/**
 * Returns the arguments of an incomplete call. Their status is never `complete`, even if the received text is
 * valid JSON.
 */
export function truncatedArguments(text: string): DecodedArguments {
  const value = tryParseJson(text)
  return (
    (isObject(value) ? unwrap(value) : undefined) ?? { status: 'truncated', rawArguments: unmarked(text) }
  )
}

/** Returns the incomplete call with only this text of its arguments. */
export function truncatedCall(call: ToolCall, text: string): ToolCall {
  const { arguments: _arguments, rawArguments: _text, status: _status, ...head } = call
  return head.kind === 'custom'
    ? { ...head, kind: head.kind, ...decodeFreeText(text, true) }
    : { ...head, kind: head.kind, ...truncatedArguments(text) }
}

/**
 * Returns the call with its text decoded at this stage.
 * @param call the call without its text.
 */
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

/**
 * Decodes argument text without an end event, in an answer that ended well. The arguments are complete if the
 * text parses or is blank.
 */
export function unclosedArguments(text: string, context: Context): DecodedArguments {
  return decodeArgumentText(text, !isBlank(text), context)
}

function unmarked(text: string): string {
  return text.endsWith(CUT_MARK) ? text.slice(0, -CUT_MARK.length) : text
}

const EMPTY: DecodedArguments = { status: 'complete', arguments: {} }

/**
 * Decodes the known arguments of a streamed call.
 * @param given the arguments that arrived complete with the start of the block; streamed text takes
 * precedence.
 * @returns undefined for a call that `ended` without arguments or with broken arguments: only the rest of the
 * stream shows whether the output limit truncated the call.
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

/** Decodes only unambiguous text: returns undefined, without a notice, for a blank or broken text. */
export function endedArguments(text: string, context: Context): DecodedArguments | undefined {
  const trial = createContext(context.wire)
  const decoded = decodeArgumentText(text, false, trial)
  if (text === '' || decoded.status === 'malformed') return undefined
  for (const notice of trial.notices) context.report(notice)
  return decoded
}

/** The members of a custom call that its text determines. */
export type DecodedFreeText = ArgumentsState<string> & { readonly rawArguments: string }

/**
 * Decodes the arguments of a call with free text.
 * @param cut true unless the text is known to be complete.
 */
export function decodeFreeText(text: string, cut: boolean): DecodedFreeText {
  if (cut || text.endsWith(CUT_MARK)) return { status: 'truncated', rawArguments: unmarked(text) }
  return { status: 'complete', arguments: text, rawArguments: text }
}

/**
 * Decodes arguments that are JSON on the wire. An absent value and null represent a call without arguments.
 */
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

/** Marks a call without a name as unusable. The call can never run, so its arguments are kept as text. */
export function withoutName(call: ToolCall): ToolCall {
  if (!isNameless(call) || call.status !== 'complete') return call
  const { arguments: value, ...head } = call
  const text = typeof value === 'string' ? value : stringifyJson(value)
  return { ...head, status: 'malformed', rawArguments: call.rawArguments ?? text }
}

/** Returns the call as its provider sent it. */
export function asGivenCall(call: ToolCall): ToolCall {
  if (call.status !== 'malformed' || !isNameless(call)) return call
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

/**
 * Decodes the content of the marker object; undefined for an object that `encodeArgumentValue` did not
 * create.
 */
function unwrap(value: JsonObject): DecodedArguments | undefined {
  const rawArguments = value[INVALID_ARGUMENTS]
  const status = value[INVALID_STATUS]
  if (typeof rawArguments !== 'string' || Object.keys(value).length !== 2) return undefined
  if (status !== 'malformed' && status !== 'truncated' && status !== 'not-object') return undefined
  return { status, rawArguments }
}

/**
 * Encodes argument text for a wire with text arguments: the exact text, unless `arguments` was edited after
 * decoding. An unusable text that would look usable is wrapped in an object; a free text gets a mark.
 * @param cut true if the finish reason already shows the reader that the text may be truncated.
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

/**
 * Returns the mark that follows the text of a call that was sent before its truncation was known. Without the
 * mark, the text would look complete.
 */
export function cutMark(call: ToolCall): string {
  return looksUsable(asGivenCall(call), false) && !looksWhole(call) ? CUT_MARK : ''
}

/**
 * Returns true if the text of a truncated call is a complete object. A mark would make this text invalid, so
 * only the finish reason of the answer shows the truncation.
 */
export function looksWhole({ status, kind, rawArguments = '' }: ToolCall): boolean {
  return status === 'truncated' && kind !== 'custom' && isObject(tryParseJson(rawArguments))
}

/** Returns true if the bare text of an unusable call would be decoded with a better status. */
function looksUsable({ status, kind, rawArguments = '' }: ToolCall, cut: boolean): boolean {
  if (status === 'complete') return false
  const isKnown = cut && status === 'truncated'
  if (kind === 'custom') return !isKnown
  const value = rawArguments.trim() === '' ? null : tryParseJson(rawArguments)
  if (value === null) return !isKnown
  return value !== undefined && (isObject(value) || status !== 'not-object')
}

/** Returns the object that represents unusable arguments. */
function wrapped({ status, rawArguments }: ToolCall): JsonObject {
  return {
    [INVALID_ARGUMENTS]: rawArguments ?? '',
    [INVALID_STATUS]: status === 'complete' ? 'malformed' : status,
  }
}

/**
 * Encodes an arguments object for a wire with JSON arguments. Bad arguments and the arguments of custom calls
 * are wrapped in an object, never replaced.
 */
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
 * Parses JSON text for an encoded value. Numbers that a double cannot represent are rounded with a notice,
 * unless the writer keeps their digits.
 */
export function encodeJsonText(text: string, context: Context): JsonValue {
  if (context.parseExact !== undefined) return context.parseExact(text)
  const numbers = lossyNumbers(text)
  if (numbers.length > 0) context.report(roundedNotice(numbers, context.path))
  return parseRounded(text)
}

/** Returns true if the text of the call contains numbers whose value differs in its arguments. */
export function losesDigits({ kind, rawArguments, arguments: value }: ToolCall): boolean {
  if (kind === 'custom' || rawArguments === undefined || value === undefined) return false
  return losesNumbers(rawArguments) && meansSame(rawArguments, value)
}

/** Returns true if the text is JSON for this value. */
export function meansSame(text: string, value: JsonObject): boolean {
  const parsed = text.trim() === '' ? {} : (tryParseJson(text) ?? {})
  return equalJson(parsed, value)
}

/**
 * Reports arguments with which the call must not run.
 * @param flaw the problem, as a predicate for the message.
 */
export function reportUnusable(flaw: string, context: Context): void {
  context.report({
    code: 'arguments-unusable',
    severity: 'warning',
    path: context.path,
    message: `the arguments ${flaw}; they are kept as text and the call must not be executed`,
  })
}

/** Reports parts of the text that are missing from the value. */
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

/**
 * Reports numbers of a text that a double cannot hold and that a conversion of the text does not contain.
 * Arguments and results of calls contain them as text.
 */
export function reportRounded(text: string, converted: object, context: Context): void {
  if (!losesNumbers(text)) return
  const rounded = roundedNumbers(text, stringifyJson(converted))
  if (rounded.length > 0) context.report(roundedNotice(rounded, ''))
}

/** Returns the numbers of a text that are rounded to doubles in the converted text. */
export function roundedNumbers(text: string, converted: string): string[] {
  return lossyNumbers(text).filter((digits) => {
    const double = Number(digits)
    return !converted.includes(digits) && (!Number.isFinite(double) || converted.includes(String(double)))
  })
}

/** Creates the notice for numbers that are rounded to doubles. */
export function roundedNotice(numbers: readonly string[], path: string): Notice {
  return {
    code: 'number-rounded',
    severity: 'warning',
    path,
    message: `a double cannot hold ${numbers.slice(0, 3).join(', ')}; the number is rounded`,
    detail: numbers.slice(0, 20),
  }
}

/** Maximum number of numbers that wait for an event, and of numbers that are reported of a stream. */
const MOST_NUMBERS = 100
/** Length of a double from which the same digits in a text are unlikely to be another number. */
const DISTINCT_LENGTH = 16

/**
 * Reports numbers in the frames of a stream that a double cannot hold and that decoded events contain as
 * doubles. An event may be emitted some frames after its numbers were received.
 */
export class RoundedInStream {
  readonly #waiting = new Set<string>()
  #reported = 0

  constructor(private readonly context: Context) {}

  /** Reads the numbers of a frame. Every frame may contain others, so the oldest numbers are forgotten. */
  read(text: string): void {
    if (this.#reported >= MOST_NUMBERS) return
    for (const digits of lossyNumbers(text)) {
      const [oldest] = this.#waiting
      if (oldest !== undefined && this.#waiting.size >= MOST_NUMBERS) this.#waiting.delete(oldest)
      this.#waiting.add(digits)
    }
  }

  /** Reports the numbers that an event contains as doubles. Deltas are text of the provider. */
  push(event: object): void {
    if (this.#waiting.size === 0 || 'delta' in event) return
    const rounded = roundedIn(event, [...this.#waiting])
    if (rounded.length === 0) return
    for (const digits of rounded) this.#waiting.delete(digits)
    this.#reported += rounded.length
    this.context.report(roundedNotice(rounded, ''))
  }
}

/** Returns the numbers that a value contains as doubles, in members or in texts, and not with all digits. */
function roundedIn(value: object, numbers: readonly string[]): string[] {
  const doubles = new Set<unknown>()
  const collect = (_key: string, member: unknown) => {
    if (typeof member === 'number') doubles.add(member)
    return member
  }
  const written = attempt(() => stringifyJson(value, '', collect))
  const text = 'value' in written ? written.value : ''
  return numbers.filter((digits) => {
    if (text.includes(digits)) return false
    const double = String(Number(digits))
    return doubles.has(Number(digits)) || (double.length >= DISTINCT_LENGTH && text.includes(double))
  })
}
