import { isObject } from '../../src/base/json/read-json.js'
import {
  callIdsUnique,
  callsAnswered,
  each,
  inputsAreObjects,
  resultsCalled,
  toolNamesUnique,
} from '../../src/translate/lint/checks.js'
import { distinctIds } from '../../src/translate/lint/fix-pairs.js'
import { asObject } from '../../src/translate/lint/fixes.js'
import { type Found, fieldIn, listAt, listIn } from '../../src/translate/lint/found.js'
import { idsFit, namesFit } from '../../src/translate/lint/limit-checks.js'
import { type RuleRows, rulesOf } from '../../src/translate/lint/limited.js'
import { remembered } from '../../src/translate/lint/remembered.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { settingRules } from '../../src/translate/lint/setting-rules.js'
import {
  foundMember,
  type PartView,
  type RequestView,
  type TurnView,
  textAt,
} from '../../src/translate/lint/view.js'
import { limits } from './limits.js'
import { SETTINGS } from './settings.js'

const messagesOf = listIn('messages')

/** Returns the request in the form that shared rules use. */
const viewOf = remembered((request): RequestView => {
  const messages = messagesOf(request).map((message) => ({
    role: textAt(message, 'role').text,
    path: message.path,
    isEmpty: listAt('content')(message).length === 0,
    parts: listAt('content')(message).map(partOf),
  }))
  const tools = listIn('tools')(request)
  const turns = messages.map(({ role, parts }): TurnView => ({ isModels: role === 'assistant', parts }))
  return {
    messages,
    turns,
    instructions: [],
    tools: tools.map((tool) => ({ path: tool.path, name: textAt(tool, 'name'), isOwn: true })),
  }
})

function partOf(block: Found): PartView {
  const { path, value } = block
  if (value.type === 'acme-chat/call')
    return {
      kind: 'call',
      path,
      id: textAt(block, 'id'),
      name: textAt(block, 'name'),
      input: foundMember(block, 'input'),
    }
  if (value.type === 'acme-chat/result') return { kind: 'result', path, id: textAt(block, 'call_id') }
  return value.type === 'text' ? { kind: 'text', path, text: textAt(block, 'text') } : { kind: 'other', path }
}

/** TODO: the facts of the provider, each with `evidence` and, if known, the `error` that it answers with. */
const ROWS: RuleRows = {
  'ACME-FIELD-01': {
    summary: 'The request names its model.',
    check: each(fieldIn('model'), ({ value }) => typeof value !== 'string', 'the model is missing'),
  },
  'ACME-ID-01': {
    summary: 'Ids of calls have at most 64 letters, digits, _ and -.',
    seen: idsFit,
  },
  'ACME-ID-02': {
    summary: 'Ids of calls differ.',
    fix: distinctIds(viewOf, limits),
    seen: callIdsUnique,
  },
  'ACME-NAME-01': {
    summary: 'Names of tools have at most 64 letters, digits, _ and -.',
    seen: namesFit,
  },
  'ACME-NAME-02': { summary: 'Names of tools differ.', seen: toolNamesUnique },
  'ACME-INPUT-01': { summary: 'The input of a call is an object.', fix: asObject, seen: inputsAreObjects },
  'ACME-PAIR-01': { summary: 'Every call has a result.', seen: callsAnswered },
  'ACME-PAIR-02': { summary: 'Every result follows its call.', seen: resultsCalled('id') },
  'ACME-CHOICE-01': {
    summary: 'A tool choice is a word, or names a tool.',
    check: each(
      fieldIn('tool_choice'),
      ({ value }) => value !== undefined && typeof value !== 'string' && !isObject(value),
      'it is neither',
    ),
  },
}

export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf },
  {
    ...ROWS,
    ...settingRules('ACME', {
      settings: SETTINGS,
      others: ['api', 'messages', 'tools', 'tool_choice'],
      severity: 'error',
      evidence: 'https://example.com/acme-chat',
    }),
  },
)
