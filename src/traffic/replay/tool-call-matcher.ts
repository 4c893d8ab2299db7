import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, isArray, isObject } from '../../base/json/read-json.js'
import type { Conversation, Message, ModelResponse, ToolCall } from '../../base/model/types.js'

/** Canonical values that contain tool calls. */
export type ToolCallsHolder = readonly ToolCall[] | Message | ModelResponse | Conversation

export interface MatcherResult {
  readonly pass: boolean
  message(): string
}

/**
 * Matches calls of a tool, for `expect.extend` of Vitest, Jest and similar runners. The matcher passes if a
 * call of this tool has arguments with at least these members (compared deeply, array items one by one;
 * asymmetric matchers such as `expect.any(…)` are supported). The arguments of a custom tool are one text.
 * @throws TypeError if the received value contains no canonical calls, so that `.not` does not hide the
 * mistake.
 */
export function toHaveToolCall(
  received: unknown,
  name: string,
  partialArguments?: JsonObject | string | object,
): MatcherResult {
  const calls = callsIn(asJson(received))
  const pass = calls.some(
    (call) =>
      call.name === name &&
      (partialArguments === undefined || holds(asJson(call.arguments), asJson(partialArguments))),
  )
  const wanted = partialArguments === undefined ? name : `${name}(${JSON.stringify(partialArguments)})`
  return {
    pass,
    message: () => `expected ${pass ? 'no ' : 'a '}call of ${wanted}; ${described(calls)}`,
  }
}

function callsIn(value: JsonValue | undefined): ToolCall[] {
  if (isArray(value) && value.every((item) => isObject(item) && item.type === 'tool-call'))
    return asNative<ToolCall[]>(value)
  if (isObject(value)) {
    if (isArray(value.messages)) return value.messages.flatMap(partCalls)
    if (isObject(value.message)) return partCalls(value.message)
    if (isArray(value.parts)) return partCalls(value)
  }
  throw new TypeError('toHaveToolCall expects canonical tool calls, a message, a response or a conversation')
}

function partCalls(message: JsonValue): ToolCall[] {
  return isObject(message) && isArray(message.parts)
    ? asNative<Message>(message).parts.filter((part) => part.type === 'tool-call')
    : []
}

function holds(actual: JsonValue | undefined, expected: JsonValue): boolean {
  if (isAsymmetricMatcher(expected)) return expected.asymmetricMatch(actual)
  if (isArray(expected)) {
    return (
      isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => holds(actual[index], item))
    )
  }
  if (!isObject(expected)) return Object.is(actual, expected)
  return (
    isObject(actual) &&
    Object.keys(expected).every(
      (key) => Object.hasOwn(actual, key) && holds(actual[key], expected[key] ?? null),
    )
  )
}

/** Returns true for `expect.any`, `expect.stringContaining` and similar matchers of any runner. */
function isAsymmetricMatcher(
  value: object | JsonValue,
): value is { asymmetricMatch(actual: unknown): boolean } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'asymmetricMatch' in value &&
    typeof value.asymmetricMatch === 'function'
  )
}

function described(calls: readonly ToolCall[]): string {
  if (calls.length === 0) return 'there are no calls'
  return `the calls are\n${calls.map((call) => `  ${describedCall(call)}`).join('\n')}`
}

function describedCall({ name, status, providerExecuted, ...call }: ToolCall): string {
  const text = call.rawArguments ?? JSON.stringify(call.arguments) ?? ''
  const remarks = [
    ...(status === 'complete' ? [] : [`arguments ${status}`]),
    ...(providerExecuted ? ['provider-executed'] : []),
  ]
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
  return `${name}(${shown})${remarks.length === 0 ? '' : ` — ${remarks.join(', ')}`}`
}
