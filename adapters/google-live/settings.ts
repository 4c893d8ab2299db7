import { compact } from '../../src/base/json/write-json.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'
import { generateSettings } from './family.js'

const { model, maxOutputTokens, temperature, topP, topK, seed, reasoning } = generateSettings

/**
 * `LiveClientSetup` of @google/genai 3.1: the generation config of generateContent, without settings that
 * sessions lack.
 */
export const SETTINGS: SettingsTable = compact({
  model,
  maxOutputTokens,
  temperature,
  topP,
  topK,
  seed,
  reasoning,
})
