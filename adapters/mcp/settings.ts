import { isArray, isObject } from '../../src/base/json/read-json.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import type { SettingForm, SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

/**
 * The form of the model. The client chooses the model, and a request contains only a hint, preferably a
 * single one.
 */
const hint: SettingForm<string> = {
  fields: ['modelPreferences.hints'],
  decode({ 'modelPreferences.hints': hints }) {
    const [only] = isArray(hints) && hints.length === 1 ? hints : []
    return isObject(only) && Object.keys(only).length === 1 && typeof only.name === 'string'
      ? only.name
      : undefined
  },
  encode: (name) => ({ 'modelPreferences.hints': [{ name }] }),
}

/** https://modelcontextprotocol.io/specification/2025-11-25/client/sampling */
export const SETTINGS: SettingsTable = {
  model: [hint],
  maxOutputTokens: [form.number('maxTokens')],
  temperature: [form.number('temperature')],
  stop: [form.texts('stopSequences')],
  parallelToolCalls: 'elsewhere',
  metadata: [form.textMembers('metadata')],
}

export const NEGLIGIBLE: NegligibleSettings = {
  metadata: 'any',
  // Options of the connection, and priorities of the server.
  _meta: 'any',
  includeContext: ['none'],
  'modelPreferences.costPriority': 'any',
  'modelPreferences.speedPriority': 'any',
  'modelPreferences.intelligencePriority': 'any',
  nextCursor: 'any',
  ttlMs: 'any',
  cacheScope: 'any',
  resultType: 'any',
}
