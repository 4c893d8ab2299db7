import { isArray, isObject } from '../../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../../src/json/types.js'
import type { Rule } from '../../../src/lint/rule.js'
import { contentOf, isMessage, itemsOf, text } from './walk.js'

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null
}

/** The text of all input messages: instructions are not among them. */
function inputText(request: JsonObject): string {
  const messages = itemsOf(request).filter(isMessage)
  const texts = messages.flatMap((item) => [
    text(item.value.content),
    ...contentOf(item).map((part) => text(part.value.text)),
  ])
  return [text(request.input), ...texts].join('\n')
}

export const requestRules: readonly Rule[] = [
  {
    id: 'OPENAI-RESP-STATE-01',
    severity: 'error',
    summary: 'previous_response_id and conversation exclude each other.',
    evidence: 'openai SDK types',
    check(request, report) {
      if (isSet(request.previous_response_id) && isSet(request.conversation))
        report('/conversation', 'previous_response_id is set, too')
    },
  },
  {
    id: 'OPENAI-RESP-STATE-02',
    severity: 'error',
    summary: 'The input is not empty unless the server keeps the history.',
    evidence: 'https://github.com/pydantic/pydantic-ai models/openai.py',
    check(request, report) {
      const stored = [request.previous_response_id, request.conversation, request.prompt].some(isSet)
      const isEmpty = request.input === '' || (isArray(request.input) && request.input.length === 0)
      if (isEmpty && !stored) report('/input', 'the input is empty')
    },
  },
  {
    id: 'OPENAI-RESP-FORMAT-01',
    severity: 'error',
    summary: 'JSON mode needs the word "json" in an input message; instructions do not count.',
    error: "Response input messages must contain the word 'json' in some form",
    evidence: 'https://github.com/pydantic/pydantic-ai models/openai.py',
    check(request, report) {
      const format = isObject(request.text) ? request.text.format : undefined
      if (!isObject(format) || format.type !== 'json_object' || isSet(request.previous_response_id)) return
      if (!/json/i.test(inputText(request))) report('/text/format', 'no input message says "json"')
    },
  },
  {
    id: 'OPENAI-RESP-STATUS-01',
    severity: 'info',
    summary: 'Some compatible servers refuse the status of a call.',
    evidence: 'https://github.com/pydantic/pydantic-ai profiles/openai.py',
    check(request, report) {
      for (const { value, path } of itemsOf(request))
        if (value.type === 'function_call' && isSet(value.status))
          report(`${path}/status`, 'it may be left out')
    },
  },
]
