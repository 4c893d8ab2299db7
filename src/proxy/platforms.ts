import type { JsonObject } from '../json/types.js'
import type { KeyAccess, Platform } from '../wire/contract.js'
import type { Adapter } from '../wire/define.js'

/** The platform of a base URL, where it is not the vendor's own. */
export function platformAt({ codecs }: Adapter, { host, pathname }: URL): Platform | undefined {
  const address = `${host}${pathname.endsWith('/') ? pathname : `${pathname}/`}`
  return codecs.http.platforms?.find((platform) => platform.address.test(address))
}

/** The variables with the key of a server: those of its platform, or of the vendor at its own hosts; to others it must not go. */
export function keyVariables(adapter: Adapter, base: URL): readonly string[] {
  if (base.protocol !== 'https:') return []
  const { variables = [], hosts } = adapter.codecs.http.access ?? {}
  return platformAt(adapter, base)?.variables ?? (hosts?.test(base.hostname) ? variables : [])
}

/** The header in which a server is shown the key; none for a bearer. */
export function keyHeaderAt(adapter: Adapter, base: URL, given?: string): Pick<KeyAccess, 'header'> {
  const { header } = platformAt(adapter, base) ?? adapter.codecs.http.access ?? {}
  const named = given?.toLowerCase() ?? header
  return named === undefined || named === 'authorization' ? {} : { header: named }
}

/** The body of a request as the platform takes it. */
export function bodyAt(platform: Platform | undefined, body: JsonObject): JsonObject {
  if (platform === undefined) return body
  const { fields, without = [] } = platform
  const left = Object.entries(body).filter(([name]) => !without.includes(name))
  return { ...fields, ...Object.fromEntries(left) }
}
