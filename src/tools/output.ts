import { sleep } from '../base/http/timer.js'
import type { JsonValue } from '../base/json/json-types.js'
import { isStream, toJson } from '../base/json/to-json.js'
import { compact } from '../base/json/write-json.js'
import { toolResult } from '../base/model/create.js'
import type { ToolResult } from '../base/model/types.js'
import type { ToolRun } from './context/context-types.js'
import type { RunnableTool } from './define-tool.js'
import { ToolError } from './errors/tool-error.js'
import { whenAborted } from './signals.js'

/** A function that is called with each preliminary result. */
export type OnPreliminary = (result: ToolResult) => void

/**
 * Runs a tool and returns its result.
 * @param onPreliminary called with each value of an iterable. The last value is known only afterwards.
 * @throws the error of the tool, or a `ToolError` for output that no model can receive.
 */
export async function toolOutputOf(
  tool: RunnableTool,
  input: unknown,
  run: ToolRun,
  onPreliminary?: OnPreliminary,
): Promise<ToolResult> {
  const code: Code = tool
  const given = await code.execute?.(input, run)
  const toResult = (value: unknown) => resultOf(value, code, run)
  // A stream is not iterated: its values are pieces, and the last piece is not a complete result.
  if (isStream(given) || !isIterator(given)) return orLetGo(given, toResult)
  const tell = onPreliminary && (async (value: unknown) => onPreliminary(preliminary(await toResult(value))))
  return toResult(await lastOf(given, run.signal, tell))
}

/**
 * Converts output to a result. If this fails, the output is released, since an unread body keeps its
 * connection open.
 */
async function orLetGo(given: unknown, toResult: (value: unknown) => ToolResult | Promise<ToolResult>) {
  try {
    return await toResult(given)
  } catch (cause) {
    void releaseBody(given)
    throw cause
  }
}

/** Cancels a web stream, destroys a Node stream, and releases the body of a response in the same way. */
async function releaseBody(given: unknown): Promise<void> {
  try {
    const isHolder = typeof given === 'object' && given !== null && !isStream(given)
    const held: unknown = isHolder ? Reflect.get(given, 'body') : given
    if (typeof held !== 'object' || held === null || !isStream(held)) return
    const end: unknown = Reflect.get(held, 'cancel') ?? Reflect.get(held, 'destroy')
    if (typeof end === 'function') await Reflect.apply(end, held, [])
  } catch {
    // Another reader uses the stream.
  }
}

/** The executable members of a tool, for any input that its schema accepts. */
interface Code {
  execute?(input: unknown, run: ToolRun): unknown
  toModelOutput?(output: unknown, run: ToolRun): unknown
}

function resultOf(value: unknown, code: Code, run: ToolRun): ToolResult | Promise<ToolResult> {
  if (isResultValue(value)) return ownResult(value, run)
  return code.toModelOutput === undefined ? toldResult(value, run) : translated(value, code, run)
}

/**
 * Returns the result of a value. A returned Error has the same result and the same retries as a thrown Error.
 */
function toldResult(value: unknown, run: ToolRun): ToolResult {
  if (value instanceof Error) throw value
  return toolResult(run.call, value)
}

async function translated(value: unknown, code: Code, run: ToolRun): Promise<ToolResult> {
  const told = await code.toModelOutput?.(value, run)
  const result = isResultValue(told) ? ownResult(told, run) : toldResult(told, run)
  return result.raw === undefined && value !== undefined ? compact({ ...result, raw: rawOf(value) }) : result
}

/**
 * Returns the output as JSON for the host. The model receives the converted output, even if the output has no
 * JSON form.
 */
function rawOf(value: unknown): JsonValue | undefined {
  try {
    return toJson(value)
  } catch {
    return undefined
  }
}

/** Returns true if the value claims to be a result. */
export function isResultValue(value: unknown): value is ToolResult {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'tool-result'
}

function ownResult(result: ToolResult, { callId, call }: ToolRun): ToolResult {
  if (result.callId === callId) return result
  throw new ToolError(`The tool ${call.name} returned the result of another call.`)
}

function preliminary(result: ToolResult): ToolResult {
  return { ...result, preliminary: true }
}

type Values = AsyncIterable<unknown> | Iterator<unknown>

/**
 * Matches async iterables and generators. Lists and texts are plain values, and so are the iterators of lists
 * and maps.
 */
function isIterator(value: unknown): value is Values {
  if (typeof value !== 'object' || value === null) return false
  if (Symbol.asyncIterator in value) return true
  return (
    'next' in value &&
    Symbol.iterator in value &&
    !/Iterator( Helper)?\]$/.test(Object.prototype.toString.call(value))
  )
}

/**
 * Returns the last value, or `null` if there is none; the return value of a generator takes precedence. The
 * iterator is stopped when the signal ends.
 */
async function lastOf(values: Values, signal: AbortSignal, tell?: (value: unknown) => Promise<void>) {
  const iterator = Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : values
  const untie = whenAborted(signal, () => stop(iterator))
  let last: unknown = null
  try {
    for (let rested = performance.now(); !signal.aborted; ) {
      const { done, value } = expectStep(await iterator.next())
      if (done === true) return value === undefined ? last : value
      last = value
      await tell?.(value)
      if (performance.now() - rested < WITHOUT_REST) continue
      await sleep(0)
      rested = performance.now()
    }
    throw signal.reason
  } catch (cause) {
    await stop(iterator)
    throw cause
  } finally {
    untie()
  }
}

/**
 * Maximum milliseconds before other tasks can run. An iterable that never waits would otherwise prevent
 * timers, and so its timeout, from running.
 */
const WITHOUT_REST = 20

function expectStep<Step>(step: Step): Step {
  if (typeof step === 'object' && step !== null) return step
  throw new TypeError('The iterator gave no object.')
}

/** Resolves when the cleanup of the iterator has ended. */
async function stop(iterator: AsyncIterator<unknown> | Iterator<unknown>): Promise<void> {
  try {
    await iterator.return?.()
  } catch {
    // The iterator was abandoned.
  }
}
