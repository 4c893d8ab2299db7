import { AdapterError } from '../json/errors.js'
import type { Limits, LimitsChoice } from './limits.js'

/**
 * The limits of a wire as the caller chose them.
 * @throws AdapterError('unknown-profile') that lists the known names.
 */
export function chooseLimits(
  { id = 'this wire', limits }: { readonly id?: string; readonly limits: Limits },
  choice: LimitsChoice | undefined,
): Limits {
  if (choice === undefined) return limits
  return { ...limits, ...(typeof choice === 'string' ? profileOf(id, limits, choice) : choice) }
}

function profileOf(wire: string, { profiles = {} }: Limits, name: string): Partial<Limits> {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile !== undefined) return profile
  const known = Object.keys(profiles).join(', ')
  throw new AdapterError(
    'unknown-profile',
    '',
    `${wire} has no limits called "${name}"; ${known === '' ? 'there is no profile of them' : `known are ${known}`}`,
  )
}
