import type { SettingsTable } from '../../src/shape/settings/settings-table.js'
import { generateSettings } from './family.js'

const { model, maxOutputTokens, temperature, topP, topK, seed, reasoning } = generateSettings

/** `LiveClientSetup` of @google/genai 3.1: the generation config of generateContent, without what sessions do not have. */
export const SETTINGS: SettingsTable = {
  ...(model && { model }),
  ...(maxOutputTokens && { maxOutputTokens }),
  ...(temperature && { temperature }),
  ...(topP && { topP }),
  ...(topK && { topK }),
  ...(seed && { seed }),
  ...(reasoning && { reasoning }),
}
