import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isObject, objectIn, objectOr } from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import type { CallStart, FinishEvent, NativeFrame, TextStart } from '../../src/base/model/events.js'
import { stableHash } from '../../src/base/model/ids.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Part, ProviderError, ToolCall } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WireFrames,
  type WrittenBlock,
} from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { closeCall, endedResponse, startedCall, wholeCall } from '../../src/codec/stream/encoding.js'
import { DONE } from '../../src/codec/stream/framing.js'
import { encodeAlone, encodePlaced, isContentPart, outputStep, placeOf } from './assistant.js'
import { nativeType, THOUGHT } from './maps.js'
import { encodeErrorBody, encodeWhole } from './response.js'

type Frame = NativeFrame<JsonValue>

/** A `model_output` step that may get more content. */
interface OpenOutput {
  readonly index: number
  /** True if the last content is a text. A further text would be merged with it. */
  endsInText: boolean
}

export function streamEncoder(context: Context): StreamEncoder {
  return new BlockWriter(new InteractionsFrames(context))
}

/**
 * Writes steps one after the other. Texts, thoughts and function arguments are sent immediately. Other parts
 * are sent once complete.
 */
class InteractionsFrames implements WireFrames {
  readonly oneAtATime = 'all'
  #steps = 0
  #id = ''
  #model: string | undefined
  #error: ProviderError | undefined
  #isEnded = false
  #output: OpenOutput | undefined

  constructor(private readonly context: Context) {}

  start(id: string | undefined, model: string | undefined): Frames {
    this.#id = id ?? `v1_${stableHash(model ?? '')}`
    this.#model = model
    const status = 'in_progress'
    const interaction = compact({ id: this.#id, status, object: 'interaction', model })
    return [
      frame('interaction.created', { interaction }),
      frame('interaction.status_update', { interaction_id: this.#id, status }),
    ]
  }

  #begin(step: JsonObject): { readonly index: number; readonly frames: Frame[] } {
    const frames = [...this.#closeOutput()]
    const index = this.#steps
    this.#steps += 1
    frames.push(frame('step.start', { index, step }))
    return { index, frames }
  }

  #closeOutput(): Frames {
    const output = this.#output
    this.#output = undefined
    return output === undefined ? NO_FRAMES : [stop(output.index)]
  }

  /** Returns the step for content: the previous step if the content continues it, otherwise a new one. */
  #openOutput(place: JsonObject, isText: boolean): { readonly index: number; readonly frames: Frame[] } {
    const open = this.#output
    if (open !== undefined && place.continued === true && !(isText && open.endsInText)) {
      open.endsInText = isText
      return { index: open.index, frames: [] }
    }
    const { content: _content, ...step } = outputStep(place, [])
    const begun = this.#begin(step)
    this.#output = { index: begun.index, endsInText: isText }
    return begun
  }

  text(block: WrittenBlock, start: TextStart): BlockFrames<Part> | undefined {
    return start.type === 'text-start' ? this.#text(block, start) : this.#thought(block, start)
  }

  /** Citations of a text are sent at its end, unknown fields at its beginning. */
  #text(block: WrittenBlock, start: TextStart): BlockFrames<Part> {
    const own = metadataOf(start, this.context)
    const { annotations: _cited, ...others } = extraOf(own)
    const { index, frames } = this.#openOutput(compact({ continued: own?.continued, step: own?.step }), true)
    const hasHead = Object.keys(others).length > 0
    if (hasHead) frames.push(delta(index, { type: 'text', text: '', ...others }))
    return {
      begin: frames,
      delta: (text) => [textDelta(index, text)],
      end: (part) => {
        const { annotations } = objectIn(this.#encode(part, block))
        return [
          ...(block.hasText || hasHead ? [] : [textDelta(index, '')]),
          ...(annotations === undefined
            ? []
            : [delta(index, { type: 'text_annotation_delta', annotations })]),
        ]
      },
    }
  }

  #thought(block: WrittenBlock, start: TextStart): BlockFrames<Part> | undefined {
    const own = metadataOf(start, this.context)
    // A summary with more than a text is sent complete.
    if (own?.summary !== undefined) return undefined
    const { index, frames } = this.#begin({ type: THOUGHT })
    return {
      begin: frames,
      delta: (text) => [summaryDelta(index, { type: 'text', text })],
      end: (part) => [
        ...this.#thoughtEnd(index, objectOr(this.#encode(part, block), {}), block.hasText),
        stop(index),
      ],
    }
  }

  #thoughtEnd(index: number, step: JsonObject, hasText: boolean): Frames {
    const { type: _type, summary, signature, ...rest } = step
    const frames: Frame[] = []
    if (!hasText) for (const entry of arrayOr(summary, [])) frames.push(summaryDelta(index, entry))
    if (signature !== undefined) frames.push(delta(index, { type: 'thought_signature', signature }))
    if (Object.keys(rest).length > 0) frames.push(delta(index, { type: THOUGHT, ...rest }))
    return frames
  }

  call(block: WrittenBlock, start: CallStart): BlockFrames<ToolCall> | undefined {
    if (start.providerExecuted || start.kind === 'custom') return undefined
    const step = objectOr(this.#encode(startedCall(start), block), {})
    const { index, frames } = this.#begin({ ...step, arguments: {} })
    return {
      begin: frames,
      delta: (text) => [argumentsDelta(index, text)],
      end: (call) => closeCall(call, block, (rest) => [...argumentsOf(index, rest), stop(index)]),
    }
  }

  whole([part]: readonly [Part, ...Part[]], block: WrittenBlock): Frames {
    if (part.type === 'tool-call' && !part.providerExecuted) return this.#wholeCall(part, block)
    const place = placeOf(part, this.context)
    if (isContentPart(part) && place !== undefined) {
      const content = encodePlaced(part, this.#at(block))
      if (!isObject(content)) return NO_FRAMES
      const { index, frames } = this.#openOutput(compact({ ...place }), nativeType(content) === 'text')
      return [...frames, delta(index, content)]
    }
    const native = objectOr(this.#encode(part, block), undefined)
    return native === undefined ? NO_FRAMES : this.#wholeStep(native, part)
  }

  /** Calls and results of tools that Google runs start without content, and all content follows at once. */
  #wholeStep(native: JsonObject, part: Part): Frames {
    if (part.type === 'reasoning') {
      const { index, frames } = this.#begin({ type: THOUGHT })
      return [...frames, ...this.#thoughtEnd(index, native, false), stop(index)]
    }
    const { type = '', arguments: given, result, is_error, ...rest } = native
    const { index, frames } = this.#begin(compact({ ...rest, type, arguments: given && {} }))
    const said = compact({ arguments: given, result, is_error })
    const isSaid = Object.keys(said).length > 0
    return [...frames, ...(isSaid ? [delta(index, { type, ...said })] : []), stop(index)]
  }

  #wholeCall(call: ToolCall, block: WrittenBlock): Frames {
    const encode = (each: ToolCall) => objectOr(this.#encode(each, block), undefined)
    const whole = wholeCall(call, this.context, encode, ({ arguments: given }) => given)
    if (whole === undefined) return NO_FRAMES
    const { index, frames } = this.#begin({ ...whole.native, arguments: {} })
    return [...frames, ...argumentsOf(index, whole.text), stop(index)]
  }

  error(error: ProviderError): Frames {
    this.#error ??= error
    const isOwn = isObject(error.raw) && error.raw.event_type === 'error'
    return [frame('error', encodeErrorBody(error, isOwn))]
  }

  /**
   * Returns the last frames. The end contains the status and the counts, but no steps. After an error no
   * further frames are sent.
   */
  end(event: FinishEvent, hasFailed: boolean): Frames {
    if (hasFailed) return NO_FRAMES
    this.#isEnded = true
    const answer = { ...endedResponse(event, this.context), id: this.#id, model: event.model ?? this.#model }
    const { wire, answerFields } = this.context
    const context = event.usage === undefined ? createContext(wire, { answerFields }) : this.context
    const { steps: _steps, outputs: _outputs, ...interaction } = encodeWhole(compact(answer), context)
    const frames: Frame[] = []
    append(frames, this.#closeOutput())
    frames.push(frame('interaction.completed', { interaction }))
    return frames
  }

  last(): Frames {
    return this.#isEnded ? [{ data: DONE }] : NO_FRAMES
  }

  #encode(part: Part, block: WrittenBlock): JsonValue | undefined {
    return encodeAlone(part, { isAnswer: true }, this.#at(block))
  }

  #at({ path }: WrittenBlock): Context {
    return { ...this.context, path }
  }
}

function frame(event_type: string, fields: JsonObject): Frame {
  return { event: event_type, data: { event_type, ...fields } }
}

function stop(index: number): Frame {
  return frame('step.stop', { index })
}

function delta(index: number, said: JsonObject): Frame {
  return frame('step.delta', { index, delta: said })
}

// Creates a delta. Members are listed one by one, since a spread for each delta is measurably slower.
function textDelta(index: number, text: string): Frame {
  return { event: 'step.delta', data: { event_type: 'step.delta', index, delta: { type: 'text', text } } }
}

function argumentsDelta(index: number, text: string): Frame {
  return {
    event: 'step.delta',
    data: { event_type: 'step.delta', index, delta: { type: 'arguments_delta', arguments: text } },
  }
}

function summaryDelta(index: number, content: JsonValue): Frame {
  return delta(index, { type: 'thought_summary', content })
}

function argumentsOf(index: number, text: string): Frames {
  return text === '' ? NO_FRAMES : [argumentsDelta(index, text)]
}
