import type { JsonObject } from '../../../src/base/json/json-types.js'
import { parseJson } from '../../../src/base/json/parse.js'
import { isObject, stringOr } from '../../../src/base/json/read-json.js'
import { each, none } from '../../../src/translate/lint/checks.js'
import {
  type FieldAt,
  type Find,
  fieldIn,
  fieldOf,
  fieldText,
  isOf,
  those,
  within,
} from '../../../src/translate/lint/found.js'
import { alternateRoles } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { bodyOf, contentPartsOf, functionsOf, messagesOf, nativeCallsOf } from './walk.js'

const remove: Fix = (_request, path) => [{ op: 'remove', path }]

/** Returns the given request fields that are present. */
function given(...names: readonly string[]): Find<FieldAt> {
  return (request) =>
    names.flatMap((name) => fieldIn(name)(request)).filter(({ value }) => value !== undefined)
}

const partsOf = within(messagesOf, contentPartsOf)
const argumentsOf = fieldOf(within(within(messagesOf, nativeCallsOf), bodyOf), 'arguments')

function isObjectText(value: unknown): boolean {
  try {
    return typeof value === 'string' && isObject(parseJson(value))
  } catch {
    return false
  }
}

const namesModel = (name: RegExp, request: JsonObject) => name.test(stringOr(request.model, ''))

/** Fields, media and message orders that vendors and local servers reject. */
export const serverRules: RuleRows = {
  'AZURE-FIELD-01': {
    profiles: ['azure-mistral'],
    summary: 'Mistral models at Azure know the output limit as max_tokens.',
    error: 'extra_forbidden',
    evidence: 'https://github.com/pydantic/pydantic-ai/issues/6593',
    check: none(given('max_completion_tokens'), 'it is called max_tokens here'),
    fix: ({ max_completion_tokens: limit = null }, path) => [
      { op: 'remove', path },
      { op: 'add', path: '/max_tokens', value: limit },
    ],
  },
  'AZURE-MEDIA-01': {
    profiles: ['azure', 'azure-mistral'],
    summary: 'Azure accepts no files.',
    evidence:
      'https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/providers/azure.py',
    check: none(those(partsOf, isOf('file')), 'Azure accepts no files'),
  },
  'DEEPSEEK-MEDIA-01': {
    profiles: ['deepseek'],
    summary: 'Text models accept no images.',
    error: 'unknown variant `image_url`, expected `text`',
    evidence: 'https://github.com/KodyKendall/LlamaBot/pull/52',
    check: none(
      (request) =>
        namesModel(/v4-pro|v3|r1|chat|reasoner/i, request) ? those(partsOf, isOf('image_url'))(request) : [],
      'the model accepts no images',
    ),
  },
  'GROQ-FIELD-02': {
    profiles: ['groq'],
    summary: 'Groq gives one answer.',
    evidence: 'https://console.groq.com/docs/openai',
    check: each(given('n'), ({ value }) => value !== 1, 'Groq refuses it'),
    fix: remove,
  },
  'LLAMACPP-TOOLS-01': {
    profiles: ['llama.cpp'],
    severity: 'warning',
    summary: 'A tool_choice that names a tool has no effect.',
    evidence: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp',
    check: each(fieldIn('tool_choice'), ({ value }) => isObject(value), 'it is read as auto'),
  },
  'MOONSHOT-SCHEMA-01': {
    profiles: ['moonshot'],
    summary: 'Parameters are of type object.',
    evidence: 'https://github.com/vercel/ai/tree/main/packages/moonshotai',
    check: each(
      fieldOf(functionsOf, 'parameters'),
      ({ value }) => isObject(value) && value.type !== 'object',
      'the type of the parameters has to be object',
    ),
    fix: (_request, path) => [{ op: 'add', path: `${path}/type`, value: 'object' }],
  },
  'MOONSHOT-TOOLS-01': {
    profiles: ['moonshot'],
    severity: 'warning',
    summary: 'A required tool_choice is not supported by models before Kimi K3.',
    evidence: 'https://github.com/pydantic/pydantic-ai',
    check: (request, report) => {
      const isAccepted = /kimi-k3/.test(stringOr(request.model, ''))
      if (request.tool_choice === 'required' && !isAccepted) report('/tool_choice', 'it is not supported')
    },
  },
  'TEMPLATE-ARG-01': {
    profiles: ['llama.cpp', 'lmstudio', 'vllm'],
    summary: 'Arguments of earlier calls are the text of an object, which the template reads.',
    error: 'Failed to parse tool call arguments as JSON:',
    evidence: 'https://github.com/can1357/oh-my-pi/issues/3909',
    check: each(
      argumentsOf,
      ({ value, of }) => !isObjectText(value) && fieldText({ value: of, path: '' }, 'input') === '',
      'the arguments are not the text of an object',
    ),
  },
  'TEMPLATE-ORDER-01': {
    summary: 'Strict templates require user and assistant to alternate, except for calls and results.',
    error: 'conversation roles must alternate user and assistant roles except for tool calls and results',
    evidence: 'https://github.com/ggml-org/llama.cpp/issues/19851',
    seen: alternateRoles,
  },
}
