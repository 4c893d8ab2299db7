import { expect } from 'vitest'
import { attempt } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, asNative, isArray, isObject, objectIn } from '../../src/base/json/read-json.js'
import { compact, equalJson, without } from '../../src/base/json/write-json.js'
import type { ToolCall, ToolResult } from '../../src/base/model/types.js'
import { type PiecePath, pieceSteps } from '../../src/codec/wire/pieces.js'
import { type DecodedTraffic, decodeOne } from '../../src/traffic/decode-traffic.js'
import { findPiece } from '../../src/translate/exchange/find-piece.js'
import { createRegistry, recognise } from '../../src/translate/exchange/registry.js'
import { registry } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'
import { forEachAdapter, holdsFor } from '../support/law.js'

/** A piece of a body, with the indexes of its path. */
interface Piece {
  readonly value: JsonValue
  readonly at: string
  /** True if the path ends here. */
  readonly isCall?: boolean
}

/** Returns all values on a path from a body to each of its calls. */
function piecesAlong(body: JsonValue, path: PiecePath): Piece[] {
  let level: Piece[] = [{ value: body, at: '' }]
  const all: Piece[] = []
  for (const { name } of pieceSteps(path).slice(0, -1)) {
    level = level.flatMap(({ value, at }) => {
      if (name === '0')
        return isArray(value) ? value.map((item, index) => ({ value: item, at: `${at}/${index}` })) : []
      if (!isObject(value)) return []
      const inner = value[name]
      return isObject(inner) || isArray(inner) ? [{ value: inner, at: `${at}/${name}` }] : []
    })
    all.push(...level)
  }
  const calls = new Set(level)
  return all.map((piece) => ({ ...piece, isCall: calls.has(piece) }))
}

/** Wires on which only the results next to a call show that it was already run. */
const RESULTS_SAY_WHO_RAN: ReadonlySet<string> = new Set(['robot-lab'])

/** Members of messages that are decoded here and encoded by another adapter of the format. */
const READ_ONLY: ReadonlyMap<string, string> = new Map([['ai-sdk', 'parts']])

/**
 * Wires on which the result of a provider-run tool repeats its call. A canonical result does not contain the
 * call.
 */
const RESULTS_REPEAT_CALL: ReadonlySet<string> = new Set(['xai-grpc'])

/**
 * Returns the facts of a call that the piece itself contains. Minted ids and truncation depend on the rest of
 * the answer.
 */
function factsOf({
  id,
  minted,
  name,
  kind,
  arguments: given,
  status,
  providerExecuted,
}: ToolCall): JsonObject {
  return objectIn(
    asJson(compact({ id: minted ? 'minted' : id, name, kind, providerExecuted, given, status })),
  )
}

function isSaid(call: ToolCall, whole: readonly ToolCall[], wire: string): boolean {
  const unsaid = RESULTS_SAY_WHO_RAN.has(wire) ? ['providerExecuted'] : []
  return whole.some((one) => {
    const left = one.status === 'truncated' ? [...unsaid, 'given', 'status'] : unsaid
    return equalJson(without(factsOf(one), ...left), without(factsOf(call), ...left))
  })
}

forEachAdapter('calls of a piece are those of the whole answer', ['response'], ({ wire, adapter }) => {
  holdsFor(
    exchangesOf(wire).filter(({ response }) => response !== undefined),
    ({ response = {} }) => {
      const whole = adapter.toolCalls(response)
      if (whole.length === 0) return undefined
      const pieces = (adapter.codecs.pieces?.answer ?? []).flatMap((path) => piecesAlong(response, path))
      const found = pieces.map(({ value, at }) => ({
        at,
        calls: adapter.toolCalls(asNative<JsonObject>(value)),
      }))
      const wrong = found.flatMap(({ at, calls }) =>
        calls.filter((call) => !isSaid(call, whole, wire)).map((call) => `${at}: ${JSON.stringify(call)}`),
      )
      const missed = whole.filter(
        (call) => !found.some(({ calls }) => calls.some((one) => isSaid(one, [call], wire))),
      )
      const isWhole = !pieces.some(({ isCall }) => isCall) || RESULTS_SAY_WHO_RAN.has(wire)
      return isWhole ? wrong : [...wrong, ...missed.map((call) => `no piece has ${JSON.stringify(call)}`)]
    },
  )
})

function contentOf(value: JsonObject) {
  return { value, exactText: () => undefined }
}

/** Returns the recognized traffic, or undefined if no wire or several wires match. */
function recognized(piece: JsonObject): DecodedTraffic | undefined {
  const decoded = attempt(() => decodeOne(contentOf(piece), registry))
  if ('value' in decoded) return decoded.value
  expect(decoded.error.code).toBe('unknown-wire')
  return undefined
}

forEachAdapter('a piece says by itself which calls it has', ['response'], ({ wire, adapter }) => {
  const own = createRegistry([adapter])
  let known = 0
  let all = 0
  holdsFor(
    exchangesOf(wire).filter(({ response }) => response !== undefined),
    ({ response = {} }) => {
      const whole = adapter.toolCalls(response)
      if (whole.length === 0) return undefined
      return (adapter.codecs.pieces?.answer ?? [])
        .flatMap((path) => piecesAlong(response, path))
        .filter(({ value }) => adapter.toolCalls(asNative<JsonObject>(value)).length > 0)
        .flatMap(({ value, at }) => {
          const piece = asNative<JsonObject>(value)
          const named = decodeOne(contentOf(piece), own, adapter.id).calls
          const found = recognized(piece)
          all += 1
          if (found !== undefined) known += 1
          return [...named, ...(found?.calls ?? [])]
            .filter((call) => !isSaid(call, whole, wire))
            .map((call) => `${at} as ${found?.wire}: ${JSON.stringify(call)}`)
        })
    },
  )
  // Calls of some libraries have no marks of their format.
  if (!adapter.lacks.has('http')) expect(known).toBeGreaterThan(all / 2)
})

/** Returns true if a value contains the other value at any depth. */
function holds(outer: JsonValue | undefined, inner: JsonValue): boolean {
  if (equalJson(outer, inner)) return true
  return (isArray(outer) ? outer : Object.values(objectIn(outer))).some((value) => holds(value, inner))
}

const isPair = (piece: JsonValue, again: JsonValue) => holds(piece, again) || holds(again, piece)

/**
 * Returns the facts of a result. A result that is a message is compared without the metadata of its message,
 * such as the spelling.
 */
function factsOfResult({ providerMetadata: _own, ...said }: ToolResult): JsonValue {
  return asJson(said)
}

forEachAdapter(
  'one call and one result come back unchanged',
  ['messages', 'writing'],
  ({ wire, adapter }) => {
    const { history = [], list = '' } = adapter.codecs.pieces ?? {}
    let pairs = 0
    holdsFor(exchangesOf(wire), ({ request = {} }) =>
      history
        .flatMap((path) => piecesAlong(request[list] ?? [], path))
        .filter(({ at }) => !at.split('/').includes(READ_ONLY.get(wire) ?? ' '))
        .flatMap(({ value, at }) => {
          const piece = asNative<JsonObject>(value)
          const call = attempt(() => adapter.toolCall(piece))
          const result = attempt(() => adapter.decodeResult(piece))
          const again = [
            ...('value' in call && !('value' in result) ? [asJson(adapter.encodeCall(call.value))] : []),
            ...('value' in result && !('value' in call) ? [asJson(adapter.encodeResult(result.value))] : []),
          ]
          pairs += again.length
          if ('value' in result && result.value.providerExecuted && RESULTS_REPEAT_CALL.has(wire)) return []
          const isSame = (one: JsonValue) =>
            isPair(value, one) ||
            ('value' in result &&
              equalJson(
                factsOfResult(adapter.decodeResult(asNative<JsonObject>(one))),
                factsOfResult(result.value),
              ))
          return again
            .filter((one) => !isSame(one))
            .map((one) => `${at}: ${JSON.stringify(value)} became ${JSON.stringify(one)}`)
        }),
    )
    expect(pairs).toBeGreaterThan(0)
  },
)

forEachAdapter('a whole body is not taken for a piece', [], ({ wire, adapter }) => {
  holdsFor(exchangesOf(wire), (exchange) =>
    (['request', 'response'] as const).flatMap((side) => {
      const body = exchange[side]
      if (body === undefined || recognise(adapter.codecs.evidence, { [side]: body }).score === 0) return []
      const whole = registry.recognise({ [side]: body })?.recognition.score ?? 0
      const piece = findPiece(body, registry)
      return piece === undefined || piece.recognition.score <= whole
        ? []
        : [`${side} is a piece of ${piece.adapter.id}: ${piece.recognition.reason}`]
    }),
  )
})
