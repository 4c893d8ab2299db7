import { tryParseJson } from '../../base/json/parse.js'
import { keepDigits, roundedText, stringifyRounded } from '../../base/json/rounded-numbers.js'
import { equalJson } from '../../base/json/write-json.js'
import { encodeJsonText } from '../../base/model/arguments.js'
import type { Context } from '../../base/model/context.js'
import type { Message, Part, ResultPart, ToolOutput } from '../../base/model/types.js'
import { joinedBlocks, reportJoined } from './joined-text.js'

/**
 * Error marks for wires whose results are plain text: the text is inside one of these elements, and decoding
 * recognizes exactly these forms. Models understand them without instructions.
 */
const ERROR_TEXT = ['<tool_error>', '</tool_error>'] as const
const ERROR_JSON = ['<tool_error type="json">', '</tool_error>'] as const
const DENIED = ['<tool_denied>', '</tool_denied>'] as const

/** The output of a result and its error flag. */
export interface DecodedOutput {
  /** The output of the tool. */
  readonly output: ToolOutput
  /** True for denied results as well. */
  readonly isError: boolean
}

/**
 * Encodes the result text for a wire without an error flag. The text excludes media, which `fit` has moved to
 * another message.
 * @param context for the notice about joined texts. Default: no notice.
 */
export function encodeResultText(result: DecodedOutput, context?: Context): string {
  const { output } = result
  switch (output.type) {
    case 'error-text':
      return wrap(ERROR_TEXT, output.value)
    case 'error-json':
      return wrap(ERROR_JSON, stringifyRounded(output.value))
    case 'denied':
      return wrap(DENIED, output.reason ?? '')
    default:
      return result.isError ? wrap(ERROR_TEXT, outputText(output, context)) : outputText(output, context)
  }
}

/**
 * Returns the text of an output for the model, without an error mark.
 * @param context as for `encodeResultText`.
 */
export function outputText(output: ToolOutput, context?: Context): string {
  switch (output.type) {
    case 'json':
    case 'error-json':
      return stringifyRounded(output.value)
    case 'content':
      return joinedTexts(
        output.value.flatMap((part) => (part.type === 'text' ? part.text : [])),
        context,
      )
    case 'denied':
      return output.reason ?? 'The tool call was denied.'
    default:
      return output.value
  }
}

/** Joins the texts of a result, and reports it to `context`. */
export function joinedTexts(texts: readonly string[], context?: Context): string {
  const isMore = texts.filter((text) => text !== '').length > 1
  if (context !== undefined && isMore)
    reportJoined('the texts of the result are joined with line breaks', context)
  return joinedBlocks(texts)
}

/**
 * Marks a content list as an error, for wires whose results have lists and no error flag: the mark opens in
 * the first part and closes in the last text. If the list does not begin with a text, a text is inserted.
 */
export function markErrorParts(parts: readonly ResultPart[]): ResultPart[] {
  const [open, close] = ERROR_TEXT
  const visible = parts.filter((part) => part.type !== 'text' || part.text !== '')
  const begun = visible[0]?.type === 'text' ? visible : [{ type: 'text' as const, text: '' }, ...visible]
  return marked(begun, (text, isFirst, isLast) => `${isFirst ? open : ''}${text}${isLast ? close : ''}`)
}

/**
 * Removes the mark of `markErrorParts`.
 * @returns undefined for a list without the mark.
 */
export function unmarkErrorParts(parts: readonly ResultPart[]): ResultPart[] | undefined {
  const [open, close] = ERROR_TEXT
  const [first] = parts
  const last = parts.findLast((part) => part.type === 'text')
  if (first?.type !== 'text' || last?.type !== 'text') return undefined
  const isLong = first !== last || first.text.length >= open.length + close.length
  if (!isLong || !first.text.startsWith(open) || !last.text.endsWith(close)) return undefined
  const bare = marked(parts, (text, isFirst, isLast) =>
    text.slice(isFirst ? open.length : 0, isLast ? -close.length : undefined),
  )
  return bare.filter((part) => part.type !== 'text' || part.text !== '')
}

/** Returns the list with its first and its last text changed. */
function marked(
  parts: readonly ResultPart[],
  change: (text: string, isFirst: boolean, isLast: boolean) => string,
): ResultPart[] {
  const end = parts.findLastIndex((part) => part.type === 'text')
  return parts.map((part, index) =>
    part.type === 'text' ? { ...part, text: change(part.text, index === 0, index === end) } : part,
  )
}

/** Decodes result text, including the error marks that `encodeResultText` writes. */
export function decodeResultText(text: string): DecodedOutput {
  const json = unwrap(ERROR_JSON, text)
  const value = json === undefined ? undefined : tryParseJson(json)
  if (value !== undefined) return { output: { type: 'error-json', value }, isError: true }
  const error = unwrap(ERROR_TEXT, text)
  if (error !== undefined) return { output: { type: 'error-text', value: error }, isError: true }
  const reason = unwrap(DENIED, text)
  if (reason !== undefined)
    return { output: reason === '' ? { type: 'denied' } : { type: 'denied', reason }, isError: true }
  return { output: { type: 'text', value: text }, isError: false }
}

type Mark = readonly [open: string, close: string]

function wrap([open, close]: Mark, text: string): string {
  return `${open}${text}${close}`
}

function unwrap([open, close]: Mark, text: string): string | undefined {
  const wrapped = text.startsWith(open) && text.endsWith(close) && text.length >= open.length + close.length
  return wrapped ? text.slice(open.length, -close.length) : undefined
}

/**
 * Fills in the missing tool names of results. The name comes from the latest earlier call with the same id.
 */
export function nameResults(messages: readonly Message[]): Message[] {
  const names = new Map<string, string>()
  return messages.map((message) => {
    let parts: Part[] | undefined
    for (const [index, part] of message.parts.entries()) {
      if (part.type === 'tool-call') names.set(part.id, part.name)
      const name = part.type === 'tool-result' && part.name === '' ? names.get(part.callId) : undefined
      if (part.type !== 'tool-result' || name === undefined) continue
      parts ??= [...message.parts]
      parts[index] = { ...part, name }
    }
    return parts === undefined ? message : { ...message, parts }
  })
}

/**
 * Decodes the output on a wire whose results have an error flag; a denial is marked in the text on these
 * wires, too.
 */
export function errorOrText(text: string, isError: boolean): ToolOutput {
  if (!isError) return { type: 'text', value: text }
  const { output } = decodeResultText(text)
  return output.type === 'denied' ? output : { type: 'error-text', value: text }
}

/** Returns true if a result failed, by its flag or by its form. */
export function isErrorResult({ isError, output }: DecodedOutput): boolean {
  return isError || output.type.startsWith('error') || output.type === 'denied'
}

/**
 * Splits the parts of a native user message into canonical messages: results are separate from the user's
 * content.
 */
export function splitResults(
  parts: readonly Part[],
): { readonly role: 'tool' | 'user'; readonly parts: Part[] }[] {
  const runs: { readonly role: 'tool' | 'user'; readonly parts: Part[] }[] = []
  for (const part of parts) {
    const role = part.type === 'tool-result' && !part.providerExecuted ? 'tool' : 'user'
    const latest = runs.at(-1)
    if (latest?.role === role) latest.parts.push(part)
    else runs.push({ role, parts: [part] })
  }
  return runs.length === 0 ? [{ role: 'user', parts: [] }] : runs
}

/** Remembers the digits of numbers in decoded results that are JSON, for encoders of the same values. */
export function keepResultDigits(messages: readonly Message[], context: Context): void {
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type !== 'tool-result') continue
      const { output } = part
      if (output.type === 'json' || output.type === 'error-json') keepDigits(output.value, context.exactText)
    }
  }
}

/** Returns the result with JSON for an encoded value: with all digits if the writer keeps them. */
export function withDigits<Result extends { readonly output: ToolOutput }>(
  result: Result,
  context: Context,
): Result {
  const { output } = result
  if (output.type !== 'json' && output.type !== 'error-json') return result
  const { value } = output
  const text = typeof value === 'object' && value !== null ? roundedText(value) : undefined
  if (text === undefined || !equalJson(tryParseJson(text), value)) return result
  return { ...result, output: { ...output, value: encodeJsonText(text, context) } }
}
