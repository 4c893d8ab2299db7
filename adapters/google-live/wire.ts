import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/** A part of a Content. */
export interface LivePart {
  text?: string
  inlineData?: { mimeType?: string; data?: string }
}

/** Content of the user or the model. */
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

/** The result of a call. `response` is an object. */
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

/** All client frames of a session, in order. */
export interface LiveRequest {
  clientEvents: LiveClientFrame[]
}

/** A frame of the server. In transcripts, one frame may contain a complete answer. */
export interface LiveServerFrame {
  serverContent?: { modelTurn?: LiveContent; turnComplete?: boolean; outputTranscription?: { text?: string } }
  toolCall?: { functionCalls?: { id?: string; name?: string; args?: Record<string, unknown> }[] }
  usageMetadata?: object
}

/** Any other fields of a frame. */
export interface LiveAnything {
  readonly [field: string]: unknown
}

/** All native types. */
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
