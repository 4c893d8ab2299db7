import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { append } from '../../../src/base/json/write-json.js'
import { each, none, present, repeated } from '../../../src/translate/lint/checks.js'
import { pairedResults, pairedWithText } from '../../../src/translate/lint/fix-with-fit.js'
import {
  asObject,
  asText,
  heldAt,
  leftOut,
  parentPath,
  replaced,
  saysNothing,
} from '../../../src/translate/lint/fixes.js'
import {
  type Find,
  type Found,
  fieldOf,
  fieldText,
  isOf,
  those,
  typeOf,
} from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { textForm } from '../../../src/translate/lint/text-form.js'
import { foundMember, type TextAt, textAt } from '../../../src/translate/lint/view.js'
import { callItem } from '../maps.js'
import { form } from './shapes.js'
import {
  continuesStored,
  hasStoredHistory,
  isAnswerableCall,
  isMessage,
  isModelItem,
  isOutput,
  isReference,
  itemsOf,
} from './walk.js'

/** Returns the id that pairs an item. */
function pairingId(item: Found): string {
  switch (typeOf(item)) {
    case 'mcp_approval_response':
      return fieldText(item, 'approval_request_id')
    case 'mcp_approval_request':
      return fieldText(item, 'id')
    case 'local_shell_call_output':
      return fieldText(item, 'call_id') || fieldText(item, 'id')
    default:
      return stringOr(item.value.call_id, '')
  }
}

/** Returns the ids that an output may use to name a call. */
function callIds(item: Found): string[] {
  const ids = [pairingId(item)]
  if (typeOf(item) === 'local_shell_call') ids.push(fieldText(item, 'id'))
  return ids.filter((id) => id !== '')
}

function isCall(item: Found): boolean {
  return callItem(typeOf(item))?.answer !== undefined
}

const outputs = those(itemsOf, isOutput)
const calls = those(itemsOf, isCall)

/** Finds calls whose required output is missing from the input. Asynchronous calls may be answered later. */
function unanswered(request: JsonObject): Found[] {
  const answered = new Set(outputs(request).map(pairingId))
  const awaited = calls(request).filter((item) => isAnswerableCall(item) && item.value.async !== true)
  return awaited.filter((call) => {
    const ids = callIds(call)
    return ids.length > 0 && !ids.some((id) => answered.has(id))
  })
}

const clientOutputs = those(
  outputs,
  (item) => typeOf(item) !== 'program_output' && item.value.execution !== 'server',
)

/** Finds outputs without a call, if the server stores no history. */
function uncalled(request: JsonObject): Found[] {
  if (hasStoredHistory(request)) return []
  const called = new Set<string>()
  for (const item of itemsOf(request)) if (!isOutput(item)) for (const id of callIds(item)) called.add(id)
  return clientOutputs(request).filter((item) => pairingId(item) !== '' && !called.has(pairingId(item)))
}

/** Finds calls and outputs with the id of an earlier call or output. */
function repeatedIds(request: JsonObject): TextAt[] {
  const paired = (items: readonly Found[]) =>
    repeated(items.map((item) => ({ text: pairingId(item), path: item.path })))
  return [...paired(calls(request).filter((item) => !isOutput(item))), ...paired(outputs(request))]
}

/** Returns the calls by each id that an output may use to name them. */
function callsById(request: JsonObject): ReadonlyMap<string, readonly Found[]> {
  const byId = new Map<string, Found[]>()
  for (const call of calls(request))
    for (const id of new Set(callIds(call))) byId.set(id, [...(byId.get(id) ?? []), call])
  return byId
}

/**
 * Returns true if an output answers a call. A function's output may answer a tool search: this output was
 * accepted in recorded traffic.
 */
function answers(call: Found, output: Found): boolean {
  const expected = callItem(typeOf(call))?.answer
  const type = typeOf(output)
  return type === expected || (typeOf(call) === 'tool_search_call' && type === 'function_call_output')
}

/** Finds messages without an id between two calls of one turn. */
function interruptions(request: JsonObject): Found[] {
  let sawCall = false
  let held: Found[] = []
  const found: Found[] = []
  for (const item of itemsOf(request)) {
    if (isAnswerableCall(item)) {
      if (sawCall) append(found, held)
      sawCall = true
      held = []
    } else if (!isModelItem(item)) {
      sawCall = false
      held = []
    } else if (sawCall && isMessage(item) && fieldText(item, 'id') === '') held.push(item)
  }
  return found
}

/** Moves a message of the model before the calls that it separates. */
const messageFirst: Fix = (request, path) => {
  const items = itemsOf(request)
  const index = items.findIndex((item) => item.path === path)
  const message = items[index]
  const calls =
    items.slice(0, index).findLastIndex((item) => !isAnswerableCall(item) && !isUnnamedMessage(item)) + 1
  const place = items[calls]?.path
  if (message === undefined || place === undefined) return undefined
  return [
    { op: 'remove', path },
    { op: 'add', path: place, value: message.value },
  ]
}

function isUnnamedMessage(item: Found): boolean {
  return isModelItem(item) && isMessage(item) && fieldText(item, 'id') === ''
}

export const pairingRules: RuleRows<unknown> = {
  'OPENAI-RESP-PAIR-01': {
    ...pairedResults(form),
    summary: 'Every call that the client runs has an output with its call_id.',
    error: 'No tool output found for function call',
    evidence: 'https://github.com/bytedance/trae-agent/issues/245',
    check: none(unanswered, (call) => `the call "${callIds(call)[0]}" has no output`),
  },
  'OPENAI-RESP-PAIR-02': {
    ...pairedWithText(form),
    summary: 'Every output answers a call in the input, unless the server keeps the history.',
    error: 'No tool call found for function call output with call_id',
    evidence: 'https://github.com/continuedev/continue/issues/10092',
    check: none(uncalled, (output) => `no call in the input has the id "${pairingId(output)}"`),
  },
  'OPENAI-RESP-PAIR-03': {
    summary: 'The type of an output matches the type of its call.',
    error: 'No tool call found for custom tool call output with call_id',
    evidence: 'openai SDK types; error texts in clients',
    check(request, report) {
      const byId = callsById(request)
      for (const output of clientOutputs(request)) {
        const named = byId.get(pairingId(output)) ?? []
        if (named.length > 0 && !named.some((call) => answers(call, output)))
          report(output.path, `${typeOf(output)} answers a ${typeOf(named[0] ?? output)}`)
      }
    },
  },
  'OPENAI-RESP-PAIR-04': {
    ...pairedResults(form),
    severity: 'warning',
    summary: 'No two calls and no two outputs have the same call_id.',
    evidence: 'follows from how outputs are paired',
    check: none(repeatedIds, ({ text }) => `an earlier item also has "${text}"`),
  },
  'OPENAI-RESP-PAIR-05': {
    severity: 'warning',
    summary: 'Items that the server has stored are not sent again.',
    error: 'Duplicate item found with id',
    evidence: 'https://github.com/github/copilot-cli/issues/3560',
    check: each(
      (request) => (continuesStored(request) ? itemsOf(request) : []),
      (item) => isModelItem(item) && !isReference(item) && /^(fc|rs|msg|ctc)_/.test(fieldText(item, 'id')),
      'this item of an earlier response may be stored already',
    ),
  },
  'OPENAI-RESP-PAIR-06': {
    fix: messageFirst,
    summary: 'No message of the model is between calls that are answered together.',
    error: 'No tool output found for tool call',
    evidence: 'recorded refusal of DeepSeek',
    check: none(interruptions, 'the message separates two calls of a turn'),
  },
}

const ITEM_ID = /^[A-Za-z0-9_-]{0,64}$/

/** Prefixes of the ids that OpenAI assigns. Other servers use other ids, so a mismatch is not an error. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['function_call', 'fc'],
  ['custom_tool_call', 'ctc'],
  ['reasoning', 'rs'],
  ['message', 'msg'],
])

const callIdFields = fieldOf(
  those(itemsOf, (item) => isCall(item) || isOutput(item)),
  'call_id',
)

/** Items of the model whose id prefixes name their type. */
const prefixed = those(itemsOf, (item) => {
  const { role = 'assistant' } = item.value
  return PREFIXES.has(typeOf(item)) && role === 'assistant' && fieldText(item, 'id') !== ''
})

function prefixOf(item: Found): string {
  return PREFIXES.get(typeOf(item)) ?? ''
}

/** Creates a finder for requests that are not stored. */
function unstored(find: Find): Find {
  return (request) => (request.store === false ? find(request) : [])
}

export const idRules: RuleRows<unknown> = {
  'OPENAI-RESP-ID-01': {
    summary: 'A call_id has 1 to 64 characters.',
    error: 'string too long. Expected a string with maximum length 64',
    evidence: 'https://github.com/openai/openai-openapi FunctionCallOutputItemParam',
    check: textForm('callId', (request) =>
      present(callIdFields(request), ({ value: text, path }) =>
        typeof text === 'string' ? { text, path } : undefined,
      ),
    ),
  },
  'OPENAI-RESP-ID-02': {
    fix: leftOut,
    severity: 'warning',
    summary: 'Item ids have the prefix of their type (OpenAI only); ids of other providers are left out.',
    error: "Expected an ID that begins with 'fc'.",
    evidence: 'error texts in clients',
    check(request, report) {
      for (const item of prefixed(request))
        if (!fieldText(item, 'id').startsWith(prefixOf(item)))
          report(`${item.path}/id`, `it does not begin with "${prefixOf(item)}"`)
    },
  },
  'OPENAI-RESP-ID-03': {
    fix: leftOut,
    severity: 'warning',
    summary: 'Item ids have at most 64 letters, digits, _ and -, and are unique.',
    error: 'Duplicate item found with id',
    evidence: 'error texts in clients',
    check(request, report) {
      const items = itemsOf(request).filter((item) => typeOf(item) !== 'local_shell_call_output')
      const ids = items.map((item) => textAt(item, 'id'))
      for (const { text, path } of ids)
        if (!ITEM_ID.test(text)) report(path, 'it is too long or has other characters')
      for (const { path } of repeated(ids)) report(path, 'an earlier item has the same id')
    },
  },
  'OPENAI-RESP-ID-04': {
    summary: 'With store:false nothing can be referred to by id.',
    error: 'Items are not persisted when `store` is set to false.',
    evidence: 'https://github.com/vercel/ai/issues/7543',
    check: none(unstored(those(itemsOf, isReference)), 'the item is not stored'),
  },
}

const isReasoning = isOf('reasoning')

function isProduct(item: Found | undefined): boolean {
  if (item === undefined || !isModelItem(item)) return false
  return !isMessage(item) || fieldText(item, 'id') !== ''
}

/** Finds reasoning that is not followed by its item. Further reasoning may come in between. */
function unfollowed(request: JsonObject): Found[] {
  const items = itemsOf(request)
  return items.filter((item, index) => {
    if (!isReasoning(item) || !fieldText(item, 'id').startsWith('rs_')) return false
    return !isProduct(items.slice(index + 1).find((next) => !isReasoning(next)))
  })
}

export const reasoningRules: RuleRows<unknown> = {
  'OPENAI-RESP-REASON-01': {
    fix: saysNothing,
    summary: 'Reasoning is directly followed by the item that it led to, with its own id.',
    error: "of type 'reasoning' was provided without its required following item.",
    evidence: 'https://github.com/openai/openai-node/issues/1567',
    check: none(unfollowed, 'the item that followed it is missing'),
  },
  'OPENAI-RESP-REASON-03': {
    fix: saysNothing,
    summary: 'With store:false reasoning items carry their encrypted_content.',
    error: 'Items are not persisted when `store` is set to false.',
    evidence: 'https://github.com/earendil-works/pi/issues/5059',
    check: each(
      unstored(those(itemsOf, isReasoning)),
      (item) => fieldText(item, 'id') !== '' && fieldText(item, 'encrypted_content') === '',
      'it has no encrypted_content',
    ),
  },
}

type Test = (value: JsonValue | undefined) => boolean

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string'
}

/** The input field of each call type, its check, and the message for other values. */
const INPUTS: ReadonlyMap<string, readonly [field: string, isGood: Test, says: string]> = new Map([
  ['function_call', ['arguments', isText, 'it is not a string']],
  ['mcp_call', ['arguments', isText, 'it is not a string']],
  ['mcp_approval_request', ['arguments', isText, 'it is not a string']],
  ['tool_search_call', ['arguments', (value) => !isText(value), 'it is not an object']],
  ['custom_tool_call', ['input', isText, 'it is not a string']],
])

/** The output field of each result type, and its check. */
const OUTPUTS: ReadonlyMap<string, readonly [field: string, isGood: Test]> = new Map([
  ['function_call_output', ['output', (value) => isText(value) || isArray(value)]],
  ['custom_tool_call_output', ['output', (value) => isText(value) || isArray(value)]],
  ['computer_call_output', ['output', isObject]],
  ['shell_call_output', ['output', isArray]],
  ['local_shell_call_output', ['output', isText]],
  ['tool_search_output', ['tools', isArray]],
  ['mcp_approval_response', ['approve', (value) => typeof value === 'boolean']],
])

const MAX_OUTPUT = 10_485_760

/** Converts arguments to their form: an object for a search, text for other calls. */
const argumentsInForm: Fix = (request, path) => {
  const call = heldAt(request, parentPath(path))
  const fix = isObject(call) && call.type === 'tool_search_call' ? asObject : asText
  return fix(request, path)
}

/** Converts an output to text if its type accepts text. A missing output becomes an empty text. */
const outputText: Fix = (request, path) => {
  if (!path.endsWith('/output')) return undefined
  return replaced((output, { type }) => {
    if (type !== 'function_call_output' && type !== 'custom_tool_call_output') return undefined
    if (typeof output === 'string') return undefined
    return output === undefined || output === null ? '' : JSON.stringify(output)
  })(request, path)
}

export const contentRules: RuleRows<unknown> = {
  'OPENAI-RESP-ARG-01': {
    fix: argumentsInForm,
    summary: 'arguments is a string, except for a tool search, where it is an object.',
    error: 'expected a string, but got an object instead.',
    evidence: 'openai SDK types; error texts in clients',
    check(request, report) {
      for (const item of itemsOf(request)) {
        const form = INPUTS.get(typeOf(item))
        if (form === undefined) continue
        const [field, isGood, says] = form
        const { value, path } = foundMember(item, field)
        if (!isGood(value)) report(path, says)
      }
    },
  },
  'OPENAI-RESP-OUT-01': {
    fix: outputText,
    summary: 'An output item has its output, in the form of its type, of at most 10 MiB.',
    evidence: 'https://github.com/openai/openai-openapi FunctionCallOutputItemParam',
    check(request, report) {
      for (const item of itemsOf(request)) {
        const form = OUTPUTS.get(typeOf(item))
        if (form === undefined) continue
        const [field, isGood] = form
        const { value, path } = foundMember(item, field)
        if (!isGood(value)) report(path, 'it is missing or has another type')
        if (typeof value === 'string' && value.length > MAX_OUTPUT) report(path, 'it is longer than 10 MiB')
      }
    },
  },
}
