import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/**
 * A span as input: an SDK's `ReadableSpan`, only its attributes, OTLP as JSON (a span, or a complete
 * document), or an event or log record of a span.
 */
export type OpenTelemetrySpan = object

/** A message of the conventions: `{role, parts}`, or a message in the form of an instrumentation. */
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

/** All native types. The format is never written; the output types describe the form of the conventions. */
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
