import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Context } from '../../src/base/model/context.js'
import type { OpaquePart, StateChange } from '../../src/base/model/types.js'
import { settingChanges } from '../../src/codec/shape/settings/setting-changes.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'

/** Decodes `ResponseConfigurationUpdateItemParam` of openai. Returns undefined for other items. */
export function changingItem(item: JsonObject, { wire }: Context): OpaquePart | undefined {
  if (item.type !== 'configuration_update') return undefined
  const { type: _type, id: _id, ...settings } = item
  const changes = settingChanges(settings, SETTINGS, NEGLIGIBLE).map(switchingOn)
  return changes.length === 0 ? undefined : { type: 'opaque', wire, value: item, changes }
}

/**
 * Returns the change with reasoning enabled: `none` is an effort on this wire, so every other effort enables
 * reasoning.
 */
function switchingOn(change: StateChange): StateChange {
  if (change.type !== 'settings' || change.settings.reasoning?.effort === undefined) return change
  const { reasoning, ...others } = change.settings
  return { ...change, settings: { ...others, reasoning: { enabled: true, ...reasoning } } }
}
