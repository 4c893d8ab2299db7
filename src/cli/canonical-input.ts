import type { JsonValue } from '../base/json/json-types.js'
import { asNative } from '../base/json/read-json.js'
import { conversation, modelResponse } from '../base/model/canonical.js'
import { expectForm } from '../base/model/form.js'
import type { Conversation, ModelResponse } from '../base/model/types.js'

/**
 * Checks the output of `decode` when it is read again, because encoders rely on its shape and it may have
 * been changed. Accepts the same values as the schemas of `toolwire/schemas`, which need a library that the
 * command line does not install.
 * @throws AdapterError with the path of the first member that is not canonical.
 */
export function canonicalConversation(value: JsonValue, path: string): Conversation {
  expectForm(value, conversation.form, path)
  return asNative<Conversation>(value)
}

/**
 * Checks that a value is a canonical answer.
 * @throws AdapterError with the path of the first member that is not canonical.
 */
export function canonicalResponse(value: JsonValue, path: string): ModelResponse {
  expectForm(value, modelResponse.form, path)
  return asNative<ModelResponse>(value)
}
