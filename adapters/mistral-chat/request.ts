import { mistral } from './dialect.js'
import { chatRequest } from './family.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'

/** Streams always report their usage, and fields unknown to the API (`stream_options`) are rejected. */
export const request = /* @__PURE__ */ chatRequest(mistral, {
  settings: SETTINGS,
  asksForUsage: false,
  negligible: NEGLIGIBLE,
})
