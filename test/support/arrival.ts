import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Notice } from '../../src/base/model/context.js'
import type { Conversation, Part, Role, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { type FitOptions, fit } from '../../src/translate/fit/fit.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import type { LoadedAdapter } from './adapters.js'
import { haystack } from './inventory.js'
import { callsOf, faultsOf, resultsOf, viewOf } from './native/index.js'
import type { NativeCall, NativeResult, NativeView, Side } from './native/view.js'
import { type Marked, markIn, markOf } from './stamp.js'
import { difference, stored, stringsOf } from './values.js'

/** A stamped conversation after `fit` and the encoder, with the notices of each. */
export interface Passage {
  readonly source: Conversation
  readonly fitted: Conversation
  readonly native: JsonObject
  /** The tool names that the target received, with the original names. */
  readonly toolNames: Readonly<Record<string, string>>
  readonly fitNotices: readonly Notice[]
  readonly encodeNotices: readonly Notice[]
}

export function pass(source: Conversation, to: LoadedAdapter, options: FitOptions): Passage {
  const { conversation, notices, toolNames } = fit(source, to.adapter.codecs, options)
  const encoded = to.adapter.encodeRequest(conversation)
  const native = stored(expectObject(asJson(encoded.value), ''))
  return {
    source,
    fitted: conversation,
    native,
    toolNames,
    fitNotices: notices,
    encodeNotices: encoded.notices.map((notice) => ({
      ...notice,
      path: notice.path.replace(/^(?=\/\d)/, '/messages'),
    })),
  }
}

/**
 * Broken rules that a notice explains, by notice code. The areas of rule ids have the same meaning on every
 * wire. Unusable arguments are reported when they are decoded.
 */
const EXPLANATIONS: Readonly<Record<string, RegExp>> = {
  'tool-name-not-portable': /-NAME-/,
  'tools-advised': /-TOOLS-/,
  'tool-choice-undeclared': /-TOOLS-/,
  'built-in-tools-beside-functions': /-TOOLS-/,
  'ends-with-answer': /-ROLE-/,
  'conversation-empty': /-STATE-|^no (?:messages|contents|input)$/,
}

/**
 * Returns the problems of the request on the target without an explaining notice, found by the linter and by
 * the reader.
 */
export function unexplained({ source, native, fitNotices }: Passage, to: LoadedAdapter): string[] {
  const explained = fitNotices.flatMap(({ code }) => EXPLANATIONS[code] ?? [])
  if (markedOf(source).some(({ value }) => value.type === 'tool-call' && value.status !== 'complete'))
    explained.push(/-ARG-/)
  const isOpen = (id: string) => !explained.some((pattern) => pattern.test(id))
  const view = viewOf(to.wire, native)
  const broken = lint(to.rules, native).filter(({ rule, severity }) => severity !== 'info' && isOpen(rule))
  return [
    ...broken.map(({ rule, path, message }) => `${rule} at ${path}: ${message}`),
    ...(view === undefined ? [] : faultsOf(view).filter(isOpen)),
  ]
}

/** Returns the changed or missing content that no notice reports. */
export function silentLosses(passage: Passage, to: LoadedAdapter): string[] {
  const view = viewOf(to.wire, passage.native)
  return [...lostByFit(passage), ...(view === undefined ? [] : lostByEncoder(passage, view, to.wire))]
}

interface Place<Value> {
  readonly value: Value
  readonly role: Role
  readonly path: string
}

function placesOf({ messages }: Conversation): Place<Part>[] {
  return messages.flatMap(({ role, parts }, index) =>
    parts.map((value, at) => ({ value, role, path: `/messages/${index}/parts/${at}` })),
  )
}

function markedOf(conversation: Conversation): Place<Marked>[] {
  return placesOf(conversation).flatMap(({ value, ...place }) =>
    value.type === 'tool-call' || value.type === 'tool-result' ? [{ value, ...place }] : [],
  )
}

/** Returns true if a notice explains a change at this path. A renamed id or name explains no other change. */
function speaksOf(notices: readonly Notice[], path: string): boolean {
  return notices.some(
    (notice) =>
      notice.path === path ||
      (notice.path !== '' && path.startsWith(`${notice.path}/`)) ||
      (notice.path.startsWith(`${path}/`) && !/\/(?:id|name)$/.test(notice.path)),
  )
}

function lostByFit({ source, fitted, toolNames, fitNotices }: Passage): string[] {
  const kept = new Map(markedOf(fitted).map((place) => [markOf(place.value), place.value]))
  const silent = (path: string) => !speaksOf(fitNotices, path)
  const calls = markedOf(source).flatMap(({ value, path }) => {
    const now = kept.get(markOf(value))
    const change = now === undefined ? `the ${value.type} is gone` : changeOf(value, now, toolNames)
    return change !== undefined && silent(path) ? [`fit, ${path}: ${change}`] : []
  })
  const text = haystack(asJson(fitted))
  const marks = marksOf(source).filter(({ value, path }) => !text.includes(value) && silent(path))
  return [
    ...calls,
    ...marks.map(({ value, path }) => `fit, ${path}: ${value} is gone`),
    ...pairsLost(source, kept),
  ]
}

/** Returns the change of a call or a result, ignoring ids. */
function changeOf(before: Marked, now: Marked, toolNames: Passage['toolNames']): string | undefined {
  if (before.type !== now.type) return `the ${before.type} is a ${now.type}`
  const name = (Object.hasOwn(toolNames, now.name) ? toolNames[now.name] : undefined) ?? now.name
  if (before.type === 'tool-call' && name !== before.name) return `the name "${before.name}" is "${name}"`
  return difference(meaningOf(before), meaningOf(now))
}

function meaningOf(part: Marked): object {
  if (part.type === 'tool-result') return { isError: part.isError, output: plain(part) }
  const { kind, status, arguments: value } = part
  return { kind, status, value }
}

/** Simplifies a result: a list with a single text is treated as the text. */
function plain({ output, isError }: ToolResult): object {
  const [only, ...others] = output.type === 'content' ? output.value : []
  if (output.type === 'content' && (only?.type !== 'text' || others.length > 0))
    // Lost cache marks are reported once for all of them.
    return { ...output, value: output.value.map((item) => compact({ ...item, cache: undefined })) }
  if (only?.type !== 'text') return output
  return { type: isError ? 'error-text' : 'text', value: only.text }
}

/** Returns all marks in texts, arguments and outputs. */
function marksOf(conversation: Conversation): Place<string>[] {
  return placesOf(conversation).flatMap(({ value, ...place }) => {
    if (value.type !== 'text' && value.type !== 'tool-call' && value.type !== 'tool-result') return []
    const body =
      value.type === 'text' ? value.text : value.type === 'tool-call' ? value.arguments : value.output
    return stringsOf(body).flatMap((text) => {
      const mark = markIn(text)
      return mark === undefined ? [] : [{ value: mark, ...place }]
    })
  })
}

/** Returns calls and results with a unique id that no longer belong together. */
function pairsLost(source: Conversation, kept: ReadonlyMap<number | undefined, Marked>): string[] {
  const marked = markedOf(source).filter(({ value }) => !value.providerExecuted)
  return marked.flatMap(({ value: call, path }) => {
    if (call.type !== 'tool-call') return []
    const sharing = marked.filter(({ value }) => idOf(value) === call.id)
    const result = sharing[1]?.value
    if (sharing.length !== 2 || sharing[0]?.value !== call || result?.type !== 'tool-result') return []
    const [nowCall, nowResult] = [kept.get(markOf(call)), kept.get(markOf(result))]
    if (nowCall === undefined || nowResult === undefined || idOf(nowCall) === idOf(nowResult)) return []
    return [`fit, ${path}: the call and its result have the ids "${idOf(nowCall)}" and "${idOf(nowResult)}"`]
  })
}

function idOf(value: Marked): string {
  return value.type === 'tool-call' ? value.id : value.callId
}

const SIDES: Readonly<Record<Role, Side>> = {
  system: 'system',
  user: 'user',
  tool: 'user',
  assistant: 'model',
}

function lostByEncoder({ fitted, native, encodeNotices }: Passage, view: NativeView, wire: string): string[] {
  const text = haystack(native)
  const silent = (path: string) => !speaksOf(encodeNotices, path)
  const marks = marksOf(fitted).filter(({ value, path }) => !text.includes(value) && silent(path))
  return [
    ...marks.map(({ value, path }) => `encoder, ${path}: ${value} is gone`),
    ...textsAstray(fitted, view, silent),
    ...pairsOf(fitted)
      .filter(({ call }) => call.providerMetadata?.[wire] === undefined)
      .flatMap(({ call, result, path }) => {
        const change = pairChange(call, result, view)
        return change !== undefined && silent(path) ? [`encoder, ${path}: ${change}`] : []
      }),
  ]
}

/** Returns texts that now belong to another role. */
function textsAstray(
  fitted: Conversation,
  { turns }: NativeView,
  silent: (path: string) => boolean,
): string[] {
  const said = new Map<string, Side>()
  for (const { side, items } of turns)
    for (const item of items)
      if (item.type === 'text') for (const [mark] of item.text.matchAll(/⟦\d+⟧/g)) said.set(mark, side)
  return placesOf(fitted).flatMap(({ value, role, path }) => {
    const mark = value.type === 'text' ? markIn(value.text) : undefined
    const side = mark === undefined ? undefined : said.get(mark)
    return side === undefined || side === SIDES[role] || !silent(path)
      ? []
      : [`encoder, ${path}: ${mark} is said by the ${side}`]
  })
}

interface Pair {
  readonly call: ToolCall
  readonly result?: ToolResult
  readonly path: string
}

/** Returns the client's calls, each with its answer, which `fit` has put into the next message. */
function pairsOf(fitted: Conversation): Pair[] {
  return markedOf(fitted).flatMap(({ value: call, path }) => {
    if (call.type !== 'tool-call' || call.providerExecuted) return []
    const next = fitted.messages[Number(path.split('/')[2]) + 1]
    const result = next?.parts.find((part) => part.type === 'tool-result' && part.callId === call.id)
    return [{ call, path, ...(result?.type === 'tool-result' && { result }) }]
  })
}

function pairChange(
  call: ToolCall,
  result: ToolResult | undefined,
  { turns }: NativeView,
): string | undefined {
  for (const [at, turn] of turns.entries()) {
    const calls = callsOf(turn)
    const index = calls.findIndex((native) => isSame(call, native))
    const native = calls[index]
    if (native === undefined) continue
    if (native.name !== call.name) return `the name "${call.name}" is "${native.name}"`
    const input = inputChange(call, native.input)
    if (input !== undefined) return input
    const results = turns.slice(at + 1).flatMap(resultsOf)
    const answer = native.id === undefined ? results[index] : results.find(({ id }) => id === native.id)
    return result && answerChange(result, answer)
  }
  return `the call of ${call.name} is gone`
}

function isSame(call: ToolCall, native: NativeCall): boolean {
  const mark = stringsOf(call.arguments).find((text) => markIn(text) !== undefined)
  if (mark !== undefined) return stringsOf(native.input).includes(mark)
  if (native.id !== undefined) return native.id === call.id
  return call.minted === true && native.name === call.name
}

function inputChange(call: ToolCall, input: JsonValue): string | undefined {
  if (call.status === 'complete') return difference(stored(call.arguments), input, 'arguments')
  const isUsable = typeof input === 'object' && input !== null && !('toolwire_invalid_arguments' in input)
  return isUsable && call.status !== 'not-object' ? `a ${call.status} call looks complete` : undefined
}

function answerChange(result: ToolResult, native: NativeResult | undefined): string | undefined {
  if (native === undefined) return 'its result is gone'
  if (result.isError !== native.isError) return `its result is ${native.isError ? 'an' : 'no'} error`
  const lost = stringsOf(result.output)
    .flatMap((text) => markIn(text) ?? [])
    .filter((mark) => !native.text.includes(mark))
  return lost.length > 0 ? `its result lacks ${lost.join()}` : undefined
}
