import { isObject } from '../../src/base/json/read-json.js'
import type { OutputFormat } from '../../src/base/model/types.js'
import type { Leaves, SettingForm, Telling } from '../../src/codec/shape/settings/settings-table.js'

/**
 * `format`: the word `json`, or a bare JSON Schema. https://docs.ollama.com/capabilities/structured-outputs
 */
export const formatForm: SettingForm<OutputFormat> = {
  fields: ['format'],
  decode({ format }) {
    if (format === 'json') return { type: 'json' }
    return isObject(format) ? { type: 'json-schema', schema: format } : undefined
  },
  encode(value, tell): Leaves {
    if (value.type === 'json') return { format: 'json' }
    if (value.type === 'json-schema') return encodeSchema(value, tell)
    tell.lost()
    return {}
  },
}

function encodeSchema(value: Extract<OutputFormat, { type: 'json-schema' }>, tell: Telling): Leaves {
  for (const member of ['name', 'description', 'strict'] as const)
    if (value[member] !== undefined) tell.lost(member)
  return { format: value.schema }
}
