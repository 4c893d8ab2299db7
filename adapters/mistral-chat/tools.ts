import { mistral } from './dialect.js'
import { chatTools } from './family.js'

export const tools = /* @__PURE__ */ chatTools(mistral)
