import { mistral } from './dialect.js'
import { chatMessages, chatResults } from './family.js'

export const encodeResults = /* @__PURE__ */ chatResults(mistral)
export const messages = /* @__PURE__ */ chatMessages(mistral)

/** Metadata keys of this wire, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'thinking', unknown> {}
}
