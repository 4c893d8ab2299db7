import { causeChain, messageOf } from './thrown.js'
import type { ToolError } from './tool-error.js'

/** Options for formatting an error for the model. */
export interface FormatErrorOptions {
  /**
   * True to include the messages of the causes, which may contain data that the model should not see.
   * Default: false.
   */
  readonly causes?: boolean | undefined
}

/**
 * Formats an error for a model that needs more than the message: four lines that begin with `category:`,
 * `error:`, `suggestion:` and `retryable:`. Further lines of a message are indented, so that they are not
 * read as one of the four. Metadata, stack and causes are not included.
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
