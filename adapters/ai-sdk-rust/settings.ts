import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import { callOptions } from '../../src/codec/shape/settings/call-options.js'

/** Path of the settings that have no field in `CallOptions`. */
const OWN = 'providerOptions.toolwire.'

/** `CallOptions`, under their names in camelCase. */
export const SETTINGS = callOptions({ own: OWN, effort: `${OWN}effort` })

/** Options for the caller, not for the model. */
export const NEGLIGIBLE: NegligibleSettings = { headers: 'any', includeRawChunks: 'any' }
