import type { JsonObject, JsonValue } from '../../../base/json/json-types.js'
import { isObject, objectIn } from '../../../base/json/read-json.js'
import type { StateChange } from '../../../base/model/types.js'
import type { NegligibleSettings } from '../fields.js'
import { decodeSettings, type SettingsTable } from './settings-table.js'

/**
 * Decodes native settings that apply from some point of a history. Fields without a row become an `other`
 * change.
 */
export function settingChanges(
  native: JsonObject,
  table: SettingsTable,
  negligible: NegligibleSettings,
): readonly StateChange[] {
  const { values, rest, metadata } = decodeSettings(native, table, negligible)
  const { parallelToolCalls: _isNoSetting, ...settings } = values
  const groups = Object.values(objectIn(metadata.groups)).map((group) => objectIn(group).extra ?? null)
  const changes: StateChange[] = []
  if (Object.keys(settings).length > 0) changes.push({ type: 'settings', settings })
  if ([rest, ...groups].some(holdsValues)) changes.push({ type: 'other' })
  return changes
}

function holdsValues(value: JsonValue): boolean {
  return isObject(value) ? Object.values(value).some(holdsValues) : value !== null
}
