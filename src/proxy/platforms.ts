import type { JsonObject } from '../base/json/json-types.js'
import type { Platform } from '../codec/wire/contract.js'
import type { ProxyTarget } from './proxy-types.js'

/** The platform of a base URL, where it is one of these. */
export function platformAt(
  platforms: readonly Platform[],
  { host, pathname }: Pick<URL, 'host' | 'pathname'>,
): Platform | undefined {
  const address = `${host}${pathname.replace(/(?<!\/)\/*$/, '/')}`
  return platforms.find((platform) => platform.address.test(address))
}

/** The variables with the key of a target: those of its platform, or of the vendor at its own hosts; to others it must not go. */
export function keyVariables({ adapter, platform }: ProxyTarget, base: URL): readonly string[] {
  if (base.protocol !== 'https:') return []
  const { variables = [], hosts } = adapter.codecs.http.access ?? {}
  return platform?.variables ?? (hosts?.test(base.hostname) ? variables : [])
}

/** The header in which a target is shown the key; none for a bearer. */
export function keyHeaderOf({ adapter, platform, keyHeader }: ProxyTarget): { readonly header?: string } {
  const { header } = platform ?? adapter.codecs.http.access ?? {}
  const named = keyHeader?.toLowerCase() ?? header
  return named === undefined || named === 'authorization' ? {} : { header: named }
}

/** The body of a request as the platform takes it. */
export function bodyAt(platform: Platform | undefined, body: JsonObject): JsonObject {
  if (platform === undefined) return body
  const { fields, without = [] } = platform
  const left = Object.entries(body).filter(([name]) => !without.includes(name))
  return { ...fields, ...Object.fromEntries(left) }
}
