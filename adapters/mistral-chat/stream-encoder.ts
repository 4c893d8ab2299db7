import type { Context } from '../../src/adapter/context.js'
import { metadataOf } from '../../src/adapter/metadata.js'
import type { JsonValue } from '../../src/json/types.js'
import type { Part, ReasoningPart, WireMetadata } from '../../src/model/types.js'
import type { NativeFrame } from '../../src/stream/events.js'
import { mistral } from './dialect.js'
import { errorForm } from './errors.js'
import { ChatStreamEncoder, inDialect } from './family.js'
import { thinking } from './thinking.js'

type Frames = readonly NativeFrame<JsonValue>[]

/** Writes thinking as chunks of the content, piece by piece. */
export class MistralStreamEncoder extends ChatStreamEncoder {
  /** Open thinking that goes into the content. */
  private readonly chunks = new Set<string>()

  constructor(context: Context) {
    super(inDialect(context, mistral), errorForm)
  }

  protected override startReasoning(id: string, own: WireMetadata | undefined): Frames {
    if (own !== undefined && own.form !== 'chunk') return super.startReasoning(id, own)
    this.chunks.add(id)
    // What comes after a chunk is a text of its own.
    this.textEnd = ''
    return this.start(null)
  }

  protected override reasoningDelta(id: string, delta: string): Frames {
    return this.chunks.has(id)
      ? [this.piece({ type: 'reasoning', text: delta })]
      : super.reasoningDelta(id, delta)
  }

  protected override endReasoning(id: string, part: ReasoningPart): Frames {
    if (!this.chunks.delete(id)) return super.endReasoning(id, part)
    this.partCount += 1
    // What the chunk holds beside its text.
    return metadataOf(part, this.context) === undefined ? [] : [this.piece({ ...part, text: '' })]
  }

  /** Chunks of the content that come whole part the texts around them, too. */
  protected override whole(parts: readonly Part[]): Frames {
    const frames = super.whole(parts)
    if (parts.some(({ type }) => type === 'opaque')) this.textEnd = ''
    return frames
  }

  private piece(part: ReasoningPart): NativeFrame<JsonValue> {
    return this.chunk({ content: [thinking.write(part, this.context)] })
  }
}
