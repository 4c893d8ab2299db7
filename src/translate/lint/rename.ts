import type { JsonObject } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { valueAt } from '../../base/json/pointer.js'
import { type Limits, type TextLimit, textTest } from '../../codec/wire/limits.js'
import { createFreeTexts, type FreeTexts } from '../fit/fit-names.js'
import type { TextAt } from './view.js'

/** The texts that are renamed: ids of calls or names of tools. */
export type TextLimitName = 'callId' | 'toolName'

/** Characters of the hash that keeps new texts unique, as in `fit`. */
const HASH_LENGTHS: Readonly<Record<TextLimitName, number>> = { callId: 16, toolName: 8 }

/** Creates unused texts of a form. */
export function freeTexts(limit: TextLimitName, form: TextLimit, used: Set<string>): FreeTexts {
  return createFreeTexts(form, HASH_LENGTHS[limit], used)
}

/** Returns the form of the wire or of a profile that names this rule. */
export function formAskedBy(rule: string, limit: TextLimitName, limits: Limits): TextLimit {
  const profiles = Object.values(limits.profiles ?? {}).flatMap((profile) => profile[limit] ?? [])
  const forms = [limits[limit], limits[limit].portable, ...profiles].filter((form) => form !== undefined)
  if (limits[limit].accepted?.rule === rule) return limits[limit]
  return forms.find((form) => form.rule === rule || form.lengthRule === rule) ?? limits[limit]
}

/**
 * Returns a new text for each text that the form rejects. The new text is the same at every path of a
 * request.
 * @param taken texts that are already in use.
 */
export function renamesTo(
  form: TextLimit,
  limit: TextLimitName,
  taken: readonly TextAt[],
): ReadonlyMap<string, string> {
  const isLegal = textTest(form)
  const texts = new Set(taken.map(({ text }) => text))
  const free = freeTexts(limit, form, new Set([...texts].filter(isLegal)))
  const renames = new Map<string, string>()
  // Empty texts are skipped: an empty text represents a missing text, and it is unknown which of them belong
  // together.
  for (const text of texts) if (text !== '' && !isLegal(text)) renames.set(text, free.take(text))
  return renames
}

/**
 * Replaces the text at each of these paths; returns nothing if one path does not contain the text of the
 * view.
 */
export function putInPlaces(
  request: JsonObject,
  places: readonly TextAt[],
  text: string,
): readonly PatchOperation[] | undefined {
  if (!places.every((place) => valueAt(request, place.path) === place.text)) return undefined
  const paths = new Set(places.map(({ path }) => path))
  return [...paths].map((path) => ({ op: 'replace', path, value: text }))
}
