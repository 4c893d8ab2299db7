import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { expectObject, isArray } from '../../base/json/read-json.js'
import type { Notice } from '../../base/model/context.js'
import { refuseGuess } from '../../codec/stream/unread-calls.js'
import { chooseLimits } from '../../codec/wire/limits.js'
import { unreadRequest } from '../../translate/exchange/decode-exchange.js'
import type { Registry } from '../../translate/exchange/registry.js'
import { inList } from '../../translate/lint/lint-messages.js'
import { lint } from '../../translate/lint/lint-request.js'
import type { Rule, Violation } from '../../translate/lint/rule.js'
import { modelViolations } from './model-violations.js'
import { resolveRecord } from './traffic-record.js'

/** The acceptance rules of every wire. */
export type RulesByWire = ReadonlyMap<string, readonly Rule[]>

/** A request of the input, with the violations of its provider's rules. */
export interface LintedRecord {
  readonly wire: string
  readonly rules: readonly Rule[]
  readonly request: JsonObject
  /** The field of the request with the record, if the record is a bare list of messages. */
  readonly list: string | undefined
  /** The path of the request in the record. */
  readonly path: string
  /** Paths are relative to the request, or to the list. */
  readonly violations: readonly Violation[]
}

export interface LintOptions {
  readonly registry: Registry
  readonly wire?: string | undefined
  readonly limits?: string | undefined
}

/** Finds the request of a record, or the messages of a list, and runs the rules of its wire. */
export function lintRecord(value: JsonValue, rulesByWire: RulesByWire, options: LintOptions): LintedRecord {
  const { registry, wire, limits } = options
  const { adapter, request, isNamed } = resolveRecord(value, { registry, wire, requestsOnly: true })
  if (request === undefined)
    throw new AdapterError('missing-field', '/request', 'the record has no request to check')
  chooseLimits(adapter.codecs, limits)
  const body = expectObject(request.value, request.path)
  const list = isArray(value) ? request.place?.slice(1) : undefined
  const unread = unreadRequest(body, adapter.codecs)
  if (!isNamed) refuseGuess(adapter.id, unread, request.path)
  const rules = rulesByWire.get(adapter.id) ?? []
  // Limits from the caller replace the model facts.
  const ofModel = limits === undefined ? modelViolations(body, adapter) : []
  const found = [...lint(rules, body, limits), ...ofModel, ...unread.map(asViolation)]
  const violations = list === undefined ? found : found.map((violation) => inList(violation, list))
  return { wire: adapter.id, rules, request: body, list, path: request.path, violations }
}

/** Converts a notice to a violation. The provider accepts the member, but ignores the call. */
function asViolation({ code, path, message, severity }: Notice): Violation {
  return { rule: code, path, message, severity }
}
