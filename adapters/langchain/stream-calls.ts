import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { CallStage } from '../../src/base/model/arguments.js'
import { type DecodedArguments, decodeFreeText, streamedArguments } from '../../src/base/model/arguments.js'
import type { Context } from '../../src/base/model/context.js'
import { mintId } from '../../src/base/model/ids.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { CallAccumulator } from '../../src/codec/stream/call-accumulator.js'
import type { OpenPart } from '../../src/codec/stream/part-writer.js'
import {
  argumentsField,
  type CallPlaces,
  decodeCall,
  decodeGiven,
  errorOf,
  isTextBlock,
  readBrokenMark,
} from './calls.js'
import { isPlace, mergeObjects } from './merge.js'
import type { Executed } from './tool-outputs.js'

/** A content block, as received so far. */
export interface ContentBlock {
  native: JsonObject
  /** Text of a provider-executed call, received after its block. */
  input?: string
  /** The index of the block in the content. */
  readonly at?: number
  readonly call?: Gathered
  /** A provider-executed call or result next to the content. */
  readonly executed?: Executed
  /** The index of the block among the parts. */
  readonly place: number
}

/** A call, as received so far. */
export interface Gathered {
  readonly id: string
  name: string
  /** True if the provider assigned the id. */
  readonly hasId: boolean
  /** The content block of the call, if any. */
  native?: JsonObject
  /** The open part of the call among the events. */
  block?: OpenPart<ContentBlock> | undefined
  /** True if the call is listed next to the content. */
  isListed: boolean
  readonly isCustom: boolean
  /** The list entry of a complete call. */
  readonly given?: CallPlaces
}

/** The calls of a stream: from `tool_call_chunks`, from content blocks, or from lists of complete calls. */
export class StreamedCalls {
  readonly all: Gathered[] = []
  readonly #calls = new CallAccumulator<Gathered>()
  /** LangChain's indexes may be text. */
  readonly #indexes = new Map<string | number, number>()
  readonly #byContent = new Map<string | number, Gathered>()

  /** Closes the call with this id, and returns its open part among the events. */
  close(id: JsonValue | undefined): OpenPart<ContentBlock> | undefined {
    const call = this.#calls.get(stringOr(id, ''))?.state
    const block = call?.block
    if (call !== undefined) call.block = undefined
    return block
  }

  /** Returns true if a piece without id and name continues a known call. */
  knows({ index, args }: JsonObject): boolean {
    const number = isPlace(index) ? this.#indexes.get(index) : undefined
    if (isPlace(index) && number === undefined) return false
    return this.#calls.find(compact({ index: number, text: stringOr(args, undefined) })) !== undefined
  }

  /**
   * Adds a piece of `tool_call_chunks`.
   * @param place distinguishes calls without an id from calls of other answers.
   */
  add(piece: JsonObject, place: string): { readonly gathered: Gathered; readonly isNew: boolean } {
    const fragment = compact({
      id: stringOr(piece.id, '') || undefined,
      index: isPlace(piece.index) ? this.#numberOf(piece.index) : undefined,
      name: stringOr(piece.name, '') || undefined,
      text: stringOr(piece.args, undefined),
    })
    const known = this.#calls.find(fragment)
    if (known !== undefined) {
      known.state.name ||= fragment.name ?? ''
      return { gathered: known.state, isNew: false }
    }
    const { id, name = '' } = fragment
    const gathered: Gathered = {
      id: id ?? this.#mint(place, name),
      name,
      hasId: id !== undefined,
      isListed: true,
      isCustom: piece.isCustomTool === true,
    }
    this.#calls.open(fragment, gathered.id, gathered)
    this.all.push(gathered)
    return { gathered, isNew: true }
  }

  #numberOf(index: string | number): number {
    const known = this.#indexes.get(index) ?? this.#indexes.size
    this.#indexes.set(index, known)
    return known
  }

  #mint(place: string, name: string): string {
    return mintId(`${place}/${this.all.length}`, name, '')
  }

  /** Adds a complete call. Returns undefined for a known call. */
  whole(given: CallPlaces, place: string): Gathered | undefined {
    const native = given.list ?? given.invalid ?? {}
    const id = stringOr(native.id, '')
    const known = id === '' ? undefined : this.#calls.get(id)
    if (known !== undefined) {
      known.state.isListed = true
      return undefined
    }
    const name = stringOr(native.name, '')
    const gathered = {
      id: id || this.#mint(place, name),
      name,
      hasId: id !== '',
      isListed: true,
      isCustom: native.isCustomTool === true,
      given,
    }
    this.#calls.open({ id: gathered.id, name }, gathered.id, gathered)
    this.all.push(gathered)
    return gathered
  }

  /**
   * Adds a content block that is a call, or a piece of one. The text of the block is used only if no other
   * position has it.
   */
  addBlock(
    { index, ...block }: JsonObject,
    place: string,
  ): { readonly gathered?: Gathered; readonly isNew: boolean; readonly text: JsonValue | undefined } {
    const field = block.type === 'input_json_delta' ? 'input' : argumentsField(block)
    const { [field]: args, ...native } = block
    const id = stringOr(block.id, '')
    const known =
      (id === '' ? undefined : this.#calls.get(id)?.state) ??
      (isPlace(index) ? this.#byContent.get(index) : undefined)
    const gathered = known ?? this.#openBlock(native, args, field, place)
    if (gathered === undefined) return { isNew: false, text: undefined }
    if (isPlace(index)) this.#byContent.set(index, gathered)
    gathered.native = gathered.native === undefined ? native : mergeObjects(gathered.native, native)
    return { gathered, isNew: known === undefined, text: gathered.isListed ? undefined : args }
  }

  #openBlock(
    native: JsonObject,
    args: JsonValue | undefined,
    field: string,
    place: string,
  ): Gathered | undefined {
    const id = stringOr(native.id, '')
    const name = stringOr(native.name, '')
    if (id === '' && name === '') return undefined
    const gathered: Gathered = {
      id: id || this.#mint(place, name),
      name,
      hasId: id !== '',
      isListed: false,
      isCustom: false,
      ...(isObject(args) &&
        Object.keys(args).length > 0 && { given: { block: { ...native, [field]: args } } }),
    }
    this.#calls.open({ id: gathered.id, name }, gathered.id, gathered)
    this.all.push(gathered)
    return gathered
  }

  /** Decodes the call, as received so far. Returns undefined if the status depends on later events. */
  decode(call: Gathered, text: string, stage: CallStage, context: Context): ToolCall | undefined {
    const begun = stage === 'begun'
    if (call.isCustom && call.given === undefined && !begun) return decodeCustom(call, text, stage, context)
    const given = call.given && !begun ? decodeGiven(call.given, context) : undefined
    const broken = text !== '' && !begun ? readBrokenMark(text, context) : undefined
    const decoded = broken ?? streamedArguments(text, stage, context, given)
    if (decoded === undefined) return undefined
    const full = decodeCall(placesOf(call, decoded), context, context.path, decoded)
    const named = { ...full, id: call.id }
    return begun && call.isCustom ? freeText(named, { status: 'truncated', rawArguments: '' }) : named
  }
}

function decodeCustom(
  call: Gathered,
  text: string,
  stage: CallStage,
  context: Context,
): ToolCall | undefined {
  // Only the end of the answer shows if the output limit truncated the call.
  if (stage === 'ended') return undefined
  const decoded = decodeFreeText(text, stage !== 'whole')
  const head: DecodedArguments = { status: 'truncated', rawArguments: text }
  const full = decodeCall(placesOf(call, head), context, context.path, head)
  const { providerMetadata: _places, ...bare } = full
  return freeText({ ...bare, id: call.id }, decoded)
}

type FreeText = ReturnType<typeof decodeFreeText>

function freeText(call: ToolCall, decoded: FreeText): ToolCall {
  const { arguments: _value, rawArguments: _text, status: _status, ...head } = call
  return { ...head, ...decoded, kind: 'custom' }
}

/** Returns the positions of the call in a complete answer. */
function placesOf(
  { id, hasId, name, native, isListed, given }: Gathered,
  decoded: DecodedArguments,
): CallPlaces {
  const head = compact({ id: hasId ? id : undefined, name })
  const { arguments: value, rawArguments: text } = decoded
  const isText = native !== undefined && isTextBlock(native)
  const block = native && {
    type: 'tool_call',
    ...native,
    ...head,
    [argumentsField(native)]: (isText ? undefined : value) ?? text ?? value ?? {},
  }
  const places = block === undefined ? {} : { block }
  if (!isListed) return places
  if (given?.list !== undefined && decoded.status === 'complete') return { ...places, list: given.list }
  if (decoded.status === 'complete')
    return { ...places, list: { type: 'tool_call', ...head, args: decoded.arguments } }
  const invalid = {
    type: 'invalid_tool_call',
    ...head,
    args: decoded.rawArguments ?? '',
    error: errorOf(decoded) ?? '',
  }
  return { ...places, invalid: given?.invalid ?? invalid }
}
