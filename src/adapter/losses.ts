import type { JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import type { Message, OpaquePart, ProviderError, ToolCall, ToolResult } from '../model/types.js'
import type { Context, NoticeSeverity } from './context.js'

// What wires lack alike, they say alike: each of these gaps has its notice here.

function report(
  context: Context,
  code: string,
  path: string,
  message: string,
  severity: NoticeSeverity = 'warning',
  detail?: JsonValue,
): undefined {
  context.report(compact({ code, severity, path, message, detail }))
}

/** The native value of a part without canonical meaning; undefined with a notice on another wire than its own. */
export function encodeOpaque(part: OpaquePart, path: string, context: Context): JsonValue | undefined {
  if (part.wire === context.wire) return part.value
  const message = `this part has a meaning only on ${part.wire}; it is left out`
  return report(context, 'opaque-dropped', path, message)
}

export function dropSource(path: string, context: Context): undefined {
  const message = 'this wire has no citations outside of text blocks; the source is left out'
  return report(context, 'source-dropped', path, message)
}

/** A call that another provider ran itself. */
export function dropExecutedCall({ name }: ToolCall, path: string, context: Context): undefined {
  const message = `${name} was run by another provider; this wire has no block for such a call`
  return report(context, 'provider-call-dropped', path, message)
}

/** The result of such a call. */
export function dropExecutedResult({ name }: ToolResult, path: string, context: Context): undefined {
  const message = `${name || 'a tool'} was run by another provider; this wire has no block for its result`
  return report(context, 'provider-result-dropped', path, message)
}

/** A tool that exists only on another wire. */
export function dropProviderTool(
  { name, wire }: { readonly name: string; readonly wire: string },
  path: string,
  context: Context,
): undefined {
  return report(context, 'provider-tool-dropped', path, `${name} is a tool of ${wire}; it is left out`)
}

/** Tools that alone are allowed, where a choice cannot say so. */
export function widenAllowed(names: readonly string[], context: Context): undefined {
  const message = 'this wire cannot restrict the choice to some tools; all declared tools are allowed'
  return report(context, 'allowed-tools-widened', '/toolChoice', message, 'warning', names)
}

/** A choice that has a meaning only on the wire it came from. */
export function dropChoice(wire: string, context: Context): undefined {
  const message = `this tool choice has a meaning only on ${wire}; it is left out`
  return report(context, 'tool-choice-dropped', '/toolChoice', message)
}

/** A message of which nothing is left, where empty ones are refused. */
export function dropEmptyMessage({ role }: Message, path: string, context: Context): undefined {
  const message = `the ${role} message has nothing that this wire can carry; it is left out`
  return report(context, 'empty-message-dropped', path, message, 'info')
}

/** An error beside content. */
export function dropError({ message: detail }: ProviderError, context: Context): undefined {
  const message = 'this wire has no answer with both content and an error; the error is left out'
  return report(context, 'error-dropped', '/error', message, 'warning', detail)
}

/** Free text that goes into an object. */
export function reportWrapped({ name }: ToolCall, path: string, context: Context): void {
  const message = `this wire has no free-text calls; the text for ${name} goes into "input"`
  report(context, 'custom-call-wrapped', path, message, 'info')
}

/** What stands for the text of an error that has none. */
export function silentError(path: string, context: Context): string {
  const message = 'this wire refuses an error without a text; a text that says so takes its place'
  report(context, 'error-text-added', `${path}/output`, message, 'info')
  return 'The tool failed and said nothing about why.'
}
