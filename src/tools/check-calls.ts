import { tryParseJson } from '../base/json/parse.js'
import { isObject } from '../base/json/read-json.js'
import { callsToAnswer } from '../base/model/calls-to-answer.js'
import type { Notice } from '../base/model/context.js'
import { expectFunction, expectOptions, type KnownOptions } from '../base/model/entrance.js'
import { expectMessage } from '../base/model/expect.js'
import type { Message, ToolCall, ToolResult } from '../base/model/types.js'
import { inputOf, wholeCall } from './call-input.js'
import type { RunnableTool } from './define-tool.js'
import { isToolError, ToolError } from './errors/tool-error.js'
import { failureOf } from './failed-result.js'
import { toolOf, unknownTool } from './lookup.js'

/** Options of `checkCalls`. */
export interface CheckCallsOptions {
  /**
   * Makes JSON of a text that is none, such as `jsonrepair` of the npm package of that name. It is asked for whole arguments that are no
   * JSON, never for those that were cut off. Default: they are not repaired.
   */
  readonly repairJson?: ((text: string) => string) | undefined
  /** The longest arguments of a call that are looked at, in bytes of UTF-8. Default: 1 MiB. */
  readonly maxBytes?: number | undefined
  /** Milliseconds for all calls together; those that are left then do not fit. Default: 2000. */
  readonly maxTime?: number | undefined
}

/** A call, and whether its arguments are what the tool wants. */
export interface CheckedCall {
  /** The call; with the repaired arguments, where they were repaired. `rawArguments` is what the model wrote. */
  readonly call: ToolCall
  /** Whether the arguments fit the schema of the tool. Only such calls may be executed. */
  readonly fits: boolean
  /** Whether the arguments are not what the model wrote, but what `repairJson` made of it. */
  readonly repaired: boolean
  /** What is wrong, as the result of the call for the model: a line for each place, with its JSON Pointer. Absent where it fits. */
  readonly result?: ToolResult
}

/** The calls of an answer, and notices of those that were repaired. */
export interface CheckedCalls {
  /** Those that the host has to answer, in their order. */
  readonly calls: readonly CheckedCall[]
  /** One for each that was repaired. */
  readonly notices: readonly Notice[]
}

const OPTIONS: KnownOptions<CheckCallsOptions> = { repairJson: true, maxBytes: true, maxTime: true }

/**
 * Checks the calls that the host has to answer against the schemas of their tools, and runs none. `runTools` and executors check
 * each call anyway: this is for those who look at the arguments before, or run the calls themselves.
 * @throws AdapterError for what is no message, and unknown options.
 * @example const { calls } = await checkCalls(message, tools, { repairJson: jsonrepair })
 */
export async function checkCalls(
  message: Message,
  tools: readonly RunnableTool[],
  options: CheckCallsOptions = {},
): Promise<CheckedCalls> {
  expectMessage(message)
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
    given = repairedCall(call, budget)
    const tool = toolOf(given, tools)
    if (tool === undefined) throw noTool(given, tools)
    await inputOf(tool, wholeCall(given))
    return { call: given, fits: true, repaired: given !== call }
  } catch (thrown) {
    const error = isToolError(thrown) ? thrown : new ToolError(UNREADABLE, { cause: thrown })
    return { call: given, fits: false, repaired: given !== call, result: failureOf(given, error) }
  }
}

const UNREADABLE = 'The arguments cannot be checked.'

function noTool(call: ToolCall, tools: readonly RunnableTool[]): ToolError {
  const known = tools.map(({ name }) => name)
  return new ToolError(unknownTool(call, known), { category: 'tool_not_found' })
}

/** @throws ToolError for what is too long, and when the time is over. */
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

/** The call itself, where there is nothing to repair, or nothing comes of it. */
function repairedCall(call: ToolCall, { repairJson }: Budget): ToolCall {
  if (repairJson === undefined || call.status !== 'malformed' || call.kind === 'custom') return call
  const value = tryParseJson(textBy(repairJson, call.rawArguments ?? ''))
  const { arguments: _none, status: _status, ...head } = call
  return isObject(value) ? { ...head, status: 'complete', arguments: value } : call
}

function textBy(repairJson: (text: string) => string, text: string): string {
  try {
    return repairJson(text)
  } catch {
    return text
  }
}

function repairedNotice({ name }: ToolCall, index: number): Notice {
  return {
    ...{ code: 'arguments-repaired', severity: 'warning', path: `/parts/${index}/arguments` },
    message: `the arguments of ${name} were no JSON: they are what a repair made of the text`,
  }
}
