import { toolResult } from '../model/create.js'
import type { ToolResult } from '../model/types.js'
import type { ToolRun } from './context/types.js'
import type { RunnableTool } from './define.js'
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
  if (!isIterator(given)) return toResult(given)
  const tell = onPreliminary && (async (value: unknown) => onPreliminary(preliminary(await toResult(value))))
  return toResult(await lastOf(given, run.signal, tell))
}

/** A tool's code for whatever input its schema lets through. */
interface Code {
  execute?(input: unknown, run: ToolRun): unknown
  toModelOutput?(output: unknown, run: ToolRun): unknown
}

function resultOf(value: unknown, code: Code, run: ToolRun): ToolResult | Promise<ToolResult> {
  if (isResult(value)) return ownResult(value, run)
  return code.toModelOutput === undefined
    ? toolResult(run.call, tellable(value))
    : translated(value, code, run)
}

async function translated(value: unknown, code: Code, run: ToolRun): Promise<ToolResult> {
  const told = await code.toModelOutput?.(value, run)
  const result = isResult(told) ? ownResult(told, run) : toolResult(run.call, tellable(told))
  return result.raw === undefined && value !== undefined ? { ...result, raw: rawOf(value, run) } : result
}

/** The output as JSON, for the host. */
function rawOf(value: unknown, run: ToolRun) {
  const { output } = toolResult(run.call, tellable(value))
  return 'value' in output && (output.type === 'json' || output.type === 'text') ? output.value : null
}

/** Whether it says that it is a result. */
export function isResult(value: unknown): value is ToolResult {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'tool-result'
}

function ownResult(result: ToolResult, { callId, call }: ToolRun): ToolResult {
  if (result.callId === callId) return result
  throw new ToolError(`The tool ${call.name} gave the result of another call.`)
}

/** JSON has no word for them, and leaves them out where they stand alone. */
function tellable(value: unknown): unknown {
  if (typeof value !== 'function' && typeof value !== 'symbol') return value
  throw new ToolError(`The tool gave a ${typeof value}, which is nothing that a model can read.`)
}

function preliminary(result: ToolResult): ToolResult {
  return { ...result, preliminary: true }
}

type Values = AsyncIterable<unknown> | Iterator<unknown>

/** What async iterables and generators are; lists and texts are values. */
function isIterator(value: unknown): value is Values {
  if (typeof value !== 'object' || value === null) return false
  return Symbol.asyncIterator in value || ('next' in value && Symbol.iterator in value)
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
      await rest()
      rested = performance.now()
    }
    throw signal.reason
  } catch (cause) {
    stop(iterator)
    throw cause
  } finally {
    untie()
  }
}

/** Milliseconds. An iterable that never waits would else keep timers, and so its own time limit, from ever running. */
const WITHOUT_REST = 20

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

function expectStep<Step>(step: Step): Step {
  if (typeof step === 'object' && step !== null) return step
  throw new TypeError('The iterator gave no object.')
}

/** Nobody waits for what it does then. */
async function stop(iterator: AsyncIterator<unknown> | Iterator<unknown>): Promise<void> {
  try {
    await iterator.return?.()
  } catch {
    // It was given up.
  }
}
