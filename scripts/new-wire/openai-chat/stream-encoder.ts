import { dialect } from './dialect.js'
import { errorForm } from './errors.js'
import { chatStreamEncoder } from './family.js'

export const streamEncoder = /* @__PURE__ */ chatStreamEncoder(dialect, errorForm)
