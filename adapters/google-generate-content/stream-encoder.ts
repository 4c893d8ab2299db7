import type { StreamEncoder } from '../../src/adapter/adapter.js'
import type { Context } from '../../src/adapter/context.js'
import { isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Part } from '../../src/model/types.js'
import { type FinishEvent, type NativeFrame, RESTARTED, type StreamEvent } from '../../src/stream/events.js'
import { WIRE } from './maps.js'
import { encodePart } from './parts.js'
import { encodeFinish, encodeStreamError, encodeUsage } from './response.js'

/** Writes chunks as the servers do: text as it comes, calls whole, the finish reason and the usage last. */
export function createStreamEncoder(context: Context): StreamEncoder {
  return new GoogleStreamEncoder(context)
}

class GoogleStreamEncoder implements StreamEncoder {
  private identity: JsonObject = {}
  private held: JsonObject | undefined
  private index = 0
  private hasFailed = false

  constructor(private readonly context: Context) {}

  push(event: StreamEvent): readonly NativeFrame<JsonValue>[] {
    switch (event.type) {
      case 'response-start':
        this.identity = compact({ modelVersion: event.model, responseId: event.id })
        return []
      case 'text-delta':
        return this.hold({ text: event.delta })
      case 'reasoning-delta':
        return this.hold({ text: event.delta, thought: true })
      case 'text-end':
      case 'reasoning-end':
        return this.endText(event.part)
      case 'tool-call':
        return this.encode(event.call)
      case 'tool-result':
        return this.encode(event.result)
      case 'part':
        return this.encode(event.part)
      case 'restart':
        return this.push(RESTARTED)
      case 'error':
        this.hasFailed = true
        return [{ data: { error: encodeStreamError(event.error) } }]
      case 'finish':
        return this.hasFailed ? [] : this.finishFrame(event)
      default:
        return []
    }
  }

  finish(): readonly NativeFrame<JsonValue>[] {
    return []
  }

  /** The latest delta waits for the next one or the end of its text, which may bring a signature for it. */
  private hold(delta: JsonObject): readonly NativeFrame<JsonValue>[] {
    const { held } = this
    this.held = delta
    return held === undefined ? [] : this.part(held)
  }

  private endText(part: Part): readonly NativeFrame<JsonValue>[] {
    const native = encodePart(part, true, '', this.context)
    const last = this.held ?? { text: '' }
    this.held = undefined
    return this.part(isObject(native) ? { ...native, text: last.text ?? '' } : last)
  }

  private encode(part: Part): readonly NativeFrame<JsonValue>[] {
    const native = encodePart(part, true, `/parts/${this.index}`, this.context)
    return native === undefined ? [] : this.part(native)
  }

  private part(native: JsonValue): readonly NativeFrame<JsonValue>[] {
    this.index += 1
    return [this.chunk({ content: { role: 'model', parts: [native] }, index: 0 })]
  }

  private finishFrame({ finish, usage, providerMetadata }: FinishEvent): readonly NativeFrame<JsonValue>[] {
    const candidate = { content: { role: 'model', parts: [] }, finishReason: encodeFinish(finish), index: 0 }
    const usageMetadata = encodeUsage(usage, providerMetadata?.[WIRE]?.usage)
    return [this.chunk(candidate, compact({ usageMetadata }))]
  }

  private chunk(candidate: JsonObject, rest: JsonObject = {}): NativeFrame<JsonValue> {
    return { data: { candidates: [candidate], ...rest, ...this.identity } }
  }
}
