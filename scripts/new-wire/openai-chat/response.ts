import { dialect } from './dialect.js'
import { errorForm } from './errors.js'
import { chatResponse, chatResponseDecoder } from './family.js'

export const decodeResponse = /* @__PURE__ */ chatResponseDecoder(dialect)
export const response = /* @__PURE__ */ chatResponse(dialect, errorForm)
