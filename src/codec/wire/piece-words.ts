import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { parseDocument } from '../../base/json/parse.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { Part, Role, ToolCall, ToolResult } from '../../base/model/types.js'
import type { NativeTypes, OrJson } from './everyday.js'
import type { MessagesReader, MessagesWriter } from './messages-wire.js'
import { fromPiece, inWhole, type PiecePath, type Pieces, pieceIn } from './pieces.js'

/** The native types of the functions for one call and one result. */
type PieceTypes = Pick<NativeTypes, 'callSource' | 'call' | 'result'>

/** The functions for one call and one result. */
export interface PieceExports<Native extends PieceTypes = PieceTypes> {
  /**
   * Decodes one native call; `encodeCall` is the reverse.
   * @throws AdapterError when the input is not exactly one call.
   */
  toolCall(native: OrJson<Native['callSource']>): ToolCall
  /**
   * Encodes one call in the form of this wire's histories: a part, an item, an entry of `tool_calls`.
   * @throws AdapterError when the wire has no form for the call.
   */
  encodeCall(call: ToolCall): Native['call']
  /**
   * Decodes one native result; `encodeResult` is the reverse.
   * @throws AdapterError when the input is not exactly one result.
   */
  decodeResult(native: OrJson<object>): ToolResult
  /**
   * Encodes one result in the form of this wire's histories: a part, an item, a message. `toolResults`
   * encodes the messages of several results.
   * @throws AdapterError when the wire has no form for the result.
   */
  encodeResult(result: ToolResult): Native['result']
}

// The factories of the functions for pieces. One factory per function, so that a bundle contains only the
// functions that the program imports.

/** Creates `toolCall` of a wire. */
export function callReader<Native extends PieceTypes>(
  wire: MessagesReader<object>,
  { history }: Pieces,
): PieceExports<Native>['toolCall'] {
  return (native) => only('call', readParts(native, wire, history).filter(isCall))
}

/** Creates `decodeResult` of a wire. */
export function resultReader<Native extends PieceTypes>(
  wire: MessagesReader<object>,
  { history }: Pieces,
): PieceExports<Native>['decodeResult'] {
  return (native) => only('result', readParts(native, wire, history).filter(isResult))
}

/** Creates `encodeCall` of a wire. */
export function callWriter<Native extends PieceTypes>(
  wire: MessagesWriter<object, unknown>,
  { history }: Pieces,
): PieceExports<Native>['encodeCall'] {
  return (call) => asNative(writePart('assistant', call, wire, history))
}

/** Creates `encodeResult` of a wire. */
export function resultWriter<Native extends PieceTypes>(
  wire: MessagesWriter<object, unknown>,
  { history }: Pieces,
): PieceExports<Native>['encodeResult'] {
  return (result) => asNative(writePart('tool', result, wire, history))
}

/** Returns the parts of a history that contains only this piece. */
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

/**
 * Encodes one part.
 * @throws AdapterError('unsupported') when the wire drops the part.
 */
function writePart(
  role: Role,
  part: ToolCall | ToolResult,
  { id, encodeMessages }: MessagesWriter<object, unknown>,
  history: readonly PiecePath[],
): JsonValue {
  const messages = asJson(encodeMessages([{ role, parts: [part] }]).value)
  const found = history.map((path) => pieceIn(messages, path)).findLast((one) => one !== undefined)
  // On wires whose calls are members of a message, a result may be a separate message.
  const piece = found ?? pieceIn(messages, MESSAGE)
  if (piece !== undefined) return piece
  throw new AdapterError('unsupported', '', `${id} has no form for this ${part.type}`)
}

const MESSAGE: PiecePath = '0 |'
