import type { JsonArray, JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import type { PatchOperation } from '../../../src/base/json/patch.js'
import { at, isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { each, none } from '../../../src/translate/lint/checks.js'
import { pairedResults } from '../../../src/translate/lint/fix-with-fit.js'
import { asObject, heldAt, leftOut, parentPath } from '../../../src/translate/lint/fixes.js'
import { type Found, fieldOf, fieldText, those, typeOf, within } from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import type { Place } from '../../../src/translate/lint/view.js'
import { FUNCTION_CALL, FUNCTION_RESULT, MODEL_OUTPUT, USER_INPUT } from '../maps.js'
import { form } from './shapes.js'
import {
  continuesStored,
  isModels,
  isTurn,
  nativeCallsOf,
  resultsIn,
  resultsOf,
  stepsOf,
  thoughtsOf,
  turnsOf,
} from './walk.js'

const TYPES = '@google/genai types'
const PROXY = 'https://github.com/router-for-me/CLIProxyAPI/pull/5830'

/** Returns calls without a result before the next user input or the end. */
function unanswered(request: JsonObject): Found[] {
  const found: Found[] = []
  let open: Found[] = []
  for (const step of stepsOf(request)) {
    if (typeOf(step) === FUNCTION_CALL) open.push(step)
    const results = resultsIn(step)
    const ids = new Set(results.map((result) => fieldText(result, 'call_id')))
    if (results.length > 0) open = open.filter((call) => !ids.has(fieldText(call, 'id')))
    else if (typeOf(step) === USER_INPUT) {
      found.push(...open)
      open = []
    } else if (isTurn(step)) open = []
  }
  return [...found, ...open]
}

/** Returns the name of the call that a result answers. */
const nameOfCall: Fix = (request, path) => {
  const result = heldAt(request, parentPath(path))
  const id = isObject(result) ? result.call_id : undefined
  const call = nativeCallsOf(request).find(({ value }) => value.id === id && id !== undefined)
  const name = fieldText(call, 'name')
  return name === '' ? undefined : [{ op: 'add', path, value: name }]
}

/** Fields that the two types of steps accept. */
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  [FUNCTION_CALL, ['type', 'id', 'name', 'arguments', 'signature']],
  [FUNCTION_RESULT, ['type', 'call_id', 'name', 'result', 'is_error', 'signature']],
])

function unknownFields({ value, path }: Found): Place[] {
  const known = FIELDS.get(typeOf({ value, path })) ?? []
  const unknown = Object.keys(value).filter((field) => !known.includes(field) && value[field] !== undefined)
  return unknown.map((field) => ({ path: at(path, field) }))
}

/** Drops an id under the field name of the other step type, if the step also has the correct field. */
const withoutOtherId: Fix = (request, path) => {
  const step = heldAt(request, parentPath(path))
  const own = path.endsWith('/call_id') ? 'id' : path.endsWith('/id') ? 'call_id' : undefined
  return own === undefined || (isObject(step) && step[own] !== undefined) ? leftOut(request, path) : undefined
}

/** Converts a turn to equivalent steps. */
const asSteps: Fix = (request, path) => {
  const turn = heldAt(request, path)
  if (!isObject(turn)) return undefined
  const { role, content } = turn
  const list = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  if (!isArray(list)) return undefined
  const steps = stepsIn(list, role === 'user' ? USER_INPUT : MODEL_OUTPUT)
  if (steps.length === 0) return undefined
  const added = steps.map((value): PatchOperation => ({ op: 'add', path, value }))
  return [{ op: 'remove', path }, ...added.reverse()]
}

/** Steps inside a turn become separate steps; other content goes into steps of this type. */
function stepsIn(list: JsonArray, type: string): JsonValue[] {
  const steps: JsonValue[] = []
  let content: JsonValue[] | undefined
  for (const item of list) {
    const isStep = isObject(item) && /_(?:call|result)$|^thought$/.test(stringOr(item.type, ''))
    if (isStep) {
      steps.push(item)
      content = undefined
    } else if (content === undefined) {
      content = [item]
      steps.push({ type, content })
    } else content.push(item)
  }
  return steps
}

export const historyRules: RuleRows<unknown> = {
  'GINTER-PAIR-01': {
    ...pairedResults(form),
    summary: 'Every call has a result with its id before the next content of the user.',
    error: 'Request contains an invalid argument.',
    evidence: 'https://github.com/googleapis/js-genai sdk-samples/interactions_*.ts',
    check: none(unanswered, (call) => `the call "${fieldText(call, 'id')}" has no result`),
  },
  'GINTER-PAIR-02': {
    severity: 'warning',
    summary: 'Steps that the server keeps are not sent again.',
    evidence: 'https://github.com/vercel/ai packages/google/src/interactions',
    check: none(
      (request) => (continuesStored(request) ? stepsOf(request).filter(isModels) : []),
      'this step of the model may be kept already',
    ),
  },
  'GINTER-PAIR-03': {
    summary: 'A result has the call_id of its call.',
    error: 'Missing call_id in content of type function_result',
    evidence: 'https://github.com/google/adk-python/issues/4381',
    check: each(
      fieldOf(resultsOf, 'call_id'),
      ({ value }) => typeof value !== 'string' || value === '',
      'it is missing',
    ),
  },
  'GINTER-NAME-02': {
    fix: nameOfCall,
    summary: 'A result has the name of its tool.',
    error: 'Invalid input received',
    evidence: 'https://github.com/robocurve/inspect-robots/issues/380',
    check: each(
      fieldOf(resultsOf, 'name'),
      ({ value }) => typeof value !== 'string' || value === '',
      'it is missing',
    ),
  },
  'GINTER-FIELD-01': {
    fix: withoutOtherId,
    summary: 'Calls have an id and no call_id, results a call_id and no id, and neither has unknown fields.',
    evidence: PROXY,
    check: none(
      within((request) => [...nativeCallsOf(request), ...resultsOf(request)], unknownFields),
      'this step has no such field',
    ),
  },
  'GINTER-SIG-02': {
    fix: leftOut,
    summary: 'A thought with a summary has no empty signature.',
    error: 'Request contains an invalid argument.',
    evidence: 'https://github.com/googleapis/js-genai/issues/1735',
    check: each(
      fieldOf(
        those(thoughtsOf, ({ value }) => isArray(value.summary) && value.summary.length > 0),
        'signature',
      ),
      ({ value }) => value === '',
      'it is empty',
    ),
  },
  'GINTER-ARG-01': {
    fix: asObject,
    summary: 'The arguments of a call are an object.',
    evidence: TYPES,
    check: each(fieldOf(nativeCallsOf, 'arguments'), ({ value }) => !isObject(value), 'it is not an object'),
  },
  'GINTER-FORM-01': {
    fix: asSteps,
    severity: 'warning',
    summary: 'The history is a list of steps; turns with a role are the format before June 2026.',
    evidence: 'https://ai.google.dev/gemini-api/docs/interactions-breaking-changes-may-2026',
    check: none(turnsOf, 'this is a turn'),
  },
}
