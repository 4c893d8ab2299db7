import { nearest } from '../base/json/nearest-name.js'
import { comparedName } from '../translate/catalogue/catalogue.js'
import { models } from '../translate/catalogue/index.js'

/** Minimum length of a common prefix for two names to be similar. */
const LIKE = 4
const MOST_SHOWN = 5

/** Suggests names of models: the closest spelling, or names with the same prefix. */
export function nearModels(name: string): readonly string[] {
  const known = models.rows.map((row) => row.name)
  const compared = comparedName(name)
  const meant = nearest(compared, known)
  if (meant !== undefined) return [meant]
  return known.filter((each) => comparedName(each).startsWith(compared.slice(0, LIKE))).slice(0, MOST_SHOWN)
}

/** Returns the message for a model without facts, whose requests are written by the limits of the wire alone. */
export function unknownModel(name: string): string | undefined {
  if (models.find(name) !== undefined) return undefined
  const near = nearModels(name)
  const fix =
    near.length === 0 ? '`toolwire models` lists the known models' : `Did you mean ${near.join(', ')}?`
  return `nothing is known of the model "${name}", so only the limits of the wire apply. ${fix}`
}
