import { asJson, isObject } from '../../src/base/json/read-json.js'
import type { Converter } from '../../src/codec/stream/codec.js'
import { type InClient, renaming } from '../../src/codec/wire/client-names.js'
import type { MistralRequest } from './wire.js'

/** Names that the official client (`@mistralai/mistralai` 2.7) writes in camel case, by their first words. */
const names = /* @__PURE__ */ renaming({
  renamed:
    /^(tool|finish|reference|image|document|input|file|prompt|completion|total|service|max|top|random|response|json|presence|frequency|parallel|reasoning|safe)[A-Z]/,
  ofTheUser: /^(arguments|parameters|metadata|schema|schemaDefinition)$/,
  others: { schema: 'schemaDefinition' },
})

/** Converts the official client's objects to wire names. A stream event of the client is inside `data`. */
export const converter: Converter = (value) => {
  const native = asJson(value)
  return names.toWire(isObject(native) && isObject(native.data) ? native.data : native)
}

/**
 * Converts a request or messages to the official client's form:
 * `client.chat.complete(sdkParameters(request))`.
 */
export function sdkParameters<Native extends MistralRequest | readonly object[]>(
  native: Native,
): InClient<Native> {
  return names.toClient(native)
}
