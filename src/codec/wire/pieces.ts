import { AdapterError, reasonIn } from '../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn } from '../../base/json/read-json.js'

/**
 * The members that lead from a whole body to one call, such as `choices 0 message tool_calls|role 0 |function`; `0` is an item
 * of a list. An object is known by the member that leads on, or by one of those after `|`. The last step leads nowhere: it has
 * the members by which a call is known. `&role=assistant` is added to an object that lacks it.
 */
export type PiecePath = string

/** The paths to the calls and results of a wire; the first one that fits is read, the last one that fits is written. */
export interface Pieces {
  /** From an answer to a call. */
  readonly answer: readonly PiecePath[]
  /** From the list of messages to a call or a result. */
  readonly history: readonly PiecePath[]
  /** The member of requests that holds the messages. */
  readonly list: string
}

/** Of a wire whose pieces are not known by themselves. */
export const NO_PIECES: Pieces = { answer: [], history: [], list: '' }

/** A whole body around something that may be a piece of one. */
export interface WholeBody {
  readonly body: JsonValue
  /** JSON Pointer to what was given; '' where that was whole. */
  readonly place: string
}

/** Puts a choice, a message, a list of parts or one call into the body that decoders take; undefined for anything else. */
export function inWhole(value: JsonValue, paths: readonly PiecePath[]): WholeBody | undefined {
  const all = stepsOf(paths)
  // A call has a member of its own, and may have others that are called as those of what holds it.
  for (const isCall of [true, false])
    for (const steps of all) {
      const isHere = (step: Step) => step.name === '' || !isCall
      const whole = isArray(value) ? listInWhole(value, steps, isHere) : objectInWhole(value, steps, isHere)
      if (whole !== undefined) return whole
    }
  return undefined
}

const STEPS = new WeakMap<readonly PiecePath[], readonly (readonly Step[])[]>()

/** The steps of the paths of a wire, which are read once. */
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

/** Items of a list of the path, or calls that each stand in such an item. */
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
  /** The member that leads on. */
  readonly name: string
  /** Members by which the object is known as well. */
  readonly others: readonly string[]
  /** What is added where it is missing. */
  readonly usual: JsonObject
}

const ITEM = '0'

/** The steps of a path. */
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

/** Answers of official clients have methods and getters that are called as members of pieces. */
function hasOwnValue(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && typeof value[name] !== 'function'
}

/** An object that lacks nothing stays the same, since its text is known by it. */
function completed(value: JsonObject, usual: JsonObject = {}): JsonObject {
  return Object.keys(usual).every((name) => name in value) ? value : { ...usual, ...value }
}

function around(inner: JsonValue, { name, usual }: Step): JsonValue {
  return name === ITEM ? [inner] : { ...usual, [name]: inner }
}

/** What a path leads to in a whole body; undefined where the body has no such path. */
export function pieceIn(body: JsonValue, path: PiecePath): JsonValue | undefined {
  let piece: JsonValue | undefined = body
  for (const { name, others } of pieceSteps(path).slice(0, -1)) {
    const holder: JsonValue | undefined = piece
    if (isArray(holder)) piece = holder[0]
    // A member for one has its piece where others have a list.
    else if (name !== ITEM)
      piece = [name, ...others]
        .map((member) => objectIn(holder)[member])
        .find((one) => typeof one === 'object')
  }
  return piece ?? undefined
}

/**
 * A path into a whole body as one into the piece in it; undefined for what is said about the rest of the body.
 * @param place of the piece. Default: the body is what was given.
 */
export function inPiece(path: string, place = ''): string | undefined {
  return path.startsWith(place) ? path.slice(place.length) : undefined
}

/** Runs what throws errors with paths into the whole body, and lets their paths begin at the piece. */
export function fromPiece<Value>(place: string, run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof AdapterError) || !error.path.startsWith(place)) throw error
    throw new AdapterError(error.code, error.path.slice(place.length), reasonIn(error), error.detail)
  }
}
