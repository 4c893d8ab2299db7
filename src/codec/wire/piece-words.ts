import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { parseDocument } from '../../base/json/parse.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { Part, Role, ToolCall, ToolResult } from '../../base/model/types.js'
import type { NativeTypes, OrJson } from './everyday.js'
import type { MessagesReader, MessagesWriter } from './messages-wire.js'
import { fromPiece, inWhole, type PiecePath, type Pieces, pieceIn } from './pieces.js'

/** The native types that the words for one call and one result speak of. */
type PieceTypes = Pick<NativeTypes, 'callSource' | 'call' | 'result'>

/** The words for one call and one result. */
export interface PieceExports<Native extends PieceTypes = PieceTypes> {
  /**
   * One native call in canonical form; `encodeCall` is the reverse.
   * @throws AdapterError when it is not exactly one call.
   */
  toolCall(native: OrJson<Native['callSource']>): ToolCall
  /**
   * One call as this wire's histories have it: a part, an item, an entry of `tool_calls`.
   * @throws AdapterError when the wire has no form for the call.
   */
  encodeCall(call: ToolCall): Native['call']
  /**
   * One native result in canonical form; `encodeResult` is the reverse.
   * @throws AdapterError when it is not exactly one result.
   */
  decodeResult(native: OrJson<object>): ToolResult
  /**
   * One result as this wire's histories have it: a part, an item, a message. `toolResults` writes the messages of several.
   * @throws AdapterError when the wire has no form for the result.
   */
  encodeResult(result: ToolResult): Native['result']
}

// One maker per word, so that a bundle holds only what the program imports.

/** Makes `toolCall` of a wire. */
export function callReader<Native extends PieceTypes>(
  wire: MessagesReader<object>,
  { history }: Pieces,
): PieceExports<Native>['toolCall'] {
  return (native) => only('call', readParts(native, wire, history).filter(isCall))
}

/** Makes `decodeResult` of a wire. */
export function resultReader<Native extends PieceTypes>(
  wire: MessagesReader<object>,
  { history }: Pieces,
): PieceExports<Native>['decodeResult'] {
  return (native) => only('result', readParts(native, wire, history).filter(isResult))
}

/** Makes `encodeCall` of a wire. */
export function callWriter<Native extends PieceTypes>(
  wire: MessagesWriter<object, unknown>,
  { history }: Pieces,
): PieceExports<Native>['encodeCall'] {
  return (call) => asNative(writePart('assistant', call, wire, history))
}

/** Makes `encodeResult` of a wire. */
export function resultWriter<Native extends PieceTypes>(
  wire: MessagesWriter<object, unknown>,
  { history }: Pieces,
): PieceExports<Native>['encodeResult'] {
  return (result) => asNative(writePart('tool', result, wire, history))
}

/** The parts of a history that holds nothing but this. */
function readParts(
  native: OrJson<object>,
  { decodeMessages }: MessagesReader<object>,
  history: readonly PiecePath[],
): readonly Part[] {
  const { value, exactText } =
    typeof native === 'string' ? parseDocument(native) : { value: asJson(native), exactText: undefined }
  const { body, place } = inWhole(value, history) ?? { body: [], place: '' }
  const messages: readonly object[] = asNative(body)
  return fromPiece(place, () => decodeMessages(messages, compact({ exactText })).value).flatMap(
    ({ parts }) => parts,
  )
}

function isCall(part: Part): part is ToolCall {
  return part.type === 'tool-call'
}

function isResult(part: Part): part is ToolResult {
  return part.type === 'tool-result'
}

function only<Found>(what: string, [first, ...others]: readonly Found[]): Found {
  if (first !== undefined && others.length === 0) return first
  const found = first === undefined ? 'none is found' : `${others.length + 1} are found`
  throw new AdapterError('wrong-type', '', `expected one ${what} of this wire; ${found}`)
}

/** @throws AdapterError('unsupported') when the wire leaves the part out. */
function writePart(
  role: Role,
  part: ToolCall | ToolResult,
  { id, encodeMessages }: MessagesWriter<object, unknown>,
  history: readonly PiecePath[],
): JsonValue {
  const messages = asJson(encodeMessages([{ role, parts: [part] }]).value)
  const found = history.map((path) => pieceIn(messages, path)).findLast((one) => one !== undefined)
  // A result may be a message of its own, where calls are members of one.
  const piece = found ?? pieceIn(messages, MESSAGE)
  if (piece !== undefined) return piece
  throw new AdapterError('unsupported', '', `${id} has no form for this ${part.type}`)
}

const MESSAGE: PiecePath = '0 |'
