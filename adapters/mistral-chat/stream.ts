import { converter } from './converter.js'
import { mistral } from './dialect.js'
import { chatStream } from './family.js'

export const stream = /* @__PURE__ */ chatStream(mistral, converter)
