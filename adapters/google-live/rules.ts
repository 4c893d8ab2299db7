import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { each, none } from '../../src/translate/lint/checks.js'
import { leftOut, replaced } from '../../src/translate/lint/fixes.js'
import { type Found, fieldOf, fieldText, objectAt, within } from '../../src/translate/lint/found.js'
import { rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { textForm } from '../../src/translate/lint/text-form.js'
import { textAt } from '../../src/translate/lint/view.js'
import { limits } from './limits.js'
import { shapeRules } from './rules/shapes.js'
import { declarationsOf, framesOf, partsOf, responsesOf, setupsOf } from './rules/walk.js'

const TYPES = 'https://github.com/googleapis/js-genai LiveClientMessage'
const SCHEMA_WORDS = [
  '$ref',
  '$schema',
  'additionalProperties',
  'oneOf',
  'allOf',
  'const',
  'patternProperties',
]

/** Returns setups that are not the first or only frame. */
function lateSetups(request: JsonObject): Found[] {
  return framesOf(request).filter(({ value }, index) => index > 0 && value.setup !== undefined)
}

/** Returns results with an id that was answered before, except for generators. */
function answeredTwice(request: JsonObject): Found[] {
  const answered = new Set<string>()
  return responsesOf(request).filter((response) => {
    const id = fieldText(response, 'id')
    const isRepeated = id !== '' && answered.has(id)
    if (response.value.willContinue !== true) answered.add(id)
    return isRepeated
  })
}

/** Returns calls of the history without a result. */
function unanswered(request: JsonObject): Found[] {
  const responses = [...responsesOf(request), ...within(partsOf, objectAt('functionResponse'))(request)]
  const answered = new Set(responses.map((response) => fieldText(response, 'id')))
  return within(
    partsOf,
    objectAt('functionCall'),
  )(request).filter((call) => {
    const id = fieldText(call, 'id')
    return id !== '' && !answered.has(id)
  })
}

const wrappedOutput = replaced((value) => ({ output: value ?? null }))

const configsOf = within(setupsOf, objectAt('generationConfig'))

/**
 * Acceptance rules for the client side of a session. GLIVE-PAIR-02, -FIELD-02 and -PLATFORM-01 are not
 * included: the client's frames do not show cancelled calls or the model's abilities.
 */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf: (request) => request },
  {
    'GLIVE-OUT-01': {
      fix: wrappedOutput,
      summary: 'The response of a function is an object.',
      error: 'Request contains an invalid argument.',
      errors: ['Invalid JSON payload'],
      evidence: 'https://github.com/vercel/ai/issues/20696',
      check: each(fieldOf(responsesOf, 'response'), ({ value }) => !isObject(value), 'it is not an object'),
    },
    'GLIVE-ID-01': {
      summary: 'A result names an open call, and each call is answered once.',
      error: 'Requested entity was not found.',
      evidence: 'https://github.com/google-gemini/deprecated-generative-ai-js/issues/487',
      check: none(answeredTwice, 'this call is answered already'),
    },
    'GLIVE-NAME-01': {
      severity: 'warning',
      summary: 'A result has the name of its call; without the name, newer models treat the call as failed.',
      evidence: 'https://github.com/roomkit-live/roomkit/pull/42',
      check: each(responsesOf, (response) => fieldText(response, 'name') === '', 'it has no name'),
    },
    'GLIVE-NAME-02': {
      summary:
        'Names of functions begin with a letter or _, and have at most 128 letters, digits, _, -, . and :.',
      evidence: 'https://github.com/googleapis/js-genai FunctionDeclaration',
      check: textForm(
        'toolName',
        (request: JsonObject) => declarationsOf(request).map((tool) => textAt(tool, 'name')),
        (request: JsonObject) => responsesOf(request).map((response) => textAt(response, 'name')),
      ),
    },
    'GLIVE-PAIR-01': {
      severity: 'warning',
      summary: 'Every call has a result; otherwise the session does not continue.',
      evidence: 'https://github.com/livekit/agents/issues/6569',
      check: none(unanswered, 'the call has no result'),
    },
    'GLIVE-FLOW-01': {
      summary: 'A session begins with its only setup message.',
      evidence: TYPES,
      check: none(lateSetups, 'the session is already set up, or other messages precede the setup'),
    },
    'GLIVE-FLOW-02': {
      summary: 'Results are in toolResponse.functionResponses.',
      evidence: 'https://github.com/google-gemini/cookbook/issues/906',
      check: each(
        framesOf,
        ({ value }) => value.functionResponse !== undefined || value.functionResponses !== undefined,
        'it is not a frame of the wire',
      ),
    },
    'GLIVE-FIELD-01': {
      summary: 'There is one response modality.',
      evidence: TYPES,
      check: each(
        fieldOf(configsOf, 'responseModalities'),
        ({ value }) => isArray(value) && value.length > 1,
        'there are several',
      ),
    },
    'GLIVE-TOOLS-01': {
      fix: leftOut,
      summary: 'A setup has no toolConfig.',
      evidence: TYPES,
      check: each(
        fieldOf(setupsOf, 'toolConfig'),
        ({ value }) => value !== undefined,
        'sessions do not know it',
      ),
    },
    'GLIVE-TOOLS-02': {
      severity: 'warning',
      summary: 'The scheduling of a result counts only for functions that do not block.',
      evidence: TYPES,
      check(request, report) {
        const isFree = (tool: Found) => fieldText(tool, 'behavior') === 'NON_BLOCKING'
        const free = new Set(
          declarationsOf(request)
            .filter(isFree)
            .map((tool) => fieldText(tool, 'name')),
        )
        for (const { value, path } of responsesOf(request))
          if (value.scheduling !== undefined && !free.has(stringOr(value.name, '')))
            report(`${path}/scheduling`, 'its function blocks')
      },
    },
    'GLIVE-SCHEMA-01': {
      severity: 'warning',
      summary: 'Schemas are those of OpenAPI that `parameters` takes.',
      evidence: 'https://ai.google.dev/api/caching#Schema',
      check: each(
        within(declarationsOf, objectAt('parameters')),
        ({ value }) => SCHEMA_WORDS.some((word) => value[word] !== undefined),
        'it has a keyword outside this subset',
      ),
    },
    'GLIVE-SCHEMA-02': {
      severity: 'warning',
      summary: 'The schema of a function is in `parameters`: sessions ignore `parametersJsonSchema`.',
      evidence: 'https://github.com/pydantic/pydantic-ai realtime/google.py',
      check: each(
        fieldOf(declarationsOf, 'parametersJsonSchema'),
        ({ value }) => value !== undefined,
        'the model does not see it',
      ),
    },
    ...shapeRules,
  },
)
