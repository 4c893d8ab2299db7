import { dialect } from './dialect.js'
import { chatRequest } from './family.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'

export const request = /* @__PURE__ */ chatRequest(dialect, {
  settings: SETTINGS,
  asksForUsage: false,
  negligible: NEGLIGIBLE,
})
