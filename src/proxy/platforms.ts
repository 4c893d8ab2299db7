import type { JsonObject } from '../base/json/json-types.js'
import type { Platform } from '../codec/wire/contract.js'
import type { ProxyTarget } from './proxy-types.js'

/** Returns the platform of a base URL, if it is a known one. */
export function platformAt(
  platforms: readonly Platform[],
  { host, pathname }: Pick<URL, 'host' | 'pathname'>,
): Platform | undefined {
  const address = `${host}${pathname.replace(/(?<!\/)\/*$/, '/')}`
  return platforms.find((platform) => platform.address.test(address))
}

/**
 * Returns the variables with the key of a target: those of its platform, or those of the vendor at the
 * vendor's hosts. The key is not sent to other hosts.
 */
export function keyVariables({ adapter, platform }: ProxyTarget, base: URL): readonly string[] {
  if (base.protocol !== 'https:') return []
  const { variables = [], hosts } = adapter.codecs.http.access ?? {}
  return platform?.variables ?? (hosts?.test(base.hostname) ? variables : [])
}

/** Returns the header for the target's key, or none for a bearer token. */
export function keyHeaderOf({ adapter, platform, keyHeader }: ProxyTarget): { readonly header?: string } {
  const { header } = platform ?? adapter.codecs.http.access ?? {}
  const named = keyHeader?.toLowerCase() ?? header
  return named === undefined || named === 'authorization' ? {} : { header: named }
}

/** Returns the body of a request in the platform's form. */
export function bodyAt(platform: Platform | undefined, body: JsonObject): JsonObject {
  if (platform === undefined) return body
  const { fields, without = [] } = platform
  const left = Object.entries(body).filter(([name]) => !without.includes(name))
  return { ...fields, ...Object.fromEntries(left) }
}
