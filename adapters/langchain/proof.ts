import type { Context } from '../../src/adapter/context.js'
import { metadataOf } from '../../src/adapter/metadata.js'
import type { JsonObject } from '../../src/json/types.js'
import type { Part } from '../../src/model/types.js'

/** The wire whose thinking blocks its integration leaves in the content as they are: there they go back with their proofs. */
const SIGNED_BY = 'anthropic-messages'

/** What that wire needs to know its own thinking again. */
export function proofOf(type: string, signature: string): { readonly [wire: string]: JsonObject } {
  return { [SIGNED_BY]: type === 'thinking' ? { signature } : { block: type, signature } }
}

/** The part without what its native block says of its proof anyway. */
export function withoutProof<Kind extends Part>(part: Kind, context: Context): Kind {
  if (part.type !== 'reasoning' || metadataOf(part, context)?.block === undefined) return part
  const { [SIGNED_BY]: _proof, ...others } = part.providerMetadata ?? {}
  return { ...part, providerMetadata: others }
}
