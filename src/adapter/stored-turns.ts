import { isObject, objectOr } from '../json/read.js'
import type { Conversation } from '../model/types.js'
import type { WireCodecs } from './adapter.js'
import type { Notice } from './context.js'

/** A request field that, when set, means the provider itself keeps the earlier turns. */
export interface StoredTurns {
  readonly field: string
  /** The `type` that its value has to have, where others mean something else. */
  readonly type?: string
}

/** As much of a wire as is known. */
export type KnownWire = Pick<WireCodecs, 'id'> & Partial<WireCodecs>

/** The field by which a request goes on with turns that its provider holds, or undefined when it holds none. */
export function storedTurnsField(
  { providerMetadata }: Conversation,
  { id, limits }: KnownWire,
): string | undefined {
  const own = providerMetadata?.[id]
  const settings = [own, objectOr(own?.extra, undefined)]
  return limits?.storedTurns?.find(({ field, type }) =>
    settings.some((fields) => {
      const value = fields?.[field]
      if (value === undefined || value === null) return false
      return type === undefined || (isObject(value) && value.type === type)
    }),
  )?.field
}

/** What to tell of a request that another wire is to answer without the turns that its own provider holds. */
export function missingTurns(conversation: Conversation, wire: KnownWire | undefined): readonly Notice[] {
  const field = wire && storedTurnsField(conversation, wire)
  if (field === undefined) return []
  const message = `the request goes on with turns that ${wire?.title} holds; only what stands in it is translated, unless they are given as earlierMessages`
  return [{ code: 'earlier-turns-missing', severity: 'warning', path: `/${field}`, message }]
}
