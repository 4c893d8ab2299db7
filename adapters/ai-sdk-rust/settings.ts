import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import { callOptions } from '../../src/codec/shape/settings/call-options.js'

/** Where settings stand that `CallOptions` have no field for. */
const OWN = 'providerOptions.toolwire.'

/** `CallOptions`, under their names in camelCase. */
export const SETTINGS = callOptions({ own: OWN, effort: `${OWN}effort` })

/** Of the caller, not of the model. */
export const NEGLIGIBLE: NegligibleSettings = { headers: 'any', includeRawChunks: 'any' }
