import { AdapterError } from '../../json/errors.js'
import { asJson, expectString, isObject } from '../../json/read.js'
import type { JsonValue } from '../../json/types.js'
import { compact, stringifyJson } from '../../json/write.js'
import type { CompleteToolCall } from '../../model/create.js'
import type { ToolContext } from '../context/types.js'
import { type GlobMatcher, globMatcher, matchesAll } from './glob.js'
import type { Globs, PolicyRule, Verdict } from './types.js'

/** A rule that was checked, with its patterns ready. */
export interface CompiledRule {
  readonly isForTool: GlobMatcher
  /** Whether it holds for each call of its tools. */
  readonly isForEveryCall: boolean
  readonly isForInput: (input: InputTexts) => boolean
  readonly isForCall: (call: CompleteToolCall, context: ToolContext) => Promise<boolean>
  readonly verdict: Verdict
}

/** @throws AdapterError `wrong-type` for an action that is none, and patterns that are no text. */
export function compiledRule(rule: PolicyRule, path: string): CompiledRule {
  const { tool, input, when, action, reason } = rule
  return {
    isForTool: anyOf(tool, `${path}/tool`),
    isForEveryCall: when === undefined && isAnyInput(input),
    isForInput: inputMatcher(input, `${path}/input`),
    isForCall: async (call, context) =>
      when === undefined || expectBoolean(await when(call, context), `${path}/when`),
    verdict: compact({ action: expectAction(action, `${path}/action`), reason }),
  }
}

/** Whether a text matches one of the patterns. */
export function anyOf(globs: Globs, path: string): GlobMatcher {
  const matchers = listOf(globs).map((glob) => globMatcher(expectString(asJson(glob), path)))
  return (text) => matchers.some((matches) => matches(text))
}

/** @throws AdapterError `wrong-type` for anything else: a word that is spelled wrong must not let calls pass. */
export function expectAction(action: Verdict['action'], path: string): Verdict['action'] {
  if (action === 'allow' || action === 'ask' || action === 'deny') return action
  throw new AdapterError('wrong-type', path, `expected allow, ask or deny, got ${String(action)}`)
}

function expectBoolean(holds: boolean, path: string): boolean {
  if (typeof holds === 'boolean') return holds
  throw new AdapterError('wrong-type', path, `expected true or false, got ${typeof holds}`)
}

function listOf(globs: Globs): readonly string[] {
  return [globs].flat()
}

function isGlobs(input: NonNullable<PolicyRule['input']>): input is Globs {
  return typeof input === 'string' || Array.isArray(input)
}

function isAnyInput(input: PolicyRule['input']): boolean {
  return input === undefined || (isGlobs(input) && listOf(input).some(matchesAll))
}

function inputMatcher(input: PolicyRule['input'], path: string): CompiledRule['isForInput'] {
  if (input === undefined) return () => true
  if (isGlobs(input)) {
    const matches = loweredGlobs(input, path)
    return (texts) => matches(texts.whole)
  }
  const members = Object.entries(input).map(
    ([name, globs]) => [name, loweredGlobs(globs, `${path}/${name}`)] as const,
  )
  return (texts) =>
    members.every(([name, matches]) => {
      const text = texts.member(name)
      return text !== undefined && matches(text)
    })
}

function loweredGlobs(globs: Globs, path: string): GlobMatcher {
  return anyOf(
    listOf(globs).map((glob) => expectString(asJson(glob), path).toLowerCase()),
    path,
  )
}

/** The arguments of a call as lower-cased text, made when a rule asks for it. */
export class InputTexts {
  #whole: string | undefined

  constructor(private readonly given: JsonValue) {}

  get whole(): string {
    this.#whole ??= loweredText(this.given)
    return this.#whole
  }

  member(name: string): string | undefined {
    if (!isObject(this.given) || !Object.hasOwn(this.given, name)) return undefined
    const value = this.given[name]
    return value === undefined ? undefined : loweredText(value)
  }
}

function loweredText(value: JsonValue): string {
  return (typeof value === 'string' ? value : stringifyJson(value)).toLowerCase()
}
