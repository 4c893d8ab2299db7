import { isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import type { Adapter } from '../wire/define.js'
import { unreadRequest } from './decode.js'
import type { Registry } from './registry.js'

/**
 * The wires that a request may be of, the likeliest first: told by its path, and where that does not decide by its body.
 * @param body asked for when it is needed.
 */
export function wiresAt(path: string, body: () => JsonValue | undefined, registry: Registry): Adapter[] {
  const byPath = registry.adapters.filter(({ codecs }) => codecs.http.path.test(path))
  const request = byPath.length === 1 ? undefined : body()
  const likeliest = isObject(request) ? readerOf(request, registry) : undefined
  return likeliest === undefined ? byPath : [likeliest, ...byPath.filter(({ id }) => id !== likeliest.id)]
}

/** The wire that a request looks like, unless calls of it would be lost: then it is of another one. */
function readerOf(request: JsonObject, registry: Registry): Adapter | undefined {
  const adapter = registry.recognise({ request })?.adapter
  return adapter && unreadRequest(request, adapter.codecs).length === 0 ? adapter : undefined
}

/** The model that a request asks, by its path or in its body. */
export function modelAt(path: string, { model }: JsonObject, { codecs }: Adapter): string | undefined {
  return codecs.http.modelIn?.(path) ?? (typeof model === 'string' ? model : undefined)
}
