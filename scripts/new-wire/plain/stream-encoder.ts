import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { FinishEvent, TextStart } from '../../src/base/model/events.js'
import type { Part, ProviderError } from '../../src/base/model/types.js'
import {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WireFrames,
  type WrittenBlock,
} from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { endedResponse } from '../../src/codec/stream/encoding.js'
import { encodePart } from './blocks.js'
import { API } from './maps.js'
import { encodeEnvelope, encodeError } from './response.js'

export function streamEncoder(context: Context): StreamEncoder {
  return new BlockWriter(new AcmeChatFrames(context))
}

/** The events of stream.ts. */
class AcmeChatFrames implements WireFrames {
  readonly oneAtATime = 'all'

  #head: JsonObject = {}

  constructor(private readonly context: Context) {}

  start(id: string | undefined, model: string | undefined): Frames {
    this.#head = compact({ ...API, id, model })
    return [{ data: { type: 'start', ...this.#head } }]
  }

  /** The first piece of a text begins its block, unless the block has further fields. */
  text(block: WrittenBlock, start: TextStart): BlockFrames<Part> | undefined {
    if (start.type !== 'text-start') return undefined
    const { index, path } = block
    const { providerMetadata } = start
    const part = compact({ type: 'text' as const, text: '', providerMetadata })
    const begin = this.#block(index, encodePart(part, { ...this.context, path }))
    const isBare = providerMetadata === undefined
    return {
      begin: isBare ? NO_FRAMES : begin,
      delta: (text) => [{ data: { type: 'text', index, text } }],
      end: () => (isBare && !block.hasText ? begin : NO_FRAMES),
    }
  }

  /** Calls are sent complete. */
  call(): undefined {
    return undefined
  }

  whole([part]: readonly [Part, ...Part[]], block: WrittenBlock): Frames {
    const native = encodePart(part, { ...this.context, path: block.path })
    return native === undefined ? NO_FRAMES : this.#block(block.index, native)
  }

  error(error: ProviderError): Frames {
    return [{ data: encodeError(error) }]
  }

  /** An error is the last event. The end does not repeat the start. */
  end(event: FinishEvent, hasFailed: boolean): Frames {
    if (hasFailed) return NO_FRAMES
    const answer = endedResponse(event, this.context)
    const { content: _content, ...envelope } = encodeEnvelope(answer, [], this.context)
    const rest = Object.entries(envelope).filter(([name, value]) => this.#head[name] !== value)
    return [{ data: { type: 'end', ...Object.fromEntries(rest) } }]
  }

  #block(index: number, block: JsonValue | undefined): Frames {
    return block === undefined ? NO_FRAMES : [{ data: { type: 'block', index, block } }]
  }
}
