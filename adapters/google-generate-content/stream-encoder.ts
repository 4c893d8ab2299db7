import { isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import type { Part } from '../../src/model/types.js'
import { withExtras } from '../../src/shape/fields.js'
import type { StreamEncoder } from '../../src/stream/codec.js'
import { type FinishEvent, type NativeFrame, RESTARTED, type StreamEvent } from '../../src/stream/events.js'
import { encodePart } from './parts.js'
import { encodeFinish, encodeStreamError, encodeUsage } from './response.js'

type Frames = readonly NativeFrame<JsonValue>[]
const NOTHING: Frames = []

/** Writes chunks as the servers do: text as it comes, calls whole, the finish reason and the usage on the last part. */
export function createStreamEncoder(context: Context): StreamEncoder {
  return new GoogleStreamEncoder(context)
}

const LAST_CHARACTER = /.$/su

/** A part that is ready to go out. */
interface HeldPart {
  readonly native: JsonValue
  /** The block whose latest piece it is, while that block is open. */
  readonly block?: string
}

class GoogleStreamEncoder implements StreamEncoder {
  #identity: JsonObject = {}
  /**
   * The latest part waits for what comes next, of a text only its last character. The last one of all has to carry the finish reason: the chat classes of
   * both SDKs forget a turn in which one chunk has no parts, and the older one also forgets an empty text. And the end of
   * a text may bring a signature for its last piece.
   */
  #held: HeldPart | undefined
  #index = 0
  #hasFailed = false

  constructor(private readonly context: Context) {}

  push(event: StreamEvent): Frames {
    switch (event.type) {
      case 'response-start':
        this.#identity = compact({ modelVersion: event.model, responseId: event.id })
        return NOTHING
      case 'text-delta':
        return this.#piece(`text ${event.id}`, event.delta, {})
      case 'reasoning-delta':
        return this.#piece(`reasoning ${event.id}`, event.delta, { thought: true })
      case 'text-end':
        return this.#endText(`text ${event.id}`, event.part)
      case 'reasoning-end':
        return this.#endText(`reasoning ${event.id}`, event.part)
      case 'tool-input-start':
        return event.providerExecuted ? NOTHING : this.#release()
      case 'tool-call':
        return this.#encode(event.call)
      case 'tool-result':
        return this.#encode(event.result)
      case 'part':
        return this.#encode(event.part)
      case 'restart':
        return this.push(RESTARTED)
      case 'error':
        this.#hasFailed = true
        return [...this.#release(), { data: { error: encodeStreamError(event.error) } }]
      case 'finish':
        return this.#hasFailed ? this.#release() : this.#finishFrame(event)
      default:
        return NOTHING
    }
  }

  finish(): Frames {
    return this.#release()
  }

  #piece(block: string, delta: string, fields: JsonObject): Frames {
    const waited =
      this.#held?.block === block && isObject(this.#held.native) ? this.#held.native.text : undefined
    const before = waited === undefined ? this.#release() : NOTHING
    const text = stringOr(waited, '') + delta
    const sent = text.replace(LAST_CHARACTER, '')
    this.#held = { native: { text: text.slice(sent.length), ...fields }, block }
    if (sent === '') return before
    return [...before, this.#chunk({ content: content({ text: sent, ...fields }), index: 0 })]
  }

  #hold(part: HeldPart): Frames {
    const before = this.#release()
    this.#held = part
    return before
  }

  #release(): Frames {
    const native = this.#held?.native
    this.#held = undefined
    return native === undefined ? NOTHING : [this.#chunk({ content: content(native), index: 0 })]
  }

  /** What belongs to the whole text (a signature) goes out with its last piece. */
  #endText(block: string, part: Part): Frames {
    const native = encodePart(part, true, this.#path(), this.context)
    this.#index += 1
    if (!isObject(native)) return NOTHING
    if (this.#held?.block === block && isObject(this.#held.native)) {
      this.#held = { native: { ...native, text: this.#held.native.text ?? '' } }
      return NOTHING
    }
    const { text: _text, thought: _thought, ...rest } = native
    return Object.keys(rest).length === 0 ? NOTHING : this.#hold({ native: { ...native, text: '' } })
  }

  #encode(part: Part): Frames {
    const native = encodePart(part, true, this.#path(), this.context)
    this.#index += 1
    return native === undefined ? NOTHING : this.#hold({ native })
  }

  #path(): string {
    return `/message/parts/${this.#index}`
  }

  #finishFrame({ finish, usage, providerMetadata }: FinishEvent): Frames {
    const own = providerMetadata?.[this.context.wire]
    const native = this.#held?.native ?? { text: '' }
    this.#held = undefined
    const finishReason = encodeFinish(finish, own !== undefined && own.issuer === undefined)
    const usageMetadata = encodeUsage(usage, own?.usage, this.context)
    const candidate = withExtras({ content: content(native), finishReason, index: 0 }, own?.candidate)
    return [this.#chunk(candidate, compact({ usageMetadata }))]
  }

  #chunk(candidate: JsonObject, rest: JsonObject = {}): NativeFrame<JsonValue> {
    return { data: { candidates: [candidate], ...rest, ...this.#identity } }
  }
}

function content(part: JsonValue): JsonObject {
  return { role: 'model', parts: [part] }
}
