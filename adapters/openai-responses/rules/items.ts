import { append } from '../../../src/json/lists.js'
import { isArray, isObject } from '../../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../../src/json/types.js'
import { repeated } from '../../../src/lint/checks.js'
import { rulesOver } from '../../../src/lint/limited.js'
import type { Rule } from '../../../src/lint/rule.js'
import { textForm } from '../../../src/lint/text-form.js'
import { type TextAt, textAt } from '../../../src/lint/view.js'
import { limits } from '../limits.js'
import { ANSWERS } from '../maps.js'
import {
  continuesStored,
  type Found,
  hasStoredHistory,
  isCallToAnswer,
  isMessage,
  isModelItem,
  isOutput,
  isReference,
  itemsOf,
  text,
  typeOf,
} from './walk.js'

/** The id by which an item takes part in pairing. */
function pairingId(item: Found): string {
  const { value } = item
  switch (typeOf(item)) {
    case 'mcp_approval_response':
      return text(value.approval_request_id)
    case 'mcp_approval_request':
      return text(value.id)
    case 'local_shell_call_output':
      return text(value.call_id) || text(value.id)
    default:
      return text(value.call_id)
  }
}

/** The ids under which an output may name a call. */
function callIds(item: Found): string[] {
  const ids = [pairingId(item)]
  if (typeOf(item) === 'local_shell_call') ids.push(text(item.value.id))
  return ids.filter((id) => id !== '')
}

/** Calls whose output has to be in the input. Asynchronous ones may be answered later. */
function awaitedCalls(request: JsonObject): Found[] {
  return itemsOf(request).filter(
    (item) => isCallToAnswer(item) && item.value.async !== true && callIds(item).length > 0,
  )
}

function clientOutputs(request: JsonObject): Found[] {
  return itemsOf(request).filter(
    (item) => isOutput(item) && typeOf(item) !== 'program_output' && item.value.execution !== 'server',
  )
}

/** A tool search may be answered by a function's output: recorded traffic shows it accepted. */
function answers(call: Found, output: Found): boolean {
  const expected = ANSWERS.get(typeOf(call))
  const type = typeOf(output)
  return type === expected || (typeOf(call) === 'tool_search_call' && type === 'function_call_output')
}

/** Messages without id between two calls of one turn. */
function interruptions(items: readonly Found[]): Found[] {
  let sawCall = false
  let held: Found[] = []
  const found: Found[] = []
  for (const item of items) {
    if (isCallToAnswer(item)) {
      if (sawCall) append(found, held)
      sawCall = true
      held = []
    } else if (!isModelItem(item)) {
      sawCall = false
      held = []
    } else if (sawCall && isMessage(item) && text(item.value.id) === '') held.push(item)
  }
  return found
}

export const pairingRules: readonly Rule[] = [
  {
    id: 'OPENAI-RESP-PAIR-01',
    severity: 'error',
    summary: 'Every call that the client runs has an output with its call_id.',
    error: 'No tool output found for function call',
    evidence: 'https://github.com/bytedance/trae-agent/issues/245',
    check(request, report) {
      const answered = new Set(itemsOf(request).filter(isOutput).map(pairingId))
      for (const call of awaitedCalls(request))
        if (!callIds(call).some((id) => answered.has(id)))
          report(call.path, `the call "${callIds(call)[0]}" has no output`)
    },
  },
  {
    id: 'OPENAI-RESP-PAIR-02',
    severity: 'error',
    summary: 'Every output answers a call in the input, unless the server keeps the history.',
    error: 'No tool call found for function call output with call_id',
    evidence: 'https://github.com/continuedev/continue/issues/10092',
    check(request, report) {
      if (hasStoredHistory(request)) return
      const called = new Set(itemsOf(request).flatMap((item) => (isOutput(item) ? [] : callIds(item))))
      for (const output of clientOutputs(request)) {
        const id = pairingId(output)
        if (id !== '' && !called.has(id)) report(output.path, `no call in the input has the id "${id}"`)
      }
    },
  },
  {
    id: 'OPENAI-RESP-PAIR-03',
    severity: 'error',
    summary: 'The type of an output fits the type of its call.',
    error: 'No tool call found for custom tool call output with call_id',
    evidence: 'openai SDK types; error texts in clients',
    check(request, report) {
      const calls = itemsOf(request).filter((item) => ANSWERS.has(typeOf(item)))
      for (const output of clientOutputs(request)) {
        const id = pairingId(output)
        const named = calls.filter((call) => id !== '' && callIds(call).includes(id))
        if (named.length > 0 && !named.some((call) => answers(call, output)))
          report(output.path, `${typeOf(output)} answers a ${typeOf(named[0] ?? output)}`)
      }
    },
  },
  {
    id: 'OPENAI-RESP-PAIR-04',
    severity: 'warning',
    summary: 'No two calls and no two outputs have the same call_id.',
    evidence: 'follows from how outputs are paired',
    check(request, report) {
      const items = itemsOf(request)
      const calls = items.filter((item) => !isOutput(item) && ANSWERS.has(typeOf(item)))
      for (const list of [calls, items.filter(isOutput)])
        for (const { text: id, path } of repeated(
          list.map((item) => ({ text: pairingId(item), path: item.path })),
        ))
          report(path, `"${id}" stands in an earlier item, too`)
    },
  },
  {
    id: 'OPENAI-RESP-PAIR-05',
    severity: 'warning',
    summary: 'Items that the server has stored are not sent again.',
    error: 'Duplicate item found with id',
    evidence: 'https://github.com/github/copilot-cli/issues/3560',
    check(request, report) {
      if (!continuesStored(request)) return
      for (const item of itemsOf(request))
        if (isModelItem(item) && !isReference(item) && /^(fc|rs|msg|ctc)_/.test(text(item.value.id)))
          report(item.path, 'this item of an earlier response may be stored already')
    },
  },
  {
    id: 'OPENAI-RESP-PAIR-06',
    severity: 'error',
    summary: 'No message of the model stands between calls that are answered together.',
    error: 'No tool output found for tool call',
    evidence: 'recorded refusal of DeepSeek',
    check(request, report) {
      for (const item of interruptions(itemsOf(request)))
        report(item.path, 'the message separates two calls of a turn')
    },
  },
]

const ITEM_ID = /^[A-Za-z0-9_-]*$/

/** Prefixes that OpenAI gives to its own items. Other servers use other ids, so this is no error. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['function_call', 'fc'],
  ['custom_tool_call', 'ctc'],
  ['reasoning', 'rs'],
  ['message', 'msg'],
])

function givenCallIds(request: JsonObject): TextAt[] {
  const paired = itemsOf(request).filter((item) => ANSWERS.has(typeOf(item)) || isOutput(item))
  return paired
    .filter(({ value }) => typeof value.call_id === 'string')
    .map((item) => textAt(item, 'call_id'))
}

export const idRules: readonly Rule[] = [
  rulesOver({ limits, viewOf: givenCallIds }).limited(
    textForm('callId', (ids) => ids),
    {
      id: 'OPENAI-RESP-ID-01',
      severity: 'error',
      summary: 'A call_id has 1 to 64 characters.',
      error: 'string too long. Expected a string with maximum length 64',
      evidence: 'https://github.com/openai/openai-openapi FunctionCallOutputItemParam',
    },
  ),
  {
    id: 'OPENAI-RESP-ID-02',
    severity: 'warning',
    summary: 'Item ids have the prefix of their type (OpenAI only); ids from elsewhere are left out.',
    error: "Expected an ID that begins with 'fc'.",
    evidence: 'error texts in clients',
    check(request, report) {
      for (const item of itemsOf(request)) {
        const id = text(item.value.id)
        const prefix = PREFIXES.get(typeOf(item))
        const isModels = item.value.role === undefined || item.value.role === 'assistant'
        if (prefix !== undefined && isModels && id !== '' && !id.startsWith(prefix))
          report(`${item.path}/id`, `it does not begin with "${prefix}"`)
      }
    },
  },
  {
    id: 'OPENAI-RESP-ID-03',
    severity: 'warning',
    summary: 'Item ids have at most 64 letters, digits, _ and -, and are unique.',
    error: 'Duplicate item found with id',
    evidence: 'error texts in clients',
    check(request, report) {
      const items = itemsOf(request).filter((item) => typeOf(item) !== 'local_shell_call_output')
      for (const { value, path } of items) {
        const id = text(value.id)
        if (id.length > 64 || !ITEM_ID.test(id))
          report(`${path}/id`, 'it is too long or has other characters')
      }
      for (const { path } of repeated(items.map((item) => textAt(item, 'id'))))
        report(path, 'an earlier item has the same id')
    },
  },
  {
    id: 'OPENAI-RESP-ID-04',
    severity: 'error',
    summary: 'With store:false nothing can be referred to by id.',
    error: 'Items are not persisted when `store` is set to false.',
    evidence: 'https://github.com/vercel/ai/issues/7543',
    check(request, report) {
      if (request.store !== false) return
      for (const item of itemsOf(request).filter(isReference)) report(item.path, 'the item is not stored')
    },
  },
]

/** What follows a reasoning item, further reasoning aside. */
function following(items: readonly Found[], index: number): Found | undefined {
  return items.slice(index + 1).find((item) => typeOf(item) !== 'reasoning')
}

function isProduct(item: Found | undefined): boolean {
  if (item === undefined || !isModelItem(item)) return false
  return !isMessage(item) || text(item.value.id) !== ''
}

export const reasoningRules: readonly Rule[] = [
  {
    id: 'OPENAI-RESP-REASON-01',
    severity: 'error',
    summary: 'Reasoning is directly followed by the item that it led to, with its own id.',
    error: "of type 'reasoning' was provided without its required following item.",
    evidence: 'https://github.com/openai/openai-node/issues/1567',
    check(request, report) {
      const items = itemsOf(request)
      items.forEach((item, index) => {
        if (typeOf(item) !== 'reasoning' || !text(item.value.id).startsWith('rs_')) return
        if (!isProduct(following(items, index))) report(item.path, 'the item that followed it is missing')
      })
    },
  },
  {
    id: 'OPENAI-RESP-REASON-03',
    severity: 'error',
    summary: 'With store:false reasoning items carry their encrypted_content.',
    error: 'Items are not persisted when `store` is set to false.',
    evidence: 'https://github.com/earendil-works/pi/issues/5059',
    check(request, report) {
      if (request.store !== false) return
      for (const item of itemsOf(request))
        if (
          typeOf(item) === 'reasoning' &&
          text(item.value.id) !== '' &&
          text(item.value.encrypted_content) === ''
        )
          report(item.path, 'it has no encrypted_content')
    },
  },
]

/** The field that holds what a tool returned, and what it may be. */
function outputField(
  item: Found,
): { readonly field: string; readonly isGood: (value: JsonValue) => boolean } | undefined {
  const isText = (value: JsonValue) => typeof value === 'string'
  switch (typeOf(item)) {
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { field: 'output', isGood: (value) => isText(value) || isArray(value) }
    case 'computer_call_output':
      return { field: 'output', isGood: isObject }
    case 'shell_call_output':
      return { field: 'output', isGood: isArray }
    case 'local_shell_call_output':
      return { field: 'output', isGood: isText }
    case 'tool_search_output':
      return { field: 'tools', isGood: isArray }
    case 'mcp_approval_response':
      return { field: 'approve', isGood: (value) => typeof value === 'boolean' }
    default:
      return undefined
  }
}

const MAX_OUTPUT = 10_485_760

export const contentRules: readonly Rule[] = [
  {
    id: 'OPENAI-RESP-ARG-01',
    severity: 'error',
    summary: 'arguments is a string; of a tool search it is an object.',
    error: 'expected a string, but got an object instead.',
    evidence: 'openai SDK types; error texts in clients',
    check(request, report) {
      for (const item of itemsOf(request)) {
        const type = typeOf(item)
        const { arguments: given, input } = item.value
        const wantsText = type === 'function_call' || type === 'mcp_call' || type === 'mcp_approval_request'
        if (wantsText && typeof given !== 'string') report(`${item.path}/arguments`, 'it is not a string')
        if (type === 'tool_search_call' && typeof given === 'string')
          report(`${item.path}/arguments`, 'it is not an object')
        if (type === 'custom_tool_call' && typeof input !== 'string')
          report(`${item.path}/input`, 'it is not a string')
      }
    },
  },
  {
    id: 'OPENAI-RESP-OUT-01',
    severity: 'error',
    summary: 'An output item has its output, in the form of its type, of at most 10 MiB.',
    evidence: 'https://github.com/openai/openai-openapi FunctionCallOutputItemParam',
    check(request, report) {
      for (const item of itemsOf(request)) {
        const wanted = outputField(item)
        if (wanted === undefined) continue
        const value = item.value[wanted.field]
        const where = `${item.path}/${wanted.field}`
        if (value === undefined || !wanted.isGood(value)) report(where, 'it is missing or has another type')
        if (typeof value === 'string' && value.length > MAX_OUTPUT) report(where, 'it is longer than 10 MiB')
      }
    },
  },
]
