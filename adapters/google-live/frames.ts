import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { camelize, type FormatMembers, PART, REQUEST, snakify } from './family.js'

const LEAF: FormatMembers = {}
const CONTENT: FormatMembers = { parts: PART }

/** Members of frames that belong to the format. Both spellings are read, like those of generateContent. */
const FRAME: FormatMembers = {
  setup: { ...REQUEST, systemInstruction: LEAF, realtimeInputConfig: LEAF, sessionResumption: LEAF },
  clientContent: { turns: CONTENT },
  realtimeInput: { audio: LEAF, video: LEAF },
  toolResponse: { functionResponses: LEAF },
  contextUpdate: LEAF,
  serverContent: { modelTurn: CONTENT, outputTranscription: LEAF, inputTranscription: LEAF },
  toolCall: { functionCalls: LEAF },
  toolCallCancellation: LEAF,
  usageMetadata: LEAF,
}

/** A frame with keys in camelCase, and the keys that were spelled otherwise. */
export interface ReadFrame {
  readonly frame: JsonObject
  readonly snake?: readonly string[]
}

export function readNativeFrame(native: JsonValue): ReadFrame | undefined {
  if (!isObject(native)) return undefined
  const { value, snake } = camelize(native, FRAME)
  return snake === undefined ? { frame: value } : { frame: value, snake }
}

export function writeFrame(frame: JsonObject, snake: JsonValue | undefined): JsonObject {
  return snakify(frame, snake)
}

/** The frame that ends the client's turn after all content was sent. */
export const TURN_COMPLETE: JsonObject = { clientContent: { turnComplete: true } }
