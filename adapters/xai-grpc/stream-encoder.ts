import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact, withMembers, without } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { CallStart, FinishEvent, NativeFrame, TextStart } from '../../src/base/model/events.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type {
  Message,
  Part,
  ProviderError,
  ReasoningPart,
  TextPart,
  ToolCall,
} from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { encodeFinish } from '../../src/codec/shape/finish-table.js'
import { dropReasoning } from '../../src/codec/shape/losses.js'
import {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WireFrames,
  type WrittenBlock,
} from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { closeCall, startedCall } from '../../src/codec/stream/encoding.js'
import { encodeCall } from './calls.js'
import { FINISH, IN_PROGRESS, ROLE_NAMES } from './maps.js'
import { encodeEnvelope, encodeError } from './response.js'
import { encodeTurn, needsLine, PARTING } from './written-turn.js'

/** Encodes the chunks of xAI's stream. */
export function streamEncoder(context: Context): StreamEncoder {
  return new BlockWriter(new XaiFrames(context))
}

class XaiFrames implements WireFrames {
  /** Blocks must not interleave, since the data of an output has a fixed order. */
  readonly oneAtATime = 'all'
  readonly #context: Context
  #head: JsonObject = {}
  #output = 0
  /** The text of the output so far, and a flag for other content after it. */
  #text = ''
  #isParted = false
  #isEmpty = true
  #callCount = 0
  /** An error is reported at the end. */
  #error: ProviderError | undefined
  /** Calls of the client, which decide the finish reason. */
  readonly #calls: ToolCall[] = []

  constructor(context: Context) {
    this.#context = context
  }

  start(id: string | undefined, model: string | undefined): Frames {
    this.#head = compact({ id, model })
    return NO_FRAMES
  }

  text(_block: WrittenBlock, start: TextStart): BlockFrames<TextPart | ReasoningPart> {
    const { type, providerMetadata } = start
    const word = type === 'text-start' ? ('text' as const) : ('reasoning' as const)
    const begun: Part = compact({ type: word, text: '', providerMetadata })
    let isBegun = false
    const delta = (text: string): Frames => {
      const isNext = !isBegun && word === 'text' && this.#isParted
      if (!isBegun) this.#place(begun)
      isBegun = true
      if (word === 'reasoning') return [this.#chunk({ reasoning_content: text })]
      const content = isNext && needsLine(this.#text) ? PARTING + text : text
      this.#text += content
      return [this.#chunk({ content })]
    }
    return { delta, end: (part) => this.#rest(part, isBegun) }
  }

  /** Returns the signature of reasoning, or the citations of a text. */
  #rest(part: TextPart | ReasoningPart, isBegun: boolean): Frames {
    const own = metadataOf(part, this.#context)
    if (part.type === 'text') {
      const { citations } = extraOf(own)
      return isBegun && citations !== undefined ? [this.#chunk({ citations })] : NO_FRAMES
    }
    const proof = stringOr(own?.signature, '')
    if (!isBegun && proof === '') return dropReasoning(this.#context) ?? NO_FRAMES
    if (!isBegun) this.#place(part)
    return proof === '' ? NO_FRAMES : [this.#chunk({ encrypted_content: proof })]
  }

  /**
   * Streams a call in deltas, as INCLUDE_OPTION_TOOL_CALL_STREAMING does. The complete call follows after the
   * deltas.
   */
  call(block: WrittenBlock, start: CallStart): BlockFrames<ToolCall> | undefined {
    if (start.providerExecuted || start.kind === 'custom') return undefined
    const begun = startedCall(start)
    this.#place(begun)
    const index = this.#callCount++
    const native = without(encodeCall(begun, { ...this.#context, path: block.path }) ?? {}, 'function')
    let text = ''
    const piece = (name: string, more: string) => {
      text += more
      const said = { index, status: IN_PROGRESS, function: { name, arguments: more } }
      return this.#chunk({ tool_calls: [withMembers(native, said)] })
    }
    return {
      begin: [piece(start.name, '')],
      delta: (more) => [piece('', more)],
      end: (call) => {
        this.#calls.push(call)
        return closeCall(call, block, (rest) => [this.#endedCall(call, text + rest, block)])
      },
    }
  }

  /**
   * Returns the complete call at its end.
   * @param text the argument text sent so far, and the remaining text.
   */
  #endedCall(call: ToolCall, text: string, { path }: WrittenBlock): NativeFrame<JsonValue> {
    const native = encodeCall(call, { ...this.#context, path }) ?? {}
    const body = withMembers(objectIn(native.function), { arguments: text })
    return this.#chunk({ tool_calls: [withMembers(native, { function: body })] })
  }

  whole([part]: readonly [Part, ...Part[]], { path }: WrittenBlock): Frames {
    const { wire } = this.#context
    const message: Message = { role: 'assistant', parts: [part], origin: { wire } }
    const report: Context['report'] = (notice) =>
      this.#context.report({ ...notice, path: notice.path.replace('/parts/0', path) })
    const [step] = encodeTurn(message, { isRequest: false }, { ...this.#context, path: '', report })
    const said = without(step?.native ?? {}, 'role')
    if (step === undefined || Object.keys(said).length === 0) return NO_FRAMES
    this.#place(part)
    if (part.type === 'tool-call' && !part.providerExecuted) this.#calls.push(part)
    return [this.#chunk(said, stringOr(step.native.role, ROLE_NAMES.assistant))]
  }

  /** Selects the output of a part. */
  #place(part: Part): void {
    const output = 'providerMetadata' in part ? metadataOf(part, this.#context)?.output : undefined
    if (typeof output === 'number' && output !== this.#output) {
      this.#output = output
      this.#callCount = 0
      this.#text = ''
    }
    this.#isParted = part.type !== 'text'
    this.#isEmpty = false
  }

  #chunk(delta: JsonObject, role: string = ROLE_NAMES.assistant): NativeFrame<JsonValue> {
    const index = this.#output === 0 ? undefined : this.#output
    return { data: { ...this.#head, outputs: [compact({ index, delta: { ...delta, role } })] } }
  }

  error(error: ProviderError): Frames {
    this.#error ??= error
    return NO_FRAMES
  }

  last(): Frames {
    return this.#error === undefined ? NO_FRAMES : [{ data: encodeError(this.#error) }]
  }

  /** Final facts about the outputs are sent at the end of the last output. */
  end(event: FinishEvent): Frames {
    const { type: _type, messageMetadata, ...answer } = event
    const { wire } = this.#context
    const own = metadataOf(event, this.#context)
    const origin = own === undefined ? undefined : { wire }
    const message: Message = compact({ role: 'assistant' as const, parts: this.#calls, origin })
    // A stream without a reason is truncated.
    const reason = encodeFinish({ ...answer, message }, FINISH, this.#context)
    const kept = metadataOf(compact({ providerMetadata: messageMetadata }), this.#context)?.outputs
    const others = objectsIn(own?.alternatives).map(asDelta)
    const isNothing = own?.form === 'no-outputs' && this.#isEmpty
    const outputs = isNothing ? [] : [...this.#lastOutputs(objectIn(kept), reason), ...others]
    return [{ data: { ...this.#head, ...encodeEnvelope(answer, outputs, this.#context) } }]
  }

  #lastOutputs(kept: JsonObject, reason: string): JsonObject[] {
    const known = Object.keys(kept).map(Number)
    const last = Math.max(this.#output, ...known)
    return [...new Set([...known, last])]
      .sort((one, other) => one - other)
      .map((output) => {
        const around = kept[String(output)]
        const said = objectIn(objectIn(around).message)
        return compact({
          index: output === 0 ? undefined : output,
          ...extraOf(around),
          delta: { role: ROLE_NAMES.assistant, ...extraOf(said) },
          finish_reason: output === last ? reason : extraOf(around).finish_reason,
        })
      })
  }
}

function asDelta(output: JsonObject): JsonObject {
  const { message, ...around } = output
  return compact({ ...around, delta: message })
}
