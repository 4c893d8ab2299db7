import { callsToAnswer } from '../base/model/calls-to-answer.js'
import type { Notice } from '../base/model/context.js'
import { expectFunction, expectMessage, expectOptions, type KnownOptions } from '../base/model/expect.js'
import type { Message, ToolCall, ToolResult } from '../base/model/types.js'
import { expectCompleteCall, inputOf } from './call-input.js'
import type { RunnableTool } from './define-tool.js'
import { isToolError, ToolError } from './errors/tool-error.js'
import { failedResult } from './failed-result.js'
import { expectDistinct, toolOf, unknownTool } from './lookup.js'
import { repairedCall, repairedNotice } from './repair-arguments.js'

/** Options of `checkCalls`. */
export interface CheckCallsOptions {
  /**
   * Converts invalid JSON to JSON, such as `jsonrepair` of the npm package `jsonrepair`. Called for complete
   * arguments that are not JSON, never for truncated arguments. Default: arguments are not repaired.
   */
  readonly repairJson?: ((text: string) => string) | undefined
  /** The maximum size of checked arguments, in bytes of UTF-8. Default: 1 MiB. */
  readonly maxBytes?: number | undefined
  /**
   * Maximum milliseconds for all calls together. Calls that are not checked in time do not fit. Default:
   * 2000.
   */
  readonly maxTime?: number | undefined
}

/** A call and the result of checking its arguments. */
export interface CheckedCall {
  /** The call, with repaired arguments if they were repaired. `rawArguments` is the model's text. */
  readonly call: ToolCall
  /** True if the arguments fit the schema of the tool. Execute only calls with `true`. */
  readonly fits: boolean
  /** True if the arguments were repaired by `repairJson`. */
  readonly repaired: boolean
  /**
   * The problems as a result of the call for the model: a line for each path, as a JSON Pointer. Absent if
   * the arguments fit.
   */
  readonly result?: ToolResult
}

/** The calls of an answer, and the notices about repaired calls. */
export interface CheckedCalls {
  /** The calls that the host has to answer, in order. */
  readonly calls: readonly CheckedCall[]
  /** One notice for each repaired call. */
  readonly notices: readonly Notice[]
}

const OPTIONS: KnownOptions<CheckCallsOptions> = { repairJson: true, maxBytes: true, maxTime: true }

/**
 * Checks the calls that the host has to answer against the schemas of their tools, without running them.
 * `runTools` and executors check each call anyway: use this function to inspect arguments first, or to run
 * the calls yourself.
 * @throws AdapterError for a value that is not a message, two tools of the same name, and unknown options.
 * @example const { calls } = await checkCalls(message, tools, { repairJson: jsonrepair })
 */
export async function checkCalls(
  message: Message,
  tools: readonly RunnableTool[],
  options: CheckCallsOptions = {},
): Promise<CheckedCalls> {
  expectMessage(message)
  expectDistinct(tools)
  expectOptions(options, OPTIONS, ['checkCalls', 'checkCalls(message, tools, { repairJson })'])
  if (options.repairJson !== undefined)
    expectFunction(
      options.repairJson,
      ['repairJson is a function', '{ repairJson: jsonrepair }'],
      '/repairJson',
    )
  const { maxTime = 2000 } = options
  const end = performance.now() + maxTime
  const calls: CheckedCall[] = []
  const notices: Notice[] = []
  for (const call of callsToAnswer(message.parts)) {
    const looked = await checked(call, tools, { ...options, end })
    calls.push(looked)
    if (looked.repaired) notices.push(repairedNotice(call, message.parts.indexOf(call)))
  }
  return { calls, notices }
}

type Budget = CheckCallsOptions & { readonly end: number }

async function checked(call: ToolCall, tools: readonly RunnableTool[], budget: Budget): Promise<CheckedCall> {
  let given = call
  try {
    expectBudget(call, budget)
    given = repairedCall(call, budget.repairJson)
    const tool = toolOf(given, tools)
    if (tool === undefined) throw noTool(given, tools)
    await inputOf(tool, expectCompleteCall(given))
    return { call: given, fits: true, repaired: given !== call }
  } catch (thrown) {
    const error = isToolError(thrown) ? thrown : new ToolError(UNREADABLE, { cause: thrown })
    return { call: given, fits: false, repaired: given !== call, result: failedResult(given, error) }
  }
}

const UNREADABLE = 'The arguments cannot be checked.'

function noTool(call: ToolCall, tools: readonly RunnableTool[]): ToolError {
  const known = tools.map(({ name }) => name)
  return new ToolError(unknownTool(call, known), { category: 'tool_not_found' })
}

/**
 * Checks the size of a call's arguments and the remaining time.
 * @throws ToolError if the arguments are too long or the time is over.
 */
function expectBudget({ rawArguments = '' }: ToolCall, { maxBytes = 1 << 20, end }: Budget): void {
  const isShort = rawArguments.length * 3 <= maxBytes
  if (!isShort && new TextEncoder().encode(rawArguments).length > maxBytes)
    throw new ToolError(
      `The arguments have more than ${maxBytes} bytes. Call the tool again with shorter ones.`,
      {
        category: 'invalid_parameters',
      },
    )
  if (performance.now() >= end)
    throw new ToolError('There is no time left to check this call. Make fewer calls at once.', {
      category: 'invalid_parameters',
    })
}
