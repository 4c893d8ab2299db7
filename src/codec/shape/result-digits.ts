import { tryParseJson } from '../../base/json/parse.js'
import { keepDigits, roundedText } from '../../base/json/rounded-numbers.js'
import { equalJson } from '../../base/json/write-json.js'
import { encodeJsonText } from '../../base/model/arguments.js'
import type { Context } from '../../base/model/context.js'
import type { Message, ToolOutput } from '../../base/model/types.js'

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
