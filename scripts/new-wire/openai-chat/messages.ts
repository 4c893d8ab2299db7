import { dialect } from './dialect.js'
import { chatMessages, chatResults } from './family.js'

export const encodeResults = /* @__PURE__ */ chatResults(dialect)
export const messages = /* @__PURE__ */ chatMessages(dialect)
