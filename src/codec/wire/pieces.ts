import { AdapterError, reasonIn } from '../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn } from '../../base/json/read-json.js'

/**
 * The members on the path from a complete body to one call, such as `choices 0 message tool_calls|role 0
 * |function`; `0` is an item of a list. An object is recognized by the next member of the path, or by one of
 * the members after `|`. The last step has no next member: it contains the members by which a call is
 * recognized. `&role=assistant` is added to an object that lacks it.
 */
export type PiecePath = string

/**
 * The paths to the calls and results of a wire; decoding uses the first one that matches, encoding the last
 * one.
 */
export interface Pieces {
  /** From an answer to a call. */
  readonly answer: readonly PiecePath[]
  /** From the list of messages to a call or a result. */
  readonly history: readonly PiecePath[]
  /** The member of requests with the messages. */
  readonly list: string
}

/** The pieces of a wire that cannot decode individual pieces. */
export const NO_PIECES: Pieces = { answer: [], history: [], list: '' }

/** A complete body around a value that may be a piece of a body. */
export interface WholeBody {
  readonly body: JsonValue
  /** JSON Pointer to the given value; '' if the value was a complete body. */
  readonly place: string
}

/**
 * Wraps a choice, a message, a list of parts or one call in the body that decoders accept; undefined for any
 * other value.
 */
export function inWhole(value: JsonValue, paths: readonly PiecePath[]): WholeBody | undefined {
  const all = stepsOf(paths)
  // Calls are tested first: a call has a distinctive member, and may also have members with the names of its
  // container's members.
  for (const isCall of [true, false])
    for (const steps of all) {
      const isHere = (step: Step) => step.name === '' || !isCall
      const whole = isArray(value) ? listInWhole(value, steps, isHere) : objectInWhole(value, steps, isHere)
      if (whole !== undefined) return whole
    }
  return undefined
}

const STEPS = new WeakMap<readonly PiecePath[], readonly (readonly Step[])[]>()

/** Returns the steps of the paths of a wire, which are parsed once. */
function stepsOf(paths: readonly PiecePath[]): readonly (readonly Step[])[] {
  const known = STEPS.get(paths)
  if (known !== undefined) return known
  const steps = paths.map(pieceSteps)
  STEPS.set(paths, steps)
  return steps
}

type StepTest = (step: Step) => boolean

function objectInWhole(value: JsonValue, steps: readonly Step[], isHere: StepTest): WholeBody | undefined {
  const level = steps.findLastIndex((step) => isHere(step) && isKnown(value, step))
  return level < 0
    ? undefined
    : wrapped(completed(objectIn(value), steps[level]?.usual), steps.slice(0, level))
}

/** Wraps a list of items on the path, or a list of calls that belong to one item each. */
function listInWhole(list: JsonArray, steps: readonly Step[], isHere: StepTest): WholeBody | undefined {
  const level = steps.findLastIndex(
    (step, index) =>
      isHere(step) &&
      (step.name === '' || steps[index - 1]?.name === ITEM) &&
      list.some((item) => isKnown(item, step)),
  )
  const start = steps.findLastIndex(({ name }, index) => index < level && name === ITEM)
  if (start < 0) return undefined
  const inner = steps.slice(start + 1, level)
  return wrapped(
    list.map((item) => inner.reduceRight(around, item)),
    steps.slice(0, start),
  )
}

function wrapped(piece: JsonValue, outer: readonly Step[]): WholeBody {
  return { body: outer.reduceRight(around, piece), place: outer.map(({ name }) => `/${name}`).join('') }
}

/** One step of a path. */
interface Step {
  /** The next member of the path. */
  readonly name: string
  /** Other members by which the object is recognized. */
  readonly others: readonly string[]
  /** Members that are added if they are missing. */
  readonly usual: JsonObject
}

const ITEM = '0'

/** Parses the steps of a path. */
export function pieceSteps(path: PiecePath): readonly Step[] {
  return path.split(' ').map((text) => {
    const [names = '', ...usual] = text.split('&')
    const [name = '', ...others] = names.split('|')
    return { name, others, usual: Object.fromEntries(usual.map((member) => member.split('='))) }
  })
}

function isKnown(value: JsonValue, { name, others }: Step): boolean {
  return (
    isObject(value) && (typeof value[name] === 'object' || others.some((other) => hasOwnValue(value, other)))
  )
}

/**
 * Returns true for an own member that is not a method. Answers of official clients have methods and getters
 * with the names of members of pieces.
 */
function hasOwnValue(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && typeof value[name] !== 'function'
}

/**
 * Adds usual members. An object that has all usual members stays the same object, since its text is looked up
 * by identity.
 */
function completed(value: JsonObject, usual: JsonObject = {}): JsonObject {
  return Object.keys(usual).every((name) => name in value) ? value : { ...usual, ...value }
}

function around(inner: JsonValue, { name, usual }: Step): JsonValue {
  return name === ITEM ? [inner] : { ...usual, [name]: inner }
}

/** Returns the value at a path in a complete body; undefined if the body does not have the path. */
export function pieceIn(body: JsonValue, path: PiecePath): JsonValue | undefined {
  let piece: JsonValue | undefined = body
  for (const { name, others } of pieceSteps(path).slice(0, -1)) {
    const holder: JsonValue | undefined = piece
    if (isArray(holder)) piece = holder[0]
    // A member for a single piece contains the piece itself in place of a list.
    else if (name !== ITEM)
      piece = [name, ...others]
        .map((member) => objectIn(holder)[member])
        .find((one) => typeof one === 'object')
  }
  return piece ?? undefined
}

/**
 * Converts a path into a complete body to a path into its piece; undefined for a path outside the piece.
 * @param place of the piece. Default: the body is the given value.
 */
export function inPiece(path: string, place = ''): string | undefined {
  return path.startsWith(place) ? path.slice(place.length) : undefined
}

/** Runs `run` and makes the paths of its errors relative to the piece. */
export function fromPiece<Value>(place: string, run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof AdapterError) || !error.path.startsWith(place)) throw error
    throw new AdapterError(error.code, error.path.slice(place.length), reasonIn(error), error.detail)
  }
}
