import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/**
 * A span as it may be given: an SDK's `ReadableSpan`, its attributes alone, OTLP as JSON (a span, or a whole document), or an event
 * or log record of it.
 */
export type OpenTelemetrySpan = object

/** A message of the conventions: `{role, parts}`, or one that an instrumentation writes in another way. */
export interface OpenTelemetryMessage {
  role: string
  parts: { type: string; [field: string]: unknown }[]
  name?: string
  finish_reason?: string
}

/** A tool definition of the conventions. */
export interface OpenTelemetryTool {
  type: string
  name: string
  description?: string
  parameters?: { [key: string]: unknown } | null
}

/** The native types, all together. Nothing is written, so those of what is written say what it would be. */
export interface OpenTelemetryTypes extends NativeTypes {
  readonly callSource: object
  readonly call: object
  readonly result: object
  readonly message: OpenTelemetryMessage
  readonly messageInput: object
  readonly tool: OpenTelemetryTool
  readonly toolInput: object
  readonly request: OpenTelemetrySpan
  readonly requestInput: OpenTelemetrySpan
  readonly response: OpenTelemetrySpan
  readonly responseInput: OpenTelemetrySpan
  readonly event: object
}
