import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { at, isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { each, exchangesIn, none } from '../../../src/translate/lint/checks.js'
import { asObject, heldAt, parentPath, replaced } from '../../../src/translate/lint/fixes.js'
import { type Find, fieldOf, within } from '../../../src/translate/lint/found.js'
import { mediaOfUser } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { type TextAt, textAt } from '../../../src/translate/lint/view.js'
import { calledOf, messagesOf, resultsOf, viewOf } from './walk.js'

const TYPES = 'https://github.com/ollama/ollama, api/types.go'
const DATA_URL = /^data:[^;,]{0,100};base64,/
/**
 * Base64 as accepted by Go for byte slices: https://pkg.go.dev/encoding/base64#pkg-variables (`StdEncoding`).
 */
const BASE64 = /^[A-Za-z\d+/\r\n]*(?:={1,2}[\r\n]*)?$/

/** Returns true for a model in the cloud, by its name: https://docs.ollama.com/cloud */
export function isOfCloud({ model }: JsonObject): boolean {
  return /[-:]cloud$/.test(stringOr(model, ''))
}

const images: Find<TextAt> = within(messagesOf, ({ value: { images: list }, path }) =>
  isArray(list)
    ? list.map((image, index) => ({ text: stringOr(image, ''), path: at(`${path}/images`, index) }))
    : [],
)

/** Joins a list that contains only texts. */
const joinedText: Fix = replaced((content) => {
  if (!isArray(content)) return undefined
  const texts = content.map((part) => (isObject(part) && part.type === 'text' ? part.text : undefined))
  return texts.every((text) => typeof text === 'string') ? texts.join('\n\n') : undefined
})

/**
 * Adds the name of the call that a result answers: the call is found by id, or by the position among the
 * results.
 */
const namedTool: Fix = (request, path) => {
  const list = isArray(request.messages) ? request.messages : []
  const index = Number(parentPath(path).split('/').at(-1))
  const turn = list.slice(0, index).findLastIndex((message) => wordOf(message, 'role') === 'assistant')
  const answer = list[turn]
  const calls = isObject(answer) && isArray(answer.tool_calls) ? answer.tool_calls : []
  const id = wordOf(heldAt(request, parentPath(path)), 'tool_call_id')
  const call = calls.find((one) => id !== '' && wordOf(one, 'id') === id) ?? calls[index - turn - 1]
  const name = isObject(call) ? wordOf(call.function, 'name') : ''
  return name === '' ? undefined : [{ op: 'add', path, value: name }]
}

function wordOf(value: JsonValue | undefined, key: string): string {
  return isObject(value) ? stringOr(value[key], '') : ''
}

export const historyRules: RuleRows = {
  'OLLAMA-ARG-01': {
    fix: asObject,
    summary: 'The arguments of a call are an object, not its text.',
    error: 'cannot unmarshal string into Go struct field ChatRequest.messages',
    errors: ['of type api.ToolCallFunctionArguments'],
    evidence: `${TYPES}; https://github.com/neuron-core/neuron-ai/issues/219`,
    check: each(
      fieldOf(calledOf, 'arguments'),
      ({ value }) => value !== undefined && value !== null && !isObject(value),
      'the arguments must be an object',
    ),
  },
  'OLLAMA-CONTENT-01': {
    fix: joinedText,
    summary: 'The content of a message is a text, not a list.',
    error: 'cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
    evidence: 'https://github.com/BerriAI/litellm/issues/11273',
    check: each(
      fieldOf(messagesOf, 'content'),
      ({ value }) => value !== undefined && value !== null && typeof value !== 'string',
      'the content must be a text',
    ),
  },
  'OLLAMA-CONTENT-03': {
    fix: replaced((image) =>
      typeof image === 'string' && DATA_URL.test(image) ? image.replace(DATA_URL, '') : undefined,
    ),
    summary: 'Images are bare base64: no data URL, no link.',
    error: 'illegal base64 data at input byte',
    evidence: TYPES,
    check: each(images, ({ text }) => !BASE64.test(text), 'this is not standard base64'),
  },
  'OLLAMA-MEDIA-01': {
    severity: 'warning',
    summary:
      "Images are in user messages: elsewhere, the model's template decides whether the model sees them.",
    evidence: TYPES,
    seen: mediaOfUser,
  },
  'OLLAMA-PAIR-01': {
    severity: 'warning',
    summary: 'Models of the cloud require a result for every call, and no others.',
    error: 'Not the same number of function calls and responses',
    check(request, report) {
      if (!isOfCloud(request)) return
      for (const { calls, results } of exchangesIn(viewOf(request)))
        for (const part of [...calls.slice(results.length), ...results.slice(calls.length)])
          report(part.path, `${calls.length} calls have ${results.length} results`)
    },
  },
  'OLLAMA-NAME-01': {
    severity: 'warning',
    fix: namedTool,
    summary: 'A result names its tool: templates pair calls and results by names and order.',
    evidence: `${TYPES}; https://docs.ollama.com/capabilities/tool-calling`,
    check: none(
      within(resultsOf, (result) =>
        typeof result.value.tool_name === 'string' ? [] : [textAt(result, 'tool_name')],
      ),
      'the name of the tool is missing',
    ),
  },
}
