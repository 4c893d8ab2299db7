import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { CallStart, FinishEvent, NativeFrame, TextStart } from '../../src/base/model/events.js'
import type { Part, ProviderError, ToolCall } from '../../src/base/model/types.js'
import { withExtras } from '../../src/codec/shape/fields.js'
import { encodeUsage } from '../../src/codec/shape/usage-table.js'
import {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WireFrames,
  type WrittenBlock,
} from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { USAGE } from './maps.js'
import { encodePart } from './parts.js'
import { encodeFinishReason, encodeStreamError } from './response.js'

export function streamEncoder(context: Context): StreamEncoder {
  return new BlockWriter(new GoogleFrames(context))
}

const LAST_CHARACTER = /.$/su

/** A part that is ready to be sent. */
interface HeldPart {
  readonly native: JsonValue
  /** The block that the part is the latest piece of, while that block is open. */
  readonly block?: WrittenBlock
}

/**
 * Writes chunks like the servers: text immediately, complete calls, and the finish reason and usage on the
 * last part.
 */
class GoogleFrames implements WireFrames {
  /** Calls are sent complete, in the order in which they began. */
  readonly oneAtATime = 'calls'
  #identity: JsonObject = {}
  /**
   * The latest part, which is held until the next part follows. Of a text, only the last character is held.
   * The very last part must have the finish reason: the chat classes of both SDKs forget a turn in which one
   * chunk has no parts, and the older SDK also forgets an empty text. In addition, the end of a text may
   * contain a signature for the last piece.
   */
  #held: HeldPart | undefined

  constructor(private readonly context: Context) {}

  start(id: string | undefined, model: string | undefined): Frames {
    this.#identity = compact({ modelVersion: model, responseId: id })
    return NO_FRAMES
  }

  text(block: WrittenBlock, { type }: TextStart): BlockFrames<Part> {
    const fields: JsonObject = type === 'text-start' ? {} : { thought: true }
    return {
      delta: (delta) => this.#piece(block, delta, fields),
      end: (part) => this.#endText(block, part),
    }
  }

  /** Returns the frames of a call. The held part is sent before the arguments of a call arrive. */
  call(block: WrittenBlock, { providerExecuted }: CallStart): BlockFrames<ToolCall> | undefined {
    if (providerExecuted) return undefined
    return {
      begin: this.#hold(undefined),
      delta: () => NO_FRAMES,
      end: (call) => this.whole([call], block),
    }
  }

  whole([part]: readonly [Part], { path }: WrittenBlock): Frames {
    const native = encodePart(part, true, { ...this.context, path })
    return native === undefined ? NO_FRAMES : this.#hold({ native })
  }

  error(error: ProviderError): Frames {
    return [...this.#hold(undefined), { data: { error: encodeStreamError(error) } }]
  }

  end({ finish, usage, providerMetadata }: FinishEvent, hasFailed: boolean): Frames {
    if (hasFailed) return this.#hold(undefined)
    const own = providerMetadata?.[this.context.wire]
    const native = this.#held?.native ?? { text: '' }
    this.#held = undefined
    const finishReason = encodeFinishReason(finish, own !== undefined && own.issuer === undefined)
    const usageMetadata = encodeUsage({ usage, providerMetadata }, USAGE, this.context)
    const candidate = withExtras({ content: content(native), finishReason, index: 0 }, own?.candidate)
    return [this.#chunk(candidate, compact({ usageMetadata }))]
  }

  last(): Frames {
    return this.#hold(undefined)
  }

  #piece(block: WrittenBlock, delta: string, fields: JsonObject): Frames {
    const held = this.#held
    const waited = held?.block === block && isObject(held.native) ? held.native.text : undefined
    const before = waited === undefined ? this.#hold(undefined) : NO_FRAMES
    const text = stringOr(waited, '') + delta
    const sent = text.replace(LAST_CHARACTER, '')
    this.#held = { native: { text: text.slice(sent.length), ...fields }, block }
    return sent === '' ? before : [...before, this.#part({ text: sent, ...fields })]
  }

  /**
   * Sends the held part.
   * @param part the part to hold instead.
   */
  #hold(part: HeldPart | undefined): Frames {
    const native = this.#held?.native
    this.#held = part
    return native === undefined ? NO_FRAMES : [this.#part(native)]
  }

  /** Data of the complete text (a signature) is sent with its last piece. */
  #endText(block: WrittenBlock, part: Part): Frames {
    const native = encodePart(part, true, { ...this.context, path: block.path })
    if (!isObject(native)) return NO_FRAMES
    const held = this.#held
    if (held?.block === block && isObject(held.native)) {
      this.#held = { native: { ...native, text: held.native.text ?? '' } }
      return NO_FRAMES
    }
    const { text: _text, thought: _thought, ...rest } = native
    return Object.keys(rest).length === 0 ? NO_FRAMES : this.#hold({ native: { ...native, text: '' } })
  }

  #part(native: JsonValue): NativeFrame<JsonValue> {
    return this.#chunk({ content: content(native), index: 0 })
  }

  #chunk(candidate: JsonObject, rest: JsonObject = {}): NativeFrame<JsonValue> {
    return { data: { candidates: [candidate], ...rest, ...this.#identity } }
  }
}

function content(part: JsonValue): JsonObject {
  return { role: 'model', parts: [part] }
}
