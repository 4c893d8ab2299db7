import type { JsonValue } from '../json/json-types.js'
import { asNative } from '../json/read-json.js'
import { conversation, modelResponse } from '../model/canonical.js'
import { expectForm } from '../model/form.js'
import type { Conversation, ModelResponse } from '../model/types.js'

/**
 * What `decode` printed, read back after whatever happened to it on the way: encoders rely on the shape. It takes what the
 * schemas of `toolwire/schemas` take, which need a library that the command line does not install.
 * @throws AdapterError with the path of the first member that is not canonical.
 */
export function expectConversation(value: JsonValue, path: string): Conversation {
  expectForm(value, conversation.form, path)
  return asNative<Conversation>(value)
}

/** @throws AdapterError with the path of the first member that is not canonical. */
export function expectResponse(value: JsonValue, path: string): ModelResponse {
  expectForm(value, modelResponse.form, path)
  return asNative<ModelResponse>(value)
}
