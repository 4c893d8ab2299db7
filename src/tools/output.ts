import { sleep } from '../base/http/timer.js'
import type { JsonValue } from '../base/json/json-types.js'
import { isStream, toJson } from '../base/json/plain.js'
import { compact } from '../base/json/write-json.js'
import { toolResult } from '../base/model/create.js'
import type { ToolResult } from '../base/model/types.js'
import type { ToolRun } from './context/context-types.js'
import type { RunnableTool } from './define-tool.js'
import { ToolError } from './errors/tool-error.js'
import { whenAborted } from './signals.js'

/** Called with each preliminary result. */
export type OnPreliminary = (result: ToolResult) => void

/**
 * Runs a tool and gives its result.
 * @param onPreliminary hears of each value of an iterable: which one is the last is known only after it.
 * @throws whatever the tool throws, and `ToolError` for output that no model can be told.
 */
export async function outputOf(
  tool: RunnableTool,
  input: unknown,
  run: ToolRun,
  onPreliminary?: OnPreliminary,
): Promise<ToolResult> {
  const code: Code = tool
  const given = await code.execute?.(input, run)
  const toResult = (value: unknown) => resultOf(value, code, run)
  // Of a stream each value is a piece: the last one alone says nothing.
  if (isStream(given) || !isIterator(given)) return orLetGo(given, toResult)
  const tell = onPreliminary && (async (value: unknown) => onPreliminary(preliminary(await toResult(value))))
  return toResult(await lastOf(given, run.signal, tell))
}

/** What becomes no result is let go: a body that nobody reads keeps its connection. */
async function orLetGo(given: unknown, toResult: (value: unknown) => ToolResult | Promise<ToolResult>) {
  try {
    return await toResult(given)
  } catch (cause) {
    void releaseBody(given)
    throw cause
  }
}

/** A stream of the web is cancelled, one of Node destroyed; so is the body of a response. */
async function releaseBody(given: unknown): Promise<void> {
  try {
    const isHolder = typeof given === 'object' && given !== null && !isStream(given)
    const held: unknown = isHolder ? Reflect.get(given, 'body') : given
    if (typeof held !== 'object' || held === null || !isStream(held)) return
    const end: unknown = Reflect.get(held, 'cancel') ?? Reflect.get(held, 'destroy')
    if (typeof end === 'function') await Reflect.apply(end, held, [])
  } catch {
    // Somebody else reads it.
  }
}

/** A tool's code for whatever input its schema lets through. */
interface Code {
  execute?(input: unknown, run: ToolRun): unknown
  toModelOutput?(output: unknown, run: ToolRun): unknown
}

function resultOf(value: unknown, code: Code, run: ToolRun): ToolResult | Promise<ToolResult> {
  if (isResult(value)) return ownResult(value, run)
  return code.toModelOutput === undefined ? toldResult(value, run) : translated(value, code, run)
}

/** An Error that is given is one that is thrown: the same result, and the same chance to be tried again. */
function toldResult(value: unknown, run: ToolRun): ToolResult {
  if (value instanceof Error) throw value
  return toolResult(run.call, value)
}

async function translated(value: unknown, code: Code, run: ToolRun): Promise<ToolResult> {
  const told = await code.toModelOutput?.(value, run)
  const result = isResult(told) ? ownResult(told, run) : toldResult(told, run)
  return result.raw === undefined && value !== undefined ? compact({ ...result, raw: rawOf(value) }) : result
}

/** The output as JSON, for the host: the model has what was made of it, also when it has no JSON. */
function rawOf(value: unknown): JsonValue | undefined {
  try {
    return toJson(value)
  } catch {
    return undefined
  }
}

/** Whether it says that it is a result. */
export function isResult(value: unknown): value is ToolResult {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'tool-result'
}

function ownResult(result: ToolResult, { callId, call }: ToolRun): ToolResult {
  if (result.callId === callId) return result
  throw new ToolError(`The tool ${call.name} gave the result of another call.`)
}

function preliminary(result: ToolResult): ToolResult {
  return { ...result, preliminary: true }
}

type Values = AsyncIterable<unknown> | Iterator<unknown>

/** What async iterables and generators are; lists and texts are values, and so is what lists and maps give their values by. */
function isIterator(value: unknown): value is Values {
  if (typeof value !== 'object' || value === null) return false
  if (Symbol.asyncIterator in value) return true
  return (
    'next' in value &&
    Symbol.iterator in value &&
    !/Iterator( Helper)?\]$/.test(Object.prototype.toString.call(value))
  )
}

/** The last value, `null` of none; what a generator returns goes first. It is told to stop when the signal ends. */
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

/** Milliseconds. An iterable that never waits would else keep timers, and so its own time limit, from ever running. */
const WITHOUT_REST = 20

function expectStep<Step>(step: Step): Step {
  if (typeof step === 'object' && step !== null) return step
  throw new TypeError('The iterator gave no object.')
}

/** It ends when what it does then has ended. */
async function stop(iterator: AsyncIterator<unknown> | Iterator<unknown>): Promise<void> {
  try {
    await iterator.return?.()
  } catch {
    // It was given up.
  }
}
