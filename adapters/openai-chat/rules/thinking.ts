import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../../src/base/json/read-json.js'
import { models } from '../../../src/translate/catalogue/index.js'
import { each } from '../../../src/translate/lint/checks.js'
import {
  type FieldAt,
  type Find,
  type Found,
  fieldIn,
  fieldOf,
  objectAt,
  those,
} from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { messagesOf, nativeCallsOf, toolsOf } from './walk.js'

const answersOf = those(messagesOf, ({ value }) => value.role === 'assistant')

/** Creates a finder for requests whose model name matches or is missing. */
function ofModels(name: RegExp, find: Find): Find {
  return (request) => {
    const model = stringOr(request.model, '')
    return model === '' || name.test(model) ? find(request) : []
  }
}

function isThinking({ thinking }: JsonObject): boolean {
  return !isObject(thinking) || thinking.type !== 'disabled'
}

function usesTools(request: JsonObject): boolean {
  return toolsOf(request).length > 0 || messagesOf(request).some(({ value }) => value.role === 'tool')
}

function thinkingOf({ value }: Found): string | undefined {
  return typeof value.reasoning_content === 'string' ? value.reasoning_content : undefined
}

/** Creates the fix that adds an empty thought to an answer without thinking. */
function addThinking(text: string): Fix {
  return (_request, path) => [{ op: 'add', path: `${path}/reasoning_content`, value: text }]
}

const remove: Fix = (_request, path) => [{ op: 'remove', path }]

/** Finds a field of the request's `thinking`. */
function thinkingField(name: string): Find<FieldAt> {
  return fieldOf((request) => objectAt('thinking')({ value: request, path: '' }), name)
}

/**
 * Returns the efforts that a model accepts, by the catalogue. Returns undefined for an unknown model or a
 * model without restrictions.
 */
function effortsOf(request: JsonObject): readonly string[] | undefined {
  const reasoning = models.find(stringOr(request.model, ''))?.reasoning
  if (reasoning === false) return []
  if (reasoning?.efforts === undefined) return undefined
  return reasoning.alwaysOn ? reasoning.efforts : ['none', ...reasoning.efforts]
}

function refusedEffort(request: JsonObject): readonly FieldAt[] {
  const efforts = effortsOf(request)
  return fieldIn('reasoning_effort')(request).filter(
    ({ value }) => typeof value === 'string' && efforts?.includes(value) === false,
  )
}

/** Requirements of vendors for thinking: sending thinking back, and turning thinking on or off. */
export const thinkingRules: RuleRows = {
  'DEEPSEEK-REASON-02': {
    profiles: ['deepseek'],
    summary: 'R1 does not accept the reasoning_content of earlier answers.',
    evidence: 'https://github.com/vercel/ai/tree/main/packages/deepseek',
    check: each(
      fieldOf(
        (request) => (/r1/i.test(stringOr(request.model, '')) ? answersOf(request) : []),
        'reasoning_content',
      ),
      ({ value }) => value !== undefined,
      'R1 refuses it',
    ),
    fix: remove,
  },
  'DEEPSEEK-REASON-03': {
    profiles: ['deepseek'],
    summary: 'If V4 thinks and tools are used, every answer has reasoning_content, which may be empty.',
    error: 'must be passed back to the API',
    evidence: 'https://github.com/earendil-works/pi/issues/3636',
    check: each(
      ofModels(/v4|flash/i, (request) =>
        isThinking(request) && usesTools(request) ? answersOf(request) : [],
      ),
      (answer) => thinkingOf(answer) === undefined,
      'reasoning_content is missing',
    ),
    fix: addThinking(''),
  },
  'MOONSHOT-REASON-01': {
    profiles: ['moonshot'],
    summary: 'In thinking mode, every answer with calls has a non-empty reasoning_content.',
    error: 'reasoning_content is missing in assistant tool call message',
    evidence: 'https://github.com/earendil-works/pi/pull/4178',
    check: each(
      ofModels(/k2[.p-]?[5-9]|k[3-9]|thinking/i, (request) =>
        isThinking(request) ? answersOf(request) : [],
      ),
      (answer) => nativeCallsOf(answer).length > 0 && (thinkingOf(answer) ?? '') === '',
      'reasoning_content is missing, or empty',
    ),
    fix: addThinking(' '),
  },
  'MOONSHOT-THINK-01': {
    profiles: ['moonshot'],
    summary: 'Thinking is switched off by thinking.type, not by an effort of none.',
    evidence: 'https://github.com/vercel/ai/tree/main/packages/moonshotai',
    check: each(fieldIn('reasoning_effort'), ({ value }) => value === 'none', 'use thinking.type disabled'),
    fix: (_request, path) => [
      { op: 'remove', path },
      { op: 'add', path: '/thinking', value: { type: 'disabled' } },
    ],
  },
  'MOONSHOT-THINK-02': {
    profiles: ['moonshot'],
    summary: 'k2.5 has no thinking.keep.',
    evidence: 'https://github.com/vercel/ai/tree/main/packages/moonshotai',
    check: each(
      (request) => (/k2[.p-]?5/i.test(stringOr(request.model, '')) ? thinkingField('keep')(request) : []),
      ({ value }) => value !== undefined,
      'k2.5 refuses it',
    ),
    fix: remove,
  },
  'ZAI-THINK-01': {
    profiles: ['zai'],
    summary: 'GLM-5.3 always thinks, and accepts the efforts low, high and max.',
    error: 'please use low, high, or max',
    evidence:
      'https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/profiles/zai.py',
    check: each(
      (request) =>
        /glm-5[.p-]3/i.test(stringOr(request.model, ''))
          ? [
              ...thinkingField('type')(request).filter(({ value }) => value === 'disabled'),
              ...refusedEffort(request),
            ]
          : [],
      () => true,
      ({ value }) => `GLM-5.3 does not accept "${stringOr(value, '')}"`,
    ),
  },
  'XAI-REASON-01': {
    profiles: ['xai'],
    summary: 'The model accepts the effort; some models accept no effort.',
    error: "does not support 'reasoning_effort' value",
    evidence: 'https://github.com/vercel/ai/blob/main/packages/xai/src/supports-reasoning-effort.ts',
    check: each(
      refusedEffort,
      () => true,
      ({ value }) => `the model does not accept the effort "${stringOr(value, '')}"`,
    ),
    fix: remove,
  },
  'CEREBRAS-THINK-01': {
    profiles: ['cerebras'],
    summary: 'gpt-oss has no disable_reasoning.',
    evidence:
      'https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/providers/cerebras.py',
    check: each(
      (request) =>
        /gpt-oss/i.test(stringOr(request.model, '')) ? fieldIn('disable_reasoning')(request) : [],
      ({ value }) => value === true,
      'gpt-oss refuses it',
    ),
    fix: remove,
  },
}
