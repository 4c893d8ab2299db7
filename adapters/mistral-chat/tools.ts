import { mistral } from './dialect.js'
import { chatTools } from './family.js'
import { hosted } from './hosted.js'

export const tools = /* @__PURE__ */ chatTools(mistral, hosted)
