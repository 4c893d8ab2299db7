import { tryParseJson } from '../json/parse.js'
import { stringifyJson } from '../json/write-json.js'
import type { Message, Part, ResultPart, ToolOutput } from '../model/types.js'

/**
 * How a result's error survives a wire whose results are plain text: the text stands inside one of these elements, and
 * decoding recognizes exactly that. Models read it without being told.
 */
const ERROR_TEXT = ['<tool_error>', '</tool_error>'] as const
const ERROR_JSON = ['<tool_error type="json">', '</tool_error>'] as const
const DENIED = ['<tool_denied>', '</tool_denied>'] as const

/** What a result says, and whether it is an error. */
export interface DecodedOutput {
  /** The output of the tool. */
  readonly output: ToolOutput
  /** Also true of what was denied. */
  readonly isError: boolean
}

/** Result text for a wire without an error flag. Media are not in it: `fit` has moved them elsewhere. */
export function encodeResultText(result: DecodedOutput): string {
  const { output } = result
  switch (output.type) {
    case 'error-text':
      return wrap(ERROR_TEXT, output.value)
    case 'error-json':
      return wrap(ERROR_JSON, stringifyJson(output.value))
    case 'denied':
      return wrap(DENIED, output.reason ?? '')
    default:
      return result.isError ? wrap(ERROR_TEXT, outputText(output)) : outputText(output)
  }
}

/** The text that a model is to see of an output, without any mark of its being an error. */
export function outputText(output: ToolOutput): string {
  switch (output.type) {
    case 'json':
    case 'error-json':
      return stringifyJson(output.value)
    case 'content':
      return partsText(output.value)
    case 'denied':
      return output.reason ?? 'The tool call was denied.'
    default:
      return output.value
  }
}

function partsText(parts: readonly ResultPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** Reads result text, recognizing the error marks that `encodeResultText` writes. */
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

/** Fills in the tool name of results that came without one, from the latest call before them with their id. */
export function nameResults(messages: readonly Message[]): Message[] {
  const names = new Map<string, string>()
  return messages.map((message) => {
    let changed = false
    const parts = message.parts.map((part) => {
      if (part.type === 'tool-call') names.set(part.id, part.name)
      if (part.type !== 'tool-result' || part.name !== '') return part
      const name = names.get(part.callId)
      if (name === undefined) return part
      changed = true
      return { ...part, name }
    })
    return changed ? { ...message, parts } : message
  })
}

/** The output of a wire whose results have an error flag; a denial has its mark there, too. */
export function errorOrText(text: string, isError: boolean): ToolOutput {
  if (!isError) return { type: 'text', value: text }
  const { output } = decodeResultText(text)
  return output.type === 'denied' ? output : { type: 'error-text', value: text }
}

/** Whether a result failed, by its mark or by its form. */
export function isErrorResult({ isError, output }: DecodedOutput): boolean {
  return isError || output.type.startsWith('error') || output.type === 'denied'
}

/** The parts of a native user message as canonical messages: results stand apart from what the user says. */
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
