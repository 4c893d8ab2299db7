import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { at, isArray, isObject } from '../../src/base/json/read-json.js'
import { GEN_AI } from '../../src/base/model/gen-ai-names.js'
import { each, none } from '../../src/translate/lint/checks.js'
import {
  type Find,
  type Found,
  fieldText,
  isOf,
  listAt,
  objectsOf,
  those,
  typeOf,
  within,
} from '../../src/translate/lint/found.js'
import type { Check, Rule } from '../../src/translate/lint/rule.js'
import type { Place, ValueAt } from '../../src/translate/lint/view.js'
import { openSpan } from './span.js'

const MESSAGES = [GEN_AI.inputMessages, GEN_AI.outputMessages]
const CONVENTIONS = 'https://github.com/open-telemetry/semantic-conventions-genai'
/** Fields for a tool's schema in instrumentations. */
const OTHER_SCHEMAS = ['inputSchema', 'input_schema', 'function']

/** Finds the given attributes of a span or of one of its events. */
function attributes(...names: readonly string[]): Find<ValueAt> {
  return (request) => {
    const { attributes: own, events } = openSpan(request)
    return [own, ...events.map((event) => event.attributes)].flatMap((holder) =>
      names.flatMap((name) =>
        holder[name] === undefined ? [] : [{ value: holder[name], path: pathOf(request, name) }],
      ),
    )
  }
}

/** Returns the path of an attribute in the span itself, or an empty path for a deeper attribute. */
function pathOf(request: JsonObject, name: string): string {
  const { attributes: own } = request
  if (isObject(own) && own[name] !== undefined) return at('/attributes', name)
  if (request[name] !== undefined) return at('', name)
  const index = isArray(own) ? own.findIndex((pair) => isObject(pair) && pair.key === name) : -1
  return index === -1 ? '' : `/attributes/${index}/value`
}

/** Separates the path of a JSON text from the path inside the text, which a JSON Pointer cannot express. */
const IN_TEXT = '#'

/** Finds the objects of a list in an attribute, structured or as a text. */
function listed(...names: readonly string[]): Find {
  return within(attributes(...names), ({ value, path }) =>
    typeof value === 'string' ? objectsOf(tryParseJson(value), path + IN_TEXT) : objectsOf(value, path),
  )
}

const messages = listed(...MESSAGES)
const parts: Find = within(
  (request) => [...messages(request), ...listed(GEN_AI.systemInstructions)(request)],
  (found) => (typeof found.value.type === 'string' ? [found] : partsOf(found)),
)

function partsOf(message: Found): Found[] {
  return isArray(message.value.parts) ? listAt('parts')(message) : []
}

const calls = those(parts, isOf('tool_call'))
const results = those(parts, isOf('tool_call_response'))
const serverParts = those(parts, isOf('server_tool_call', 'server_tool_call_response'))
const media = those(parts, isOf('blob', 'file', 'uri'))
const definitions = listed(GEN_AI.toolDefinitions)

function isBroken({ value }: ValueAt): boolean {
  if (typeof value !== 'string') return !isArray(value)
  const parsed = tryParseJson(value)
  return parsed !== undefined && !isArray(parsed)
}

function isCut({ value }: ValueAt): boolean {
  return typeof value === 'string' && tryParseJson(value) === undefined
}

/** Returns messages without required fields, and parts without a type. */
function unformed(request: JsonObject): Place[] {
  const isMessage = ({ value }: Found) => typeof value.role === 'string' && isArray(value.parts)
  return [
    ...messages(request).filter((message) => !isMessage(message)),
    ...messages(request)
      .flatMap(partsOf)
      .filter(({ value }) => typeof value.type !== 'string'),
  ]
}

/**
 * Returns results of a call that the span does not contain. Results without ids are paired by order and not
 * checked.
 */
function uncalled(request: JsonObject): Found[] {
  const ids = new Set(calls(request).map(({ value }) => value.id))
  return results(request).filter(({ value: { id } }) => typeof id === 'string' && !ids.has(id))
}

function hasObjectInText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && isObject(tryParseJson(value))
}

/** Returns the finish reasons if their number differs from the number of choices. */
function miscounted(request: JsonObject): Place[] {
  const choices = listed(GEN_AI.outputMessages)(request).length
  const reasons = attributes(GEN_AI.finishReasons)(request)
  return reasons.filter(({ value }) => isArray(value) && choices > 0 && value.length !== choices)
}

/** Reports problems inside a text at the path of the text. */
function atText(check: Check): Check {
  return (request, report) =>
    check(request, (path, message) => report(path.split(IN_TEXT, 1)[0] ?? '', message))
}

interface SpanRule {
  readonly summary: string
  /** Default: `warning`. */
  readonly severity?: 'info'
  readonly check: Check
}

const ROWS: Readonly<Record<string, SpanRule>> = {
  'OTEL-FORMAT-01': {
    summary: 'Messages are a list, or the JSON text of one.',
    check: each(attributes(...MESSAGES), isBroken, 'this is not a list'),
  },
  'OTEL-FORMAT-02': {
    summary: 'Every message has a role and parts, and every part a type.',
    check: none(unformed, 'the role, the parts or the type is missing'),
  },
  'OTEL-CONTENT-01': {
    summary: 'Text and reasoning have their words in content, not in text.',
    check: each(
      those(parts, isOf('text', 'reasoning')),
      ({ value }) => typeof value.content !== 'string',
      'there is no content',
    ),
  },
  'OTEL-PAIR-01': {
    summary: 'The id of a result is that of a call.',
    check: none(uncalled, 'there is no such call'),
  },
  'OTEL-RESULT-01': {
    summary: 'The output of a tool is in response, not in result.',
    check: each(results, ({ value }) => value.response === undefined, 'there is no response'),
  },
  'OTEL-ARG-01': {
    severity: 'info',
    summary: 'Arguments are an object where their text can be parsed.',
    check: each(calls, ({ value }) => hasObjectInText(value.arguments), 'they are the text of an object'),
  },
  'OTEL-SERVER-01': {
    summary:
      'Calls that the provider ran, and their results, have an object with a type under the key of their type.',
    check: each(
      serverParts,
      (part) => {
        const inner = part.value[typeOf(part)]
        return !isObject(inner) || typeof inner.type !== 'string'
      },
      'there is no such object',
    ),
  },
  'OTEL-MEDIA-01': {
    summary: 'Media have a modality, and no data in their URI.',
    check: each(
      media,
      (part) => fieldText(part, 'modality') === '' || fieldText(part, 'uri').startsWith('data:'),
      'the modality is missing, or the URI holds the data',
    ),
  },
  'OTEL-TOOLS-01': {
    summary: 'Definitions of tools have a type and a name, and their schema in parameters.',
    check: each(
      definitions,
      (tool) =>
        typeOf(tool) === '' ||
        fieldText(tool, 'name') === '' ||
        OTHER_SCHEMAS.some((key) => tool.value[key] !== undefined),
      'the type or the name is missing, or the schema is in another field',
    ),
  },
  'OTEL-FINISH-01': {
    summary: 'There is one reason for each choice.',
    check: none(miscounted, 'they are not as many as the choices'),
  },
  'OTEL-PLATFORM-01': {
    severity: 'info',
    summary: 'Values are complete: an attribute length limit truncates their text.',
    check: each(attributes(...MESSAGES, GEN_AI.toolDefinitions), isCut, 'this is not complete JSON'),
  },
}

/**
 * Rules of the conventions for spans. A span that breaks a rule is accepted, but readers show less of its
 * content.
 */
export const rules: readonly Rule[] = Object.entries(ROWS).map(([id, { check, severity, summary }]): Rule => {
  return { id, severity: severity ?? 'warning', summary, evidence: CONVENTIONS, check: atText(check) }
})
