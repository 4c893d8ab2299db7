import { compact } from '../../base/json/write-json.js'
import type { FinishEvent, StreamEvent } from '../../base/model/events.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { Message, Part, ToolCall, ToolResult } from '../../base/model/types.js'
import type { LoopEvent } from '../loop/loop-events.js'
import type { Failure, WriteOptions } from './serve-types.js'

type ShowOptions = Pick<WriteOptions, 'metadata' | 'usage' | 'onError'>

const GENERAL = {
  thrown: 'Something went wrong.',
  provider: 'The model could not answer.',
  tool: 'The tool failed.',
}

/** Returns the message for the client about a failure. */
export function toldOf(failure: Failure, { onError }: ShowOptions): string {
  if (onError === undefined && failure.type !== 'tool') logFailure(failure.error)
  return onError?.(failure) ?? GENERAL[failure.type]
}

/** Logs the error of which the client receives only a general sentence. With `onError` the caller logs it. */
function logFailure(error: unknown): void {
  console.error('toResponse: the answer failed. Handle it with the option onError.', error)
}

/** Converts an error of a loop or a turn to a failure. */
export function thrown(error: unknown): Failure {
  return error instanceof ResponseError ? { type: 'provider', error: error.error } : { type: 'thrown', error }
}

/** Removes data that the client must not see; returns undefined if nothing remains. */
export function shownEvent(event: LoopEvent, options: ShowOptions): LoopEvent | undefined {
  switch (event.type) {
    case 'error': {
      const { code, status, retryAfter } = event.error
      const message = toldOf({ type: 'provider', error: event.error }, options)
      return { type: 'error', error: compact({ message, code, status, retryAfter }) }
    }
    case 'tool-result':
    case 'preliminary':
    case 'completed':
    case 'failed':
    case 'denied':
      return { ...event, result: shownResult(event.result, options) }
    case 'step-finish':
      return { ...event, results: event.results.map((result) => shownResult(result, options)) }
    case 'tool-call':
      return { ...event, call: shownCall(event.call, options) }
    case 'step-start': {
      const calls = event.calls?.map((call) => shownCall(call, options))
      return compact({ ...event, calls })
    }
    default:
      return options.metadata === true ? event : withoutMetadata(event)
  }
}

/** Returns a list with the message as the client sees it; an empty list for a system message. */
export function shownMessage({ role, parts, origin }: Message, options: ShowOptions): readonly Message[] {
  if (role === 'system') return []
  // Posted metadata of the user is not trusted.
  const own = role === 'user' ? { ...options, metadata: false } : options
  const seen = parts.flatMap((part) => shownStored(part, own))
  return [compact({ role, parts: seen, origin: own.metadata === true ? origin : undefined })]
}

function shownStored(part: Part, options: ShowOptions): readonly Part[] {
  if (part.type === 'tool-call') return [shownCall(part, options)]
  if (part.type === 'tool-result') return [shownResult(part, options)]
  if (options.metadata === true) return [part]
  if (part.type === 'opaque') return part.wire === UI_WIRE ? [part] : []
  const { providerMetadata: _metadata, ...rest } = part
  return [rest]
}

function withoutMetadata(event: LoopEvent): LoopEvent | undefined {
  switch (event.type) {
    case 'response-start':
      return { type: 'response-start' }
    case 'text-start':
    case 'reasoning-start':
    case 'tool-input-start': {
      const { providerMetadata: _metadata, ...start } = event
      return start
    }
    case 'text-end':
      return { ...event, part: { type: 'text', text: event.part.text } }
    case 'reasoning-end':
      return { ...event, part: { type: 'reasoning', text: event.part.text } }
    case 'part':
      return shownPart(event.part)
    case 'finish':
      return bareFinish(event)
    default:
      return event
  }
}

/**
 * Returns a part for the client. Provider-specific parts are useless without their metadata; UI parts are
 * always sent.
 */
function shownPart(part: Extract<StreamEvent, { type: 'part' }>['part']): LoopEvent | undefined {
  if (part.type === 'opaque') return part.wire === UI_WIRE ? { type: 'part', part } : undefined
  const { providerMetadata: _metadata, ...rest } = part
  return { type: 'part', part: rest }
}

/** The wire id of UI data parts, which the host creates. */
export const UI_WIRE = 'ai-sdk'

function bareFinish({ type, finish: { reason }, usage }: FinishEvent): FinishEvent {
  return compact({ type, finish: { reason }, usage })
}

/** Returns a call for the client. Host data is never sent. */
function shownCall(call: ToolCall, { metadata }: ShowOptions): ToolCall {
  const { callerId: _caller, context: _context, skills: _skills, cache: _cache, ...own } = call
  if (metadata === true) return own
  const { providerMetadata: _metadata, ...rest } = own
  return rest
}

function shownResult(result: ToolResult, options: ShowOptions): ToolResult {
  const { raw: _raw, metadata, category: _category, retryable: _retryable, cache: _cache, ...own } = result
  const approval = result.preliminary === true ? metadata?.approval : undefined
  const told = compact({
    ...masked(own, options),
    metadata: approval === undefined ? undefined : { approval },
  })
  if (options.metadata === true) return told
  const { answers: _answers, providerMetadata: _metadata, ...rest } = told
  return rest
}

function masked(result: ToolResult, options: ShowOptions): ToolResult {
  if (!result.isError || result.output.type === 'denied') return result
  return { ...result, output: { type: 'error-text', value: toldOf({ type: 'tool', result }, options) } }
}
