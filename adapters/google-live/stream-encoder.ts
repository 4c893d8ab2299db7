import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { FinishEvent, NativeFrame, TextStart } from '../../src/base/model/events.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import { finishOf, outcomeOf } from '../../src/base/model/outcome.js'
import type { Part, ProviderError } from '../../src/base/model/types.js'
import { withExtras } from '../../src/codec/shape/fields.js'
import { dropAnswerHead } from '../../src/codec/shape/losses.js'
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
import { encodeTurnEnd, USAGE } from './answer.js'
import { encodePart } from './family.js'
import { encodeError } from './response.js'

/** Encodes the turns of a session. */
export function streamEncoder(context: Context): StreamEncoder {
  let turn: BlockWriter | undefined
  return {
    push(event) {
      turn ??= new BlockWriter(new TurnFrames(context))
      const frames = turn.push(event)
      if (event.type === 'finish') turn = undefined
      return frames
    },
    finish: () => turn?.finish() ?? NO_FRAMES,
  }
}

/**
 * Writes the server frames of one answer. Calls are sent in one frame directly before the end, since that
 * frame ends the answer.
 */
class TurnFrames implements WireFrames {
  /** Calls are sent complete, in the order in which they began. */
  readonly oneAtATime = 'calls'
  readonly #calls: JsonValue[] = []

  constructor(private readonly context: Context) {}

  start(id: string | undefined, model: string | undefined): Frames {
    dropAnswerHead(compact({ id, model }), this.context)
    return NO_FRAMES
  }

  text(_block: WrittenBlock, start: TextStart): BlockFrames<Part> | undefined {
    const own = metadataOf(start, this.context)
    const isSpoken = own?.type === 'outputTranscription'
    // A signed text is sent complete, in a separate part.
    if (!isSpoken && own !== undefined) return undefined
    const thought: JsonObject = start.type === 'reasoning-start' ? { thought: true } : {}
    return {
      delta: (text) => [said(isSpoken ? { outputTranscription: { text } } : turnOf({ text, ...thought }))],
      end: () => NO_FRAMES,
    }
  }

  call(): undefined {
    return undefined
  }

  whole([part]: readonly [Part, ...Part[]], { path }: WrittenBlock): Frames {
    const native = encodePart(part, true, { ...this.context, path })
    if (native === undefined) return NO_FRAMES
    const call = isObject(native) ? native.functionCall : undefined
    if (call === undefined) return [said(turnOf(native))]
    this.#calls.push(call)
    return NO_FRAMES
  }

  error(error: ProviderError): Frames {
    return [{ data: { error: encodeError(error) } }]
  }

  end(event: FinishEvent, hasFailed: boolean): Frames {
    const toolCall = this.#calls.length === 0 ? undefined : { functionCalls: this.#calls }
    if (hasFailed) return toolCall === undefined ? NO_FRAMES : [{ data: { toolCall } }]
    const own = metadataOf(event, this.context)
    // This wire has no mark for calls that wait for anything other than results: the turn is over.
    const isOver = toolCall === undefined && outcomeOf(event.finish) === 'tool-calls'
    const finish = isOver ? finishOf('complete') : event.finish
    const ended = withExtras({ ...encodeTurnEnd(finish) }, own?.body)
    const serverContent = Object.keys(ended).length === 0 && toolCall !== undefined ? undefined : ended
    const usageMetadata = encodeUsage(event, USAGE, this.context)
    return [{ data: compact({ serverContent, toolCall, usageMetadata }) }]
  }
}

function said(serverContent: JsonObject): NativeFrame<JsonValue> {
  return { data: { serverContent } }
}

function turnOf(part: JsonValue): JsonObject {
  return { modelTurn: { role: 'model', parts: [part] } }
}
