import type { JsonObject } from '../../base/json/json-types.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { encodeArgumentText } from '../../base/model/arguments.js'
import type { CallStart, StreamEvent } from '../../base/model/events.js'
import { expectResponse } from '../../base/model/expect.js'
import type { CustomToolCall, ModelResponse, Part, ToolCall } from '../../base/model/types.js'
import { narrowArguments } from '../../base/schema/narrow-arguments.js'
import { CUSTOM_INPUT } from '../../codec/shape/free-text.js'
import type { RunKind } from '../../codec/shape/run-forms.js'
import { startedCall } from '../../codec/stream/encoding.js'
import { type EventStep, mapEvents, pipeSteps } from '../../codec/stream/event-step.js'
import type { OriginalTool } from '../../codec/wire/fit-step.js'

/**
 * The data for restoring original names in a response of the target. The object is plain data and can be
 * stored.
 */
export interface Restorable {
  /** The original names of tools, by the target's name. */
  readonly toolNames: Readonly<Record<string, string>>
  /** Original names of custom tools that were sent as functions. */
  readonly customTools: readonly string[]
  /** Tools that are not plain functions of the caller, by the function name before renaming. */
  readonly originals?: Readonly<Record<string, OriginalTool>>
  /**
   * Original schemas of tools whose optional arguments became nullable for the target, by the name of the
   * tool before renaming.
   */
  readonly widened?: Readonly<Record<string, JsonObject>>
  /**
   * Kinds of the caller's hosted tools that the target's provider runs. An answer contains calls of these
   * tools in the caller's form.
   */
  readonly carried?: readonly RunKind[]
}

/**
 * Restores the caller's tool names in the calls of a target's response, and converts calls of functions that
 * represent custom tools back to custom calls. Returns the same response if nothing was renamed.
 */
export function restoreResponse(response: ModelResponse, fitted: Restorable): ModelResponse {
  expectResponse(response)
  const { message } = response
  const parts = message.parts.map((part) => restorePart(part, fitted))
  if (parts.every((part, index) => part === message.parts[index])) return response
  return { ...response, message: { ...message, parts } }
}

/** Creates an event step that restores a live stream as `restoreResponse` restores a response. */
export function createRestore(fitted: Restorable): EventStep {
  const results = mapEvents((event) => {
    if (event.type !== 'tool-result') return event
    const result = restorePart(event.result, fitted)
    return result === event.result || result.type !== 'tool-result' ? event : { ...event, result }
  })
  return pipeSteps(
    changeCalls(
      (call) => restoreCall(call, fitted),
      ({ name }) => widenedSchema(originalName(name, fitted), fitted) !== undefined,
    ),
    results,
  )
}

/**
 * Restores one event of a target's stream as `restoreResponse` restores a response. Text deltas of a function
 * that represents a custom tool stay JSON; the final `tool-call` event contains the custom call.
 */
export function restoreEvent(event: StreamEvent, fitted: Restorable): StreamEvent {
  if (event.type === 'tool-call') {
    const call = restoreCall(event.call, fitted)
    return call === event.call ? event : { ...event, call }
  }
  if (event.type !== 'tool-input-start' || event.providerExecuted) return event
  const name = originalName(event.name, fitted)
  const original = originalOf(name, fitted)
  return name === event.name && original === undefined
    ? event
    : { ...event, name, ...withMarks(event, original) }
}

function restorePart(part: Part, fitted: Restorable): Part {
  if (part.type === 'tool-call') return restoreCall(part, fitted)
  if (part.type !== 'tool-result' || part.providerExecuted) return part
  const sent = originalName(part.name, fitted)
  const name = originalOf(sent, fitted)?.name ?? sent
  return name === part.name ? part : { ...part, name }
}

export function restoreCall(call: ToolCall, fitted: Restorable): ToolCall {
  if (call.providerExecuted) return call
  const name = originalName(call.name, fitted)
  const renamed = name === call.name ? call : { ...call, name }
  const isCustom = renamed.kind !== 'custom' && fitted.customTools.includes(name)
  const restored = isCustom ? customCall(renamed) : narrowed(renamed, name, fitted)
  const original = originalOf(name, fitted)
  if (original === undefined) return restored
  const marked = withMarks(restored, original)
  return restored.kind === 'custom'
    ? { ...restored, ...marked, kind: restored.kind }
    : { ...restored, ...marked }
}

/** Returns the original kind and metadata of a call, with the metadata that the author of the call needs. */
function withMarks(
  { providerMetadata }: Pick<ToolCall, 'providerMetadata'>,
  original: OriginalTool | undefined,
): OriginalTool | undefined {
  if (providerMetadata === undefined || original?.providerMetadata === undefined) return original
  return { ...original, providerMetadata: { ...providerMetadata, ...original.providerMetadata } }
}

/** Removes null values of optional properties, which the target required. */
function narrowed(call: ToolCall, name: string, fitted: Restorable): ToolCall {
  const schema = widenedSchema(name, fitted)
  if (schema === undefined || call.kind === 'custom' || call.status !== 'complete') return call
  const value = narrowArguments(call.arguments, schema)
  if (value === call.arguments) return call
  const { rawArguments: text, ...rest } = call
  return text === undefined
    ? { ...rest, arguments: value }
    : { ...rest, arguments: value, rawArguments: stringifyJson(value) }
}

function widenedSchema(name: string, { widened = {} }: Restorable): JsonObject | undefined {
  return Object.hasOwn(widened, name) ? widened[name] : undefined
}

function originalOf(name: string, { originals = {} }: Restorable): OriginalTool | undefined {
  return Object.hasOwn(originals, name) ? originals[name] : undefined
}

function originalName(name: string, { toolNames }: Restorable): string {
  return (Object.hasOwn(toolNames, name) ? toolNames[name] : undefined) ?? name
}

/**
 * Returns the custom call that the function call represents. Arguments without the declared form are kept as
 * text, in a call that must not run.
 */
export function customCall(call: Exclude<ToolCall, { kind: 'custom' }>): CustomToolCall {
  const { status: given, arguments: value, rawArguments, ...rest } = call
  const input = value?.[CUSTOM_INPUT]
  if (given === 'complete' && typeof input === 'string')
    return { ...rest, kind: 'custom', status: 'complete', arguments: input, rawArguments: input }
  const status = given === 'complete' ? 'malformed' : given
  const text = rawArguments ?? (value === undefined ? '' : stringifyJson(value))
  return { ...rest, kind: 'custom', status, rawArguments: text }
}

/** Returns the start event of a call whose name or kind was changed. */
export function startOf(
  event: CallStart,
  { id, name, kind, namespace, providerMetadata }: ToolCall,
): CallStart {
  const { namespace: _namespace, providerMetadata: _metadata, ...rest } = event
  const space = namespace === undefined ? {} : { namespace }
  return { ...rest, id, name, kind, ...space, ...(providerMetadata !== undefined && { providerMetadata }) }
}

/** Returns the complete input of a call in one delta; unusable input is omitted (see `disassemble`). */
export function wholeInput(call: ToolCall): readonly StreamEvent[] {
  const { id } = call
  const end: StreamEvent = { type: 'tool-input-end', id }
  if (call.status !== 'complete') return [end]
  return [{ type: 'tool-input-delta', id, delta: encodeArgumentText(call) }, end]
}

/**
 * Creates a step that changes the client's calls one by one, but never their ids. If free text becomes JSON
 * or vice versa, the input is held until it is complete, since truncated input cannot be converted.
 * @param waits returns true for other calls whose input is held.
 */
export function changeCalls(
  change: (call: ToolCall) => ToolCall,
  waits: (call: ToolCall) => boolean = () => false,
): EventStep {
  const waiting = new Set<string>()
  return {
    finish: () => [],
    push(event) {
      switch (event.type) {
        case 'restart':
          waiting.clear()
          return [event]
        case 'tool-input-start': {
          if (event.providerExecuted) return [event]
          const call = startedCall(event)
          const changed = change(call)
          if ((changed.kind === 'custom') !== (call.kind === 'custom') || waits(call)) waiting.add(event.id)
          return [changed === call ? event : startOf(event, changed)]
        }
        case 'tool-input-delta':
        case 'tool-input-end':
          return waiting.has(event.id) ? [] : [event]
        case 'tool-call': {
          if (event.call.providerExecuted) return [event]
          const call = change(event.call)
          const last: StreamEvent = call === event.call ? event : { type: 'tool-call', call }
          return waiting.delete(call.id) ? [...wholeInput(call), last] : [last]
        }
        default:
          return [event]
      }
    },
  }
}
