import { dialect } from './dialect.js'
import { chatStream } from './family.js'

export const stream = /* @__PURE__ */ chatStream(dialect)
