import { mistral } from './dialect.js'
import { chatMessages, chatResults } from './family.js'

export const encodeResults = /* @__PURE__ */ chatResults(mistral)
export const messages = /* @__PURE__ */ chatMessages(mistral)

/** The keys of this wire's own metadata; the README of this folder says what each holds. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'thinking', unknown> {}
}
