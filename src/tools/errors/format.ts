import { causeChain, messageOf } from './thrown.js'
import type { ToolError } from './tool-error.js'

/** What of an error the model is told. */
export interface FormatErrorOptions {
  /** Whether it gets the messages of what caused the error as well. They may hold what it should not see. Default: false. */
  readonly causes?: boolean | undefined
}

/**
 * What the model reads of an error when it is to know more than the message: four lines that begin with `category:`,
 * `error:`, `suggestion:` and `retryable:`. A message of several lines goes on indented, so that it cannot pose as another
 * of the four. Its metadata, its stack and the causes stay with the host.
 * @example createExecutor({ tools, formatError })
 */
export function formatError(error: ToolError, { causes = false }: FormatErrorOptions = {}): string {
  const messages = causes ? new Set(causeChain(error).map(messageOf)) : [messageOf(error)]
  const lines = [
    `category: ${error.category}`,
    `error: ${[...messages].join('\ncaused by: ')}`,
    `suggestion: ${error.suggestion}`,
    `retryable: ${error.retryable ? 'yes' : 'no'}`,
  ]
  return lines.map(asOneEntry).join('\n')
}

function asOneEntry(line: string): string {
  return line.replaceAll(/\r\n|[\n\r\u2028\u2029]/g, '\n  ')
}
