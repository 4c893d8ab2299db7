import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray } from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { FinishEvent, NativeFrame, TextStart } from '../../src/base/model/events.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, Part } from '../../src/base/model/types.js'
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
import { encodeAssistant } from './assistant.js'
import { encodeError } from './errors.js'
import { encodeEnvelope, NO_TIME } from './response.js'

export function streamEncoder(context: Context): StreamEncoder {
  return new BlockWriter(new OllamaFrames(context))
}

/**
 * Writes lines like the server: pieces of thinking and text, complete calls, and finally the finish reason.
 */
class OllamaFrames implements WireFrames {
  /** Calls are sent complete, in the order in which they began. */
  readonly oneAtATime = 'calls'
  #model = ''
  /** The state of the text so far: its end, and whether another part followed. */
  #textEnd: '' | 'open' | 'line' | 'other' = ''

  /** Images, which are sent in the last line, as after the calls of a complete answer. */
  readonly #images: JsonValue[] = []

  constructor(private readonly context: Context) {}

  start(_id: string | undefined, model = ''): Frames {
    this.#model = model
    return NO_FRAMES
  }

  text(_block: WrittenBlock, { type }: TextStart): BlockFrames<Part> {
    if (type === 'text-start') return this.#plainText()
    this.#interruptText()
    return { delta: (thinking) => [this.#line({ content: '', thinking })], end: () => NO_FRAMES }
  }

  /**
   * Clients join all texts, so a blank line is sent between two texts that were separated by another part.
   */
  #plainText(): BlockFrames<Part> {
    const isParted = this.#textEnd === 'other'
    if (isParted) this.#textEnd = 'line'
    return {
      begin: isParted ? [this.#line({ content: '\n\n' })] : NO_FRAMES,
      delta: (content) => {
        this.#textEnd = content.endsWith('\n') ? 'line' : 'open'
        return [this.#line({ content })]
      },
      end: () => NO_FRAMES,
    }
  }

  #interruptText(): void {
    if (this.#textEnd === 'open') this.#textEnd = 'other'
  }

  /** Returns undefined, since calls are sent complete on this wire. */
  call(): undefined {
    return undefined
  }

  whole(parts: readonly Part[], { path }: WrittenBlock): Frames {
    this.#interruptText()
    const { wire } = this.context
    const message: Message = { role: 'assistant', parts, origin: { wire } }
    const { role: _role, images, ...said } = encodeAssistant(message, { ...this.context, path })
    if (isArray(images)) append(this.#images, images)
    return Object.keys(said).length === 1 && said.content === '' ? NO_FRAMES : [this.#line(said)]
  }

  error(error: Parameters<WireFrames['error']>[0]): Frames {
    const shown = this.#images.splice(0)
    const before = shown.length === 0 ? NO_FRAMES : [this.#line({ content: '', images: shown })]
    return [...before, { data: encodeError(error, false) }]
  }

  /** Returns the last line. After an error, the server sends no further lines. */
  end(event: FinishEvent, hasFailed: boolean): Frames {
    if (hasFailed) return NO_FRAMES
    const { wire } = this.context
    const origin = metadataOf(event, this.context) === undefined ? undefined : { wire }
    const { messageMetadata: providerMetadata } = event
    const message = compact({ role: 'assistant' as const, parts: [], origin, providerMetadata })
    const said = encodeAssistant(message, { ...this.context, path: '/message' })
    const native = this.#images.length === 0 ? said : { ...said, images: this.#images }
    return [{ data: encodeEnvelope(endedResponse(event, this.context), native, this.context) }]
  }

  #line(said: JsonObject): NativeFrame<JsonValue> {
    const message = { role: 'assistant', ...said }
    return {
      data: {
        model: this.#model,
        created_at: NO_TIME,
        ...this.context.answerFields?.(),
        message,
        done: false,
      },
    }
  }
}
