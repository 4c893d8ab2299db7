import { asJson } from '../../src/base/json/read-json.js'
import type { Converter } from '../../src/codec/stream/codec.js'
import { type InClient, renaming } from '../../src/codec/wire/client-names.js'
import type { CohereRequest } from './wire.js'

/** Names that the official client (`cohere-ai` 8.1) has in camel case, by their first words. */
const names = /* @__PURE__ */ renaming({
  renamed:
    /^(tool|finish|billed|input|output|image|search|cached|content|token|json|response|citation|safety|strict|stop|max|frequency|presence|raw)[A-Z]/,
  ofTheUser: /^(arguments|parameters|data|document|json_schema|jsonSchema|tool_output|toolOutput)$/,
})

/** The official client's objects as the wire has them. */
export const converter: Converter = (value) => names.toWire(asJson(value))

/** A request or messages as the official client takes them: `client.chatStream(sdkParameters(request))`. */
export function sdkParameters<Native extends CohereRequest | readonly object[]>(
  native: Native,
): InClient<Native> {
  return names.toClient(native)
}
