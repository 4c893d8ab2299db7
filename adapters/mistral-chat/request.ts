import { mistral } from './dialect.js'
import { chatRequest } from './family.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'

/** Streams tell their usage unasked, and fields that the API does not know (`stream_options`) are refused. */
export const request = /* @__PURE__ */ chatRequest(mistral, {
  settings: SETTINGS,
  asksForUsage: false,
  negligible: NEGLIGIBLE,
})
