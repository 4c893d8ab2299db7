import { asJson } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import { GEN_AI, GEN_AI_OPERATIONS } from '../../base/model/gen-ai-names.js'
import type { ToolCall, ToolOutput, ToolResult } from '../../base/model/types.js'
import { truncateMiddle } from '../errors/truncate.js'
import type { CallOutcome, TracedCall } from '../executor/executor-types.js'
import { MAX_CONTENT_CHARACTERS, OTHER_ERROR } from './model-attributes.js'
import type { OpenTelemetryOptions, TraceAttributes } from './telemetry-types.js'

// Names outside the GenAI conventions begin with `toolwire.`.

/** Returns the attributes that are known before the call runs. */
export function startAttributes(told: TracedCall, options: OpenTelemetryOptions): TraceAttributes {
  const { call, tool, context } = told
  return {
    ...callAttributes(tool.name, call, options),
    ...named(GEN_AI.toolDescription, 'description' in tool ? tool.description : undefined),
    ...named(GEN_AI.conversationId, context.conversationId),
    ...named('toolwire.tool.origin', tool.origin),
  }
}

/** Returns the attributes of a call, which may be unknown. */
export function callAttributes(
  name: string,
  call: ToolCall | undefined,
  options: OpenTelemetryOptions,
): TraceAttributes {
  const content = options.recordContent && call !== undefined
  return {
    ...toolAttributes(name),
    ...named(GEN_AI.toolCallId, call?.minted ? undefined : call?.id),
    ...(content && { [GEN_AI.toolCallArguments]: cut(argumentsOf(call), options) }),
  }
}

/**
 * Returns attributes with few distinct values, which a metric may have. Tools that an executor runs have type
 * `function`, since the client runs them.
 */
export function toolAttributes(name: string): TraceAttributes {
  return {
    [GEN_AI.operation]: GEN_AI_OPERATIONS.tool,
    [GEN_AI.toolName]: name,
    [GEN_AI.toolType]: 'function',
  }
}

/** The attributes that are known when the call is over. */
export interface SpanEnding {
  readonly attributes: TraceAttributes
  /** The error message, if content is recorded. */
  readonly message?: string
  /** True if a tool ran, so that there is a duration. False for denied and waiting calls. Default: true. */
  readonly isExecuted?: boolean
}

/**
 * Returns the attributes for the end of a call. `toolwire.outcome` is `answered`, `denied`, `not-begun`,
 * `waiting` or `left`.
 */
export function endingOf(outcome: CallOutcome, options: OpenTelemetryOptions): SpanEnding {
  if (!('result' in outcome)) return { attributes: { 'toolwire.outcome': outcome.status }, isExecuted: false }
  return resultEnding(outcome.result, outcome.status, options)
}

/** Returns the attributes of a result. */
export function resultEnding(
  result: ToolResult,
  status: CallOutcome['status'],
  options: OpenTelemetryOptions,
): SpanEnding {
  const { output, isError } = result
  const isDenied = output.type === 'denied'
  const content = options.recordContent ? cut(textOf(output), options) : undefined
  const attributes = {
    'toolwire.outcome': isDenied ? 'denied' : status,
    ...named('error.type', errorTypeOf(result)),
    ...named(GEN_AI.toolCallResult, isError ? undefined : content),
  }
  return compact({
    attributes,
    message: isError ? content : undefined,
    isExecuted: !isDenied && status === 'answered',
  })
}

/** Returns the error type of a result. `_OTHER` is the conventions' value for an error without a category. */
function errorTypeOf({ isError, category, output }: ToolResult): string | undefined {
  if (!isError) return undefined
  return category ?? (output.type === 'denied' ? 'policy_blocked' : OTHER_ERROR)
}

function named(name: string, value: string | undefined): TraceAttributes | undefined {
  return value === undefined ? undefined : { [name]: value }
}

function argumentsOf(call: ToolCall): string {
  return call.status === 'complete'
    ? textOf({ type: 'json', value: call.arguments })
    : (call.rawArguments ?? '')
}

function textOf(output: ToolOutput): string {
  if (output.type === 'denied') return output.reason ?? ''
  return typeof output.value === 'string' ? output.value : stringifyJson(asJson(output.value))
}

function cut(text: string, { maxContentCharacters = MAX_CONTENT_CHARACTERS }: OpenTelemetryOptions): string {
  return truncateMiddle(text, maxContentCharacters).text
}
