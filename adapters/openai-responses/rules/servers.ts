import type { JsonObject } from '../../../src/base/json/json-types.js'
import { at } from '../../../src/base/json/read-json.js'
import { each, none, repeated } from '../../../src/translate/lint/checks.js'
import { leftOut } from '../../../src/translate/lint/fixes.js'
import {
  type Found,
  fieldIn,
  fieldOf,
  isOf,
  listAt,
  those,
  within,
} from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import { textAt } from '../../../src/translate/lint/view.js'
import { isAnswerableCall, isMessage, isModelItem, itemsOf, toolsInHistory, toolsOf } from './walk.js'

/** Finds messages of the model between calls of the same turn. */
function betweenCalls(request: JsonObject): Found[] {
  const found: Found[] = []
  let waiting: Found[] | undefined
  for (const item of itemsOf(request)) {
    if (!isModelItem(item)) waiting = undefined
    else if (isAnswerableCall(item)) {
      found.push(...(waiting ?? []))
      waiting = []
    } else if (isMessage(item)) waiting?.push(item)
  }
  return found
}

/** Finds the tools of the request and of its history, and those inside namespaces. */
function described(request: JsonObject): Found[] {
  const tools = [...toolsOf(request), ...toolsInHistory(request)]
  return [...tools, ...within(() => tools, listAt('tools'))(request)]
}

/** Rules of other vendors' servers for this wire. */
export const serverRules: RuleRows<JsonObject> = {
  'AZURE-RESP-01': {
    summary: 'Items lack fields that only OpenAI knows.',
    error: "Unknown parameter: 'input[0].internal_chat_message_metadata_passthrough'.",
    evidence: 'https://github.com/openai/codex/issues/30161',
    check: {
      limit: 'refusedItemFields',
      checkFor: ({ refusedItemFields: refused }) =>
        refused &&
        none(
          within(itemsOf, ({ value, path }) =>
            refused.filter((name) => value[name] !== undefined).map((name) => ({ path: at(path, name) })),
          ),
          'the server refuses this field of an item',
        ),
      fixFor: () => leftOut,
    },
  },
  'AZURE-RESP-02': {
    summary: 'Descriptions of tools are not empty.',
    error: "Invalid 'input[0].tools[0].description': empty string. Expected a string with minimum length 1",
    evidence: 'https://github.com/openai/codex/issues/37432',
    check: {
      limit: 'refusesEmptyDescriptions',
      checkFor: ({ refusesEmptyDescriptions }) =>
        refusesEmptyDescriptions === true &&
        each(fieldOf(described, 'description'), ({ value }) => value === '', 'the description is empty'),
      fixFor: () => leftOut,
    },
  },
  'DEEPSEEK-RESP-01': {
    profiles: ['deepseek'],
    summary: 'Within one turn, no message of the model is between two calls.',
    evidence: 'https://github.com/pydantic/pydantic-ai/issues/7430',
    check: none(betweenCalls, 'it is between two calls of one turn'),
  },
  'MANTLE-ID-01': {
    profiles: ['bedrock-mantle'],
    summary: 'Call ids are unique in the conversation, although each answer restarts the numbering.',
    error: 'duplicate call id',
    evidence: 'https://github.com/pydantic/pydantic-ai/issues/6536',
    check: (request, report) => {
      const ids = those(itemsOf, isAnswerableCall)(request).flatMap((item) => textAt(item, 'call_id') ?? [])
      for (const { text, path } of repeated(ids)) report(path, `the id "${text}" was used before`)
    },
  },
  'MANTLE-TOOLS-01': {
    profiles: ['bedrock-mantle'],
    summary: "OpenAI's hosted tools are not served.",
    evidence: 'https://github.com/pydantic/pydantic-ai',
    check: none(
      those(toolsOf, (tool) => !isOf('function', 'custom', 'namespace')(tool)),
      'this tool is not served',
    ),
  },
  'VLLM-RESP-01': {
    profiles: ['vllm'],
    severity: 'warning',
    summary: 'store is false (default: true), unless the operator enabled storing answers.',
    error: 'store=True',
    evidence: 'https://github.com/vllm-project/vllm/pull/22137',
    check: each(fieldIn('store'), ({ value }) => value !== false, 'store has to be false'),
    fix: (_request, path) => [{ op: 'add', path, value: false }],
  },
}
