import { mistral } from './dialect.js'
import { errorForm } from './errors.js'
import { chatStreamEncoder } from './family.js'

export const streamEncoder = /* @__PURE__ */ chatStreamEncoder(mistral, errorForm)
