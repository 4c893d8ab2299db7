import type { JsonObject } from '../../src/base/json/json-types.js'
import { arrayOr, isArray, isObject } from '../../src/base/json/read-json.js'
import { callsAnswered, each, exchangesIn, none, resultsCalled } from '../../src/translate/lint/checks.js'
import { asText, leftOut, member, replaced, translated } from '../../src/translate/lint/fixes.js'
import { type Found, fieldIn, fieldOf, objectAt, those, within } from '../../src/translate/lint/found.js'
import { mediaInResults, namesFit } from '../../src/translate/lint/limit-checks.js'
import { type RuleRows, rulesOf, type ViewCheck } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { limits } from './limits.js'
import { DEVELOPER, OLDER_TOOL, ROLE_NAMES } from './maps.js'
import { settingValueRules } from './rules/settings.js'
import { shapeRules } from './rules/shapes.js'
import { calledOf, functionsOf, messagesOf, serverToolsOf, viewOf } from './rules/walk.js'

const PROTO = 'https://github.com/xai-org/xai-proto proto/xai/api/v1/chat.proto'
const PYDANTIC = 'https://github.com/pydantic/pydantic-ai pydantic_ai/models/xai.py'

const KNOWN_ROLES: readonly unknown[] = [
  ...Object.values(ROLE_NAMES),
  DEVELOPER,
  OLDER_TOOL,
  1,
  2,
  3,
  4,
  5,
  6,
]
const PIECES = ['text', 'image_url', 'file'] as const
const MOST_STOPS = 8
const MOST_DOMAINS = 5
const PIECEWISE = 'INCLUDE_OPTION_TOOL_CALL_STREAMING'

/** Checks that results with call ids are in the order of the calls. */
const inOrder: ViewCheck = (view, report) => {
  for (const { calls, results } of exchangesIn(view)) {
    const places = results.map(({ id }) => calls.findIndex((call) => call.id?.text === id?.text))
    for (const [index, { path }] of results.entries()) {
      const place = places[index] ?? -1
      if (place !== -1 && places.slice(0, index).some((before) => before > place))
        report(path, 'a call before its own is answered later')
    }
  }
}

const pieces = within(messagesOf, ({ value: { content }, path }) =>
  arrayOr(content, []).flatMap((value, index) =>
    isObject(value) ? [{ value, path: `${path}/content/${index}` }] : [],
  ),
)

function heldIn({ value }: Found): number {
  return PIECES.filter((name) => value[name] !== undefined).length
}

function hasNoContent({ value: { content } }: Found): boolean {
  return content === undefined || content === null || (isArray(content) && content.length === 0)
}

const searches = within(serverToolsOf, objectAt('web_search'))

function domains({ value }: Found, name: string): number {
  return arrayOr(value[name], []).length
}

const ROWS: RuleRows = {
  'XAI-GRPC-ROLE-01': {
    fix: translated({ ...ROLE_NAMES, developer: DEVELOPER, function: ROLE_NAMES.tool }),
    summary: 'The role of a message is a word of MessageRole.',
    check: each(
      fieldOf(messagesOf, 'role'),
      ({ value }) => !KNOWN_ROLES.includes(value),
      'there is no such role',
    ),
  },
  'XAI-GRPC-CONTENT-01': {
    fix: member(
      'content',
      replaced(() => [{ text: '' }]),
    ),
    severity: 'warning',
    summary: 'Every message has a content, if only an empty text.',
    check: none(those(messagesOf, hasNoContent), 'there is none'),
  },
  'XAI-GRPC-CONTENT-02': {
    fix: replaced((content) => (typeof content === 'string' ? [{ text: content }] : undefined)),
    summary: 'Content is a list.',
    check: each(
      fieldOf(messagesOf, 'content'),
      ({ value }) => value !== undefined && value !== null && !isArray(value),
      'it is not a list',
    ),
  },
  'XAI-GRPC-CONTENT-03': {
    summary: 'A piece of content is one of a text, an image and a file.',
    check: each(pieces, (piece) => heldIn(piece) > 1, 'it is several at once'),
  },
  'XAI-GRPC-ARG-01': {
    fix: asText,
    summary: 'The arguments of a call are a text.',
    check: each(
      fieldOf(calledOf, 'arguments'),
      ({ value }) => value !== undefined && typeof value !== 'string',
      'they are not a text',
    ),
  },
  'XAI-GRPC-SCHEMA-01': {
    fix: asText,
    summary: 'The parameters of a function are the text of a schema.',
    check: each(
      fieldOf(functionsOf, 'parameters'),
      ({ value }) => value !== undefined && typeof value !== 'string',
      'they are not a text',
    ),
  },
  'XAI-GRPC-NAME-01': {
    severity: 'warning',
    summary: 'Names of functions have 1 to 64 letters, digits, _ and -: a dot is for tools of MCP servers.',
    seen: namesFit,
  },
  'XAI-GRPC-FIELD-01': {
    fix: leftOut,
    summary: 'Only messages of the user have a name.',
    check: each(
      fieldOf(messagesOf, 'name'),
      ({ value, of }) => value !== undefined && value !== '' && of.role !== ROLE_NAMES.user,
      'this role has none',
    ),
  },
  'XAI-GRPC-FIELD-02': {
    summary: `There are at most ${MOST_STOPS} stop sequences.`,
    check: each(fieldIn('stop'), ({ value }) => arrayOr(value, []).length > MOST_STOPS, 'there are more'),
  },
  'XAI-GRPC-PAIR-01': {
    severity: 'warning',
    summary: 'Every call of the client is answered right after it.',
    evidence: PYDANTIC,
    seen: callsAnswered,
  },
  'XAI-GRPC-PAIR-02': {
    severity: 'warning',
    summary: 'A result that names a call names one of the message before.',
    evidence: PYDANTIC,
    seen: resultsCalled('id'),
  },
  'XAI-GRPC-ORDER-01': {
    severity: 'warning',
    summary: 'Results come in the order of their calls.',
    evidence: PYDANTIC,
    seen: inOrder,
  },
  'XAI-GRPC-MEDIA-01': {
    severity: 'warning',
    summary: 'Results hold text alone; images and files follow in a message of the user.',
    evidence: PYDANTIC,
    seen: mediaInResults,
  },
  'XAI-GRPC-TOOLS-01': {
    fix: leftOut,
    summary: 'A tool choice needs tools.',
    error: 'Tool_choice set but no tools specified',
    evidence: 'https://github.com/OpenHands/OpenHands/issues/7078',
    check: each(
      fieldIn('tool_choice'),
      ({ value, of }) => isObject(value) && arrayOr(of.tools, []).length === 0,
      'there are no tools',
    ),
  },
  'XAI-GRPC-TOOLS-02': {
    summary: `A search is restricted to at most ${MOST_DOMAINS} domains or kept from as many, not both.`,
    check: each(
      searches,
      (search) => {
        const [allowed, excluded] = [domains(search, 'allowed_domains'), domains(search, 'excluded_domains')]
        return Math.max(allowed, excluded) > MOST_DOMAINS || (allowed > 0 && excluded > 0)
      },
      'there are too many, or both lists',
    ),
  },
  'XAI-GRPC-STREAM-01': {
    severity: 'warning',
    summary: 'Calls are streamed in pieces only if xAI runs no tool.',
    check: each(
      fieldIn('include'),
      ({ value, of }) => arrayOr(value, []).some((option) => option === PIECEWISE) && hasServerTools(of),
      'there are tools that xAI runs',
    ),
  },
}

function hasServerTools(request: JsonObject): boolean {
  return serverToolsOf(request).length > 0
}

/** Rules of xAI, from the comments of its protocol and the findings of its clients. */
export const rules: readonly Rule[] = rulesOf(
  { limits, viewOf, evidence: PROTO },
  { ...ROWS, ...settingValueRules, ...shapeRules },
)
