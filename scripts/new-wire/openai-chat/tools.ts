import { dialect } from './dialect.js'
import { chatTools } from './family.js'

/** The second argument lists hosted tools, as data: see adapters/mistral-chat/hosted.ts. */
export const tools = /* @__PURE__ */ chatTools(dialect, {})
