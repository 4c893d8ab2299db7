import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, isObject } from '../../base/json/read-json.js'
import { compact, equalJson } from '../../base/json/write-json.js'
import type { CompleteToolCall } from '../../base/model/create.js'
import { type GlobMatcher, globMatcher, matchesAll } from '../../base/model/glob.js'
import type { ToolContext } from '../context/context-types.js'
import type { RunnableTool } from '../define-tool.js'
import type { Globs, PolicyRule, Verdict } from './policy-types.js'
import { patternsOf, type ValueMatcher, valueMatcher } from './values.js'

/** A validated rule with compiled patterns. */
export interface CompiledRule {
  /** The patterns of the rule's tools. */
  readonly tools: readonly string[]
  readonly isForTool: GlobMatcher
  /** Returns true if the rule applies to the tool's origin and definition. */
  readonly isForSource: (tool: Pick<RunnableTool, 'origin' | 'definition'>) => boolean
  /** True if the rule applies to every call of its tools. */
  readonly isForEveryCall: boolean
  /**
   * Returns true if the rule applies to a call, based on the model's arguments and on the input of the tool.
   */
  readonly isForCall: (call: CompleteToolCall, input: JsonValue, context: ToolContext) => Promise<boolean>
  readonly verdict: Verdict
}

/**
 * Compiles a policy rule.
 * @throws AdapterError `wrong-type` for an invalid rule, since a misspelled word must not allow calls.
 */
export function compiledRule(rule: PolicyRule, path: string): CompiledRule {
  expectKnown(rule, path)
  const { tool, input, when, reason } = rule
  const action = expectAction(rule.action, `${path}/action`)
  if (when !== undefined && typeof when !== 'function') throw unusable(`${path}/when`, 'expected a function')
  const tools = patternsOf(tool, `${path}/tool`)
  if (tools.includes('')) throw unusable(`${path}/tool`, 'no tool has an empty name')
  const isForInput = inputMatcher(input, action, `${path}/input`)
  return {
    tools,
    isForTool: anyOf(tools),
    isForSource: sourceMatcher(rule, path),
    isForEveryCall: isForAll(rule),
    isForCall: async (call, given, context) =>
      isForInput(call.arguments, given) && (await holds(rule, call, given, context, `${path}/when`)),
    verdict: compact({ action, reason }),
  }
}

function isForAll({ input, when, origin, definition }: PolicyRule): boolean {
  return when === undefined && origin === undefined && definition === undefined && isAnyInput(input)
}

const MEMBERS: ReadonlySet<string> = new Set([
  'tool',
  'origin',
  'definition',
  'input',
  'when',
  'action',
  'reason',
])

function expectKnown(rule: PolicyRule, path: string): void {
  const unknown = Object.keys(rule).find((name) => !MEMBERS.has(name))
  if (unknown !== undefined) throw unusable(`${path}/${unknown}`, `expected ${[...MEMBERS].join(', ')}`)
}

/** Returns a predicate for texts that match one of the patterns. */
function anyOf(patterns: readonly string[]): GlobMatcher {
  const matchers = patterns.map(globMatcher)
  return (text) => matchers.some((matches) => matches(text))
}

/**
 * Creates the check of a tool's source. A tool without an origin matches only rules without `origin`, and a
 * tool without a digest only rules without `definition`.
 */
function sourceMatcher({ origin, definition }: PolicyRule, path: string): CompiledRule['isForSource'] {
  const isOrigin = origin === undefined ? undefined : anyOf(patternsOf(origin, `${path}/origin`))
  const digests = definition === undefined ? undefined : patternsOf(definition, `${path}/definition`)
  return (tool) =>
    (isOrigin === undefined || (tool.origin !== undefined && isOrigin(tool.origin))) &&
    (digests === undefined || (tool.definition !== undefined && digests.includes(tool.definition)))
}

/**
 * Checks the action of a rule.
 * @throws AdapterError `wrong-type` for an unknown action, since a misspelled word must not allow calls.
 */
export function expectAction(action: Verdict['action'], path: string): Verdict['action'] {
  if (action === 'allow' || action === 'ask' || action === 'deny') return action
  throw unusable(path, `expected allow, ask or deny, got ${String(action)}`)
}

function unusable(path: string, message: string): AdapterError {
  return new AdapterError('wrong-type', path, message)
}

/** Evaluates `when` for the original call and for the call with the tool's input as its arguments. */
async function holds(
  { when, action }: PolicyRule,
  call: CompleteToolCall,
  input: JsonValue,
  context: ToolContext,
  path: string,
): Promise<boolean> {
  if (when === undefined) return true
  const isSure = expectBoolean(await when(call, context), path)
  if (isSure !== (action === 'allow') || equalJson(call.arguments, input)) return isSure
  return expectBoolean(await when(withInput(call, input), context), path)
}

function withInput({ rawArguments: _text, ...call }: CompleteToolCall, input: JsonValue): CompleteToolCall {
  return asNative(asJson({ ...call, arguments: input }))
}

function expectBoolean(said: boolean, path: string): boolean {
  if (typeof said === 'boolean') return said
  throw unusable(path, `expected true or false, got ${typeof said}`)
}

function isGlobs(input: NonNullable<PolicyRule['input']>): input is Globs {
  return typeof input === 'string' || Array.isArray(input)
}

function isAnyInput(input: PolicyRule['input']): boolean {
  return input === undefined || (isGlobs(input) && [input].flat().some(matchesAll))
}

/**
 * Creates the matcher of a rule's input. A rule that allows must match both the model's arguments and the
 * tool's input; a rule that asks or denies must match at least one of the two.
 */
function inputMatcher(
  input: PolicyRule['input'],
  action: Verdict['action'],
  path: string,
): (given: JsonValue, input: JsonValue) => boolean {
  if (input === undefined) return () => true
  const isAllow = action === 'allow'
  if (isGlobs(input)) {
    const matches = valueMatcher(input, action, path)
    return (raw, got) => (isAllow ? matches(raw) && matches(got) : matches(raw) || matches(got))
  }
  if (!isObject(asJson(input))) throw unusable(path, 'expected patterns, or an object of patterns')
  const members = Object.entries(input).map(
    ([name, globs]) => [name, valueMatcher(globs, action, `${path}/${name}`)] as const,
  )
  return (raw, got) =>
    members.every(([name, matches]) => (isAllow ? inBoth : inEither)(name, matches, raw, got))
}

function inBoth(name: string, matches: ValueMatcher, raw: JsonValue, got: JsonValue): boolean {
  return has(raw, name) && has(got, name) && matches(raw[name] ?? null) && matches(got[name] ?? null)
}

/**
 * Returns true if either value matches. The tool's input may contain an argument under another name, at any
 * position.
 */
function inEither(name: string, matches: ValueMatcher, raw: JsonValue, got: JsonValue): boolean {
  if (has(got, name) && matches(got[name] ?? null)) return true
  return has(raw, name) && (matches(raw[name] ?? null) || (!has(got, name) && matches(got)))
}

function has(value: JsonValue, name: string): value is JsonObject {
  return isObject(value) && Object.hasOwn(value, name) && value[name] !== undefined
}
