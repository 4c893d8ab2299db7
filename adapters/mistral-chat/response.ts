import { mistral } from './dialect.js'
import { errorForm } from './errors.js'
import { chatResponse, chatResponseDecoder } from './family.js'

export const decodeResponse = /* @__PURE__ */ chatResponseDecoder(mistral)
export const response = /* @__PURE__ */ chatResponse(mistral, errorForm)
