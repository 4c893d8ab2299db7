import { isVendorTool } from '../../base/model/calls-to-answer.js'
import { isClientResult, mapAllParts, mapMessages, mapParts, mapTools } from '../../base/model/change.js'
import { stableHash } from '../../base/model/ids.js'
import type { Conversation, Message, Part, ToolChoice } from '../../base/model/types.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import { type TextLimit, textTest } from '../../codec/wire/limits.js'

/**
 * Creates a function that returns a legal text for the n-th use of a text (n from 1). The first use gets the
 * text itself if it is legal. Different arguments give different texts, except for improbable hash
 * collisions, which the caller has to check.
 */
export function legalText(limit: TextLimit, hashLength: number): (text: string, n: number) => string {
  const underscored = underscorer(limit)
  const isLegal = textTest(limit)
  return (text, n) => {
    if (n === 1 && isLegal(text)) return text
    const seed = n === 1 ? text : `${text}#${n}`
    if (limit.exactLength) return alphanumeric(seed, limit.maxLength)
    const hash = stableHash(seed).slice(0, hashLength)
    // A hyphen or an underscore may be illegal, or illegal at the start, so simpler forms follow.
    const readable = underscored(text.slice(0, limit.maxLength))
    const candidates = [`${readable}_${hash}`, `_${readable}_${hash}`, `t${hash}`]
    return (
      candidates.map((candidate) => shorten(candidate, hash, limit.maxLength)).find(isLegal) ??
      alphanumeric(seed, Math.min(limit.maxLength, 16))
    )
  }
}

/** Creates a function that replaces each illegal character by an underscore. */
function underscorer({ characters }: TextLimit): (text: string) => string {
  const foreign = new RegExp(`[^${characters}]`, 'g')
  return (text) => text.replace(foreign, '_')
}

/** Truncates the part before the hash. The hash stays complete. */
function shorten(candidate: string, hash: string, maxLength: number): string {
  if (candidate.length <= maxLength) return candidate
  return `${candidate.slice(0, Math.max(0, maxLength - hash.length - 1))}_${hash}`
}

const DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Returns a hash of the given length. Each block of 64 bits gives ten digits. */
function alphanumeric(seed: string, length: number): string {
  let text = ''
  for (let block = 0; text.length < length; block += 1) {
    let bits = BigInt(`0x${stableHash(block === 0 ? seed : `${seed}#block${block}`)}`)
    for (let digit = 0; digit < 10; digit += 1) {
      text += DIGITS[Number(bits % 62n)]
      bits /= 62n
    }
  }
  return text.slice(0, length)
}

/**
 * Adapts texts to a limit. The same text always has the same result, and two uses never have the same result.
 */
export interface FreeTexts {
  /** Texts that are already in use. */
  readonly used: Set<string>
  /**
   * Reserves a legal name for a text.
   * @param accepts returns true for an illegal text that is kept nevertheless. Default: none.
   */
  take(text: string, accepts?: (text: string) => boolean): string
}

export function createFreeTexts(limit: TextLimit, hashLength: number, used = new Set<string>()): FreeTexts {
  const make = legalText(limit, hashLength)
  const uses = new Map<string, number>()
  return {
    used,
    take(text, accepts) {
      let n = (uses.get(text) ?? 0) + 1
      let legal = n === 1 && accepts?.(text) ? text : make(text, n)
      while (used.has(legal)) {
        n += 1
        legal = make(text, n)
      }
      uses.set(text, n)
      used.add(legal)
      return legal
    },
  }
}

const NAME_HASH_LENGTH = 8
/** Matches names of which only punctuation may be illegal, so that the name stays readable without it. */
const READABLE = /^[\x20-\x7e]+$/

/** Creates a function that replaces illegal punctuation by underscores, if that makes the name legal. */
function punctuated(limit: TextLimit): (name: string) => string | undefined {
  const underscored = underscorer(limit)
  const isLegal = textTest(limit)
  return (name) => {
    const plain = underscored(name)
    return READABLE.test(name) && isLegal(plain) ? plain : undefined
  }
}

/**
 * Gives every tool a name that the target accepts: `weather_get` for `weather.get`. Only names that would collide,
 * that are too long or that are not ASCII get a hash. The name is the same in the definition, the choice, the
 * calls and the results of the tool. Legal names are unchanged. `fit.renamedTools` is the reverse mapping.
 */
export function fitToolNames(conversation: Conversation, fit: FitContext): Conversation {
  const isLegal = textTest(fit.limits.toolName)
  const names = namesOf(conversation, fit)
  reportNotPortable(names, fit)
  if ([...names.keys()].every(isLegal)) return conversation
  const used = new Set([...names.keys(), ...vendorNames(conversation)].filter(isLegal))
  const free = createFreeTexts(fit.limits.toolName, NAME_HASH_LENGTH, used)
  const plainOf = punctuated(fit.limits.toolName)
  const renames = new Map<string, string>()
  for (const [name, path] of names) {
    if (isLegal(name)) continue
    const plain = plainOf(name)
    const legal = plain === undefined || used.has(plain) ? free.take(name) : plain
    used.add(legal)
    renames.set(name, legal)
    fit.renamedTools.set(legal, name)
    fit.report({
      code: 'tool-name-changed',
      severity: 'info',
      path: path(),
      message: `the tool name "${name.slice(0, 200)}" is not valid on this wire and becomes "${legal}"`,
    })
  }
  reportNotPortable(new Map([...renames].map(([name, legal]) => [legal, names.get(name) ?? (() => '')])), fit)
  return renameAll(conversation, renames, fit)
}

/** Names with functions that return their paths. Most names need no path. */
type Names = ReadonlyMap<string, () => string>

/** Reports names that the wire currently accepts, but not on all servers. */
function reportNotPortable(names: Names, fit: FitContext): void {
  const { toolName } = fit.limits
  const { portable } = toolName
  if (portable === undefined) return
  const [isLegal, isPortable] = [textTest(toolName), textTest(portable)]
  for (const [name, path] of names)
    if (isLegal(name) && !isPortable(name))
      fit.report({
        code: 'tool-name-not-portable',
        severity: 'info',
        path: path(),
        message: `older deployments of this wire refuse the tool name "${name}"`,
      })
}

/** Returns every name in use, with the path of its first occurrence. */
function namesOf({ tools = [], messages, toolChoice }: Conversation, fit: FitContext): Names {
  const found = new Map<string, () => string>()
  const meet = (name: string, path: () => string) => found.has(name) || found.set(name, path)
  const meetIn = (value: { readonly name: string }) => meet(value.name, () => `${fit.pathOf(value)}/name`)
  for (const tool of tools) if (!isVendorTool(tool)) meetIn(tool)
  if (toolChoice?.type === 'tool') meet(toolChoice.name, () => '/toolChoice/name')
  if (toolChoice?.type === 'allowed')
    toolChoice.names.forEach((name, index) => {
      meet(name, () => `/toolChoice/names/${index}`)
    })
  for (const { parts } of messages) for (const part of parts) if (isNamed(part)) meetIn(part)
  return found
}

/**
 * Returns true for a call or a result whose name is fitted. Provider-executed calls keep the name from their
 * provider.
 */
function isNamed(part: Part): part is Extract<Part, { type: 'tool-call' | 'tool-result' }> {
  if (part.type === 'tool-call') return !part.providerExecuted
  return part.type === 'tool-result' && !part.providerExecuted && part.name !== ''
}

function vendorNames({ tools = [] }: Conversation): string[] {
  return tools.filter(isVendorTool).map(({ name }) => name)
}

function renameAll(
  conversation: Conversation,
  renames: ReadonlyMap<string, string>,
  fit: FitContext,
): Conversation {
  const toolsRenamed = mapTools(conversation, fit, (tool) => {
    const name = renames.get(tool.name)
    return name === undefined || isVendorTool(tool) ? tool : { ...tool, name }
  })
  // A result without a name answers a call without a name, since `pairResults` has set the names of all other
  // results.
  const unnamed = new Set<string>()
  const renamed = mapAllParts(toolsRenamed, fit, (part) => {
    if (part.type === 'tool-call' && isNamed(part) && part.name === '') unnamed.add(part.id)
    const follows = isClientResult(part) && part.name === '' && unnamed.has(part.callId)
    const name = isNamed(part) || follows ? renames.get(part.name) : undefined
    return name === undefined || !('name' in part) ? part : { ...part, name }
  })
  const { toolChoice } = renamed
  const choice = toolChoice && renameChoice(toolChoice, renames)
  return choice === undefined || choice === toolChoice ? renamed : { ...renamed, toolChoice: choice }
}

function renameChoice(choice: ToolChoice, renames: ReadonlyMap<string, string>): ToolChoice {
  if (choice.type === 'tool') {
    const name = renames.get(choice.name)
    return name === undefined ? choice : { ...choice, name }
  }
  if (choice.type !== 'allowed' || !choice.names.some((name) => renames.has(name))) return choice
  return { ...choice, names: choice.names.map((name) => renames.get(name) ?? name) }
}

const ID_HASH_LENGTH = 16

/**
 * Gives every client call an id that the target accepts and that no other call has. Legal ids are unchanged,
 * as are ids from the target's own wire if some of its servers accept them. A repeated id, in the same turn
 * or a later one, is renamed by its number of earlier uses, so that earlier translations never change.
 * Results get the ids of their calls; `pairResults` has already put the results directly after the calls, in
 * order.
 */
export function fitCallIds(conversation: Conversation, fit: FitContext): Conversation {
  const ids = createIds(fit)
  let renames: Renames = new Map()
  return mapMessages(conversation, fit, (message) => {
    if (message.role === 'assistant') renames = new Map()
    return mapParts(message, fit, (part) => rename(part, message, renames, ids, fit))
  })
}

/**
 * Creates a function that fits call ids as `fitCallIds` does, for an answer whose parts arrive one by one.
 */
export function createCallIds(fit: FitContext): (part: Part, message: Message) => Part {
  const ids = createIds(fit)
  const renames: Renames = new Map()
  return (part, message) => rename(part, message, renames, ids, fit)
}

interface Ids {
  readonly free: FreeTexts
  /** Returns true for an id from the target's own wire that is kept. */
  readonly accepts: ((id: string) => boolean) | undefined
}

function createIds({ limits: { callId } }: FitContext): Ids {
  const { accepted } = callId
  return { free: createFreeTexts(callId, ID_HASH_LENGTH), accepts: accepted && textTest(accepted) }
}

/** The new ids of the calls of this turn without a result, in order, by original id. */
type Renames = Map<string, string[]>

function rename(part: Part, message: Message, renames: Renames, ids: Ids, fit: FitContext): Part {
  if (part.type === 'tool-call' && message.role === 'assistant') {
    if (part.providerExecuted) {
      ids.free.used.add(part.id)
      return part
    }
    const id = ids.free.take(part.id, message.origin?.wire === fit.wire ? ids.accepts : undefined)
    const waiting = renames.get(part.id)
    if (waiting === undefined) renames.set(part.id, [id])
    else waiting.push(id)
    if (id === part.id) return part
    fit.report({
      code: 'call-id-changed',
      severity: 'info',
      path: `${fit.pathOf(part)}/id`,
      message: `the call id ${shown(part.id)} is not valid or not unique on this wire and becomes "${id}"`,
    })
    return { ...part, id }
  }
  if (part.type !== 'tool-result' || part.providerExecuted) return part
  const callId = renames.get(part.callId)?.shift() ?? part.callId
  return callId === part.callId ? part : { ...part, callId }
}

function shown(id: string): string {
  return id.length > 80 ? `of ${id.length} characters` : `"${id}"`
}
