import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/** A part of a content. */
export interface LivePart {
  text?: string
  inlineData?: { mimeType?: string; data?: string }
}

/** What somebody says. */
export interface LiveContent {
  role?: string
  parts?: LivePart[]
}

/** One of the `functionCalls` of a frame. */
export interface LiveFunctionCall {
  id?: string
  name: string
  args?: Record<string, unknown>
}

/** The answer to a call. `response` is an object. */
export interface LiveFunctionResponse {
  id?: string
  name?: string
  response?: Record<string, unknown>
}

/** A frame of the client: one of its members. */
export interface LiveClientFrame {
  setup?: { model?: string; systemInstruction?: LiveContent; tools?: object[]; generationConfig?: object }
  clientContent?: { turns?: LiveContent[]; turnComplete?: boolean }
  realtimeInput?: { text?: string }
  toolResponse?: { functionResponses?: LiveFunctionResponse[] }
}

/** All that the client of a session said, in its order. */
export interface LiveRequest {
  clientEvents: LiveClientFrame[]
}

/** A frame of the server; of a transcript also one that says a whole answer. */
export interface LiveServerFrame {
  serverContent?: { modelTurn?: LiveContent; turnComplete?: boolean; outputTranscription?: { text?: string } }
  toolCall?: { functionCalls?: { id?: string; name?: string; args?: Record<string, unknown> }[] }
  usageMetadata?: object
}

/** Whatever a frame has. */
export interface LiveAnything {
  readonly [field: string]: unknown
}

/** The native types, all together. */
export interface LiveTypes extends NativeTypes {
  readonly callSource: object
  readonly call: LiveFunctionCall
  readonly result: LiveFunctionResponse
  readonly message: LiveClientFrame
  readonly messageInput: LiveAnything | object
  readonly tool: object
  readonly toolInput: object
  readonly request: LiveRequest
  readonly requestInput: { readonly clientEvents: readonly object[] }
  readonly response: LiveServerFrame
  readonly responseInput: LiveAnything | object
  readonly event: object
}
