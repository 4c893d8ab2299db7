import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'
import {
  type Find,
  type Found,
  fieldText,
  isOf,
  listAt,
  listIn,
  objectAt,
  those,
  typeOf,
  within,
} from '../../../src/translate/lint/found.js'
import { type TextAt, textAt } from '../../../src/translate/lint/view.js'
import { FUNCTION_CALL, FUNCTION_RESULT, isCallStep, MODEL_OUTPUT, THOUGHT } from '../maps.js'

export const stepsOf = listIn('input')
export const nativeCallsOf = those(stepsOf, isOf(FUNCTION_CALL))
export const thoughtsOf = those(stepsOf, isOf(THOUGHT))
export const functionsOf = those(listIn('tools'), isOf('function'))

/** Results, including those inside user input, as some clients send them. */
export const resultsOf = within(stepsOf, resultsIn)

export function resultsIn(step: Found): readonly Found[] {
  if (typeOf(step) === FUNCTION_RESULT) return [step]
  return listAt('content')(step).filter(isOf(FUNCTION_RESULT))
}

/** Content of steps and results. */
export const contentOf: Find = within(stepsOf, (step) => [
  ...listAt('content')(step),
  ...listAt('result')(step),
])

/** Turns, the older form of histories before steps. */
export const turnsOf = those(stepsOf, isTurn)

export function isTurn(step: Found): boolean {
  return typeOf(step) === '' && fieldText(step, 'role') !== ''
}

/** Returns true for a step of the model. If turns are stored, the server already has these steps. */
export function isModels(step: Found): boolean {
  const type = typeOf(step)
  return type === MODEL_OUTPUT || type === THOUGHT || isCallStep(type)
}

export function continuesStored({ previous_interaction_id: id, store }: JsonObject): boolean {
  return stringOr(id, '') !== '' && store !== false
}

/** Returns names in the tool choice. */
export function chosenNames(request: JsonObject): readonly TextAt[] {
  const choices = objectAt('generation_config')({ value: request, path: '' }).flatMap(objectAt('tool_choice'))
  return choices
    .flatMap(objectAt('allowed_tools'))
    .flatMap(({ value: { tools }, path }) =>
      isArray(tools)
        ? tools.map((name, index) => ({ text: stringOr(name, ''), path: `${path}/tools/${index}` }))
        : [],
    )
}

export function namesOf(find: Find): (request: JsonObject) => readonly TextAt[] {
  return (request) =>
    find(request)
      .filter(({ value }) => typeof value.name === 'string')
      .map((found) => textAt(found, 'name'))
}

/** Schemas of the functions' parameters. */
export const parametersOf = within(functionsOf, ({ value, path }) =>
  isObject(value.parameters) ? [{ value: value.parameters, path: `${path}/parameters` }] : [],
)
