import { mistral } from './dialect.js'
import { chatMessages, chatResults } from './family.js'

export const encodeResults = /* @__PURE__ */ chatResults(mistral)
export const messages = /* @__PURE__ */ chatMessages(mistral)
