import type { JsonObject } from '../../src/base/json/json-types.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

/**
 * The signs that distinguish bodies of the wire from Chat Completions. TODO: replace the member `api`, which bodies of this example
 * have, by members that only this wire has; see adapters/mistral-chat/evidence.ts.
 */
export const evidence = /* @__PURE__ */ evidenceOf({
  request: [[0.98, 'api is acme-chat', (body) => hasName(body) && 'messages' in body]],
  answer: [[0.98, 'api is acme-chat', (body) => hasName(body) && !('messages' in body)]],
})

function hasName({ api }: JsonObject): boolean {
  return api === 'acme-chat'
}
