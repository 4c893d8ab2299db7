import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { each, isEmptyList } from '../../../src/translate/lint/checks.js'
import { leftOut } from '../../../src/translate/lint/fixes.js'
import {
  type FieldAt,
  fieldIn,
  fieldOf,
  fieldText,
  isOf,
  objectUnder,
  those,
} from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import {
  type OutputRefusals,
  outputRule,
  schemasAt,
  strictOutputRule,
} from '../../../src/translate/lint/output-rules.js'
import { contentOf, isMessage, itemsOf } from './walk.js'

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null
}

/** Returns the text of all input messages, without the instructions. */
function inputText(request: JsonObject): string {
  const messages = itemsOf(request).filter(isMessage)
  const texts = messages.flatMap((item) => [
    fieldText(item, 'content'),
    ...contentOf(item).map((part) => fieldText(part, 'text')),
  ])
  return [fieldText({ value: request, path: '' }, 'input'), ...texts].join('\n')
}

function isEmptyInput({ value, of }: FieldAt): boolean {
  const isStored = [of.previous_response_id, of.conversation, of.prompt].some(isSet)
  return (value === '' || isEmptyList(value)) && !isStored
}

const schemaFormats = those(objectUnder('text', 'format'), isOf('json_schema'))
const OUTPUT: OutputRefusals = {
  severity: 'error',
  error: `schema must be a JSON Schema of 'type: "object"'`,
  evidence: 'https://developers.openai.com/api/docs/guides/structured-outputs',
}

/** Finds formats that request JSON without a schema. */
function jsonMode(request: JsonObject) {
  const formats = objectUnder('text', 'format')(request)
  return isSet(request.previous_response_id) ? [] : formats.filter(isOf('json_object'))
}

export const requestRules: RuleRows<unknown> = {
  'OPENAI-RESP-STATE-01': {
    summary: 'previous_response_id and conversation exclude each other.',
    evidence: 'openai SDK types',
    check: each(
      fieldIn('conversation'),
      ({ value, of }) => isSet(value) && isSet(of.previous_response_id),
      'previous_response_id is also set',
    ),
  },
  'OPENAI-RESP-STATE-02': {
    summary: 'The input is not empty unless the server keeps the history.',
    evidence: 'https://github.com/pydantic/pydantic-ai models/openai.py',
    check: each(fieldIn('input'), isEmptyInput, 'the input is empty'),
  },
  'OPENAI-RESP-FORMAT-01': {
    summary: 'JSON mode requires the word "json" in an input message; instructions do not count.',
    error: "Response input messages must contain the word 'json' in some form",
    evidence: 'https://github.com/pydantic/pydantic-ai models/openai.py',
    check(request, report) {
      for (const { path } of jsonMode(request))
        if (!/json/i.test(inputText(request))) report(path, 'no input message says "json"')
    },
  },
  ...outputRule('OPENAI-RESP', schemasAt(schemaFormats, 'schema'), OUTPUT),
  ...strictOutputRule('OPENAI-RESP', schemaFormats, OUTPUT),
  'OPENAI-RESP-STATUS-01': {
    fix: leftOut,
    severity: 'info',
    summary: 'Some compatible servers refuse the status of a call.',
    evidence: 'https://github.com/pydantic/pydantic-ai profiles/openai.py',
    check: each(
      fieldOf(those(itemsOf, isOf('function_call')), 'status'),
      ({ value }) => isSet(value),
      'it may be left out',
    ),
  },
}
