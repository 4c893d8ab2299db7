import type { JsonObject } from '../../src/base/json/json-types.js'
import { objectsIn } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

/**
 * The signs by which bodies of the wire are known. TODO: replace the member `api`, which every body of this example has, by
 * members and types that only this wire has. Give low scores to signs that other wires share.
 */
export const evidence = /* @__PURE__ */ evidenceOf({
  request: [[0.98, 'api is acme-chat', (body) => hasName(body) && 'messages' in body]],
  answer: [[0.98, 'api is acme-chat', (body) => hasName(body) && !('messages' in body)]],
  'answer-piece': [[0.9, 'calls of this wire', (piece) => hasBlock(piece, 'acme-chat/call')]],
  'history-piece': [[0.9, 'results of this wire', (piece) => hasBlock(piece, 'acme-chat/result')]],
})

function hasName({ api }: JsonObject): boolean {
  return api === 'acme-chat'
}

/** Returns true for the block itself, or for a message with such a block of this type. */
function hasBlock({ type, content }: JsonObject, word: string): boolean {
  return type === word || objectsIn(content).some((block) => block.type === word)
}
