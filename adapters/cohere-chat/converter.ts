import { asJson } from '../../src/base/json/read-json.js'
import type { Converter } from '../../src/codec/stream/codec.js'
import { type InClient, renaming } from '../../src/codec/wire/client-names.js'
import type { CohereRequest } from './wire.js'

/** Names that the official client (`cohere-ai` 8.1) writes in camel case, by their first words. */
const names = /* @__PURE__ */ renaming({
  renamed:
    /^(tool|finish|billed|input|output|image|search|cached|content|token|json|response|citation|safety|strict|stop|max|frequency|presence|raw)[A-Z]/,
  ofTheUser: /^(arguments|parameters|data|document|json_schema|jsonSchema|tool_output|toolOutput)$/,
})

/** Converts the official client's objects to wire names. */
export const converter: Converter = (value) => names.toWire(asJson(value))

/**
 * Converts a request or messages to the official client's form: `client.chatStream(sdkParameters(request))`.
 */
export function sdkParameters<Native extends CohereRequest | readonly object[]>(
  native: Native,
): InClient<Native> {
  return names.toClient(native)
}
