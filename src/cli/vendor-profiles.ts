import { addressesOf, type ProfileSources, unverifiedIn } from '../codec/wire/limit-sources.js'
import type { Limits } from '../codec/wire/limits.js'
import { loadModule, wiresIn } from './adapters.js'
import type { CommandSession } from './session.js'

/** The differences of a vendor's server, with their sources. */
export interface VendorProfile {
  readonly wire: string
  readonly profile: string
  readonly limits: Partial<Limits>
  readonly source: readonly string[]
  /** The limits without a known source. */
  readonly unverified: readonly string[]
  readonly date: string
}

/** Returns the profiles with this name, for each wire whose folder has `vendor-sources.ts`. */
export async function vendorProfiles(
  name: string,
  session: CommandSession,
): Promise<readonly VendorProfile[]> {
  const found = await Promise.all(
    wiresIn(session.adaptersFolder).map((wire) => vendorProfile(wire, name, session)),
  )
  return found.flat()
}

async function vendorProfile(wire: string, name: string, session: CommandSession): Promise<VendorProfile[]> {
  const module = await loadModule(session.adaptersFolder, wire, 'vendor-sources')
  const known = module?.vendorSources
  if (!isSources(known) || !Object.hasOwn(known, name)) return []
  const { limits = {}, date = '' } = known[name] ?? {}
  const sources = { limits, date }
  const { codecs } = (await session.registry()).get(wire)
  return [
    {
      ...{ wire, profile: name, limits: codecs.limits.profiles?.[name] ?? {} },
      ...{ source: addressesOf(sources), unverified: unverifiedIn(sources), date },
    },
  ]
}

function isSources(value: unknown): value is Readonly<Record<string, ProfileSources>> {
  return typeof value === 'object' && value !== null
}
