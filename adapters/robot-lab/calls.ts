import { unfenced } from '../../src/base/json/fence.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isObject } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { decodeArgumentText, reportUnusable } from '../../src/base/model/arguments.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { callCodec, type ReadInput } from '../../src/codec/format/log-calls.js'
import { beside, noted, usually } from '../../src/codec/shape/rows.js'

const FORM = {
  id: 'id',
  name: 'name',
  arguments: 'input',
  more: { type: usually(beside('string'), 'tool') },
  bears: true,
  key: 'body',
  isFreeText: true,
  verbatim: { json: true },
  exact: { exact: true },
  read: readInput,
  write: keptText,
} as const
/** The form that is used if `input` is missing: `arguments`, as in RobotLab's reader. */
const ALIAS = { ...FORM, arguments: 'arguments', marks: { form: 'arguments' } } as const

/** `{type: "tool", id, name, input}`. */
const CODED = /* @__PURE__ */ callCodec(FORM)
const CODED_ALIAS = /* @__PURE__ */ callCodec({
  ...ALIAS,
  more: { ...FORM.more, input: noted(beside()) },
})
/** `{id, name, input}`, the shape of the first documentation. */
const DOCUMENTED = /* @__PURE__ */ callCodec({ ...FORM, more: { type: noted(beside('string')) } })
const DOCUMENTED_ALIAS = /* @__PURE__ */ callCodec({
  ...ALIAS,
  more: { type: noted(beside('string')), input: noted(beside()) },
})

export function decodeCall(native: JsonObject, context: Context): ToolCall {
  const isAlias = (native.input ?? null) === null && (native.arguments ?? null) !== null
  const call = (isAlias ? CODED_ALIAS : CODED).decode(native, context)
  const own = metadataOf(call, context)
  return own?.body === undefined ? withMetadata(call, { ...own, body: {} }, context) : call
}

function readInput(given: JsonValue | undefined, context: Context): ReadInput | undefined {
  if (typeof given === 'string')
    // Models wrap JSON in a code fence, which RobotLab removes.
    return {
      decoded: decodeArgumentText(unfenced(given) ?? given, false, context),
      kept: { text: given },
    }
  const raw = unparsed(given)
  if (raw === undefined) return undefined
  reportUnusable('could not be parsed there', context)
  return { decoded: { status: 'malformed', rawArguments: raw }, kept: { text: raw, raw: true } }
}

/**
 * Returns the text of `{raw: text}`, which RobotLab writes for argument text that it cannot parse. A tool may
 * also have an argument with this name.
 */
function unparsed(given: JsonValue | undefined): string | undefined {
  if (!isObject(given) || typeof given.raw !== 'string' || Object.keys(given).length !== 1) return undefined
  return /^\s*[{[]/.test(given.raw) && tryParseJson(given.raw) === undefined ? given.raw : undefined
}

/** Returns the original text, if the arguments have not changed. */
function keptText(call: ToolCall, { text, raw }: JsonObject): JsonValue | undefined {
  if (typeof text !== 'string') return undefined
  if (raw === true)
    return call.status === 'malformed' && call.rawArguments === text ? { raw: text } : undefined
  const { decoded } = readInput(text, { ...createContext(''), path: '' }) ?? {}
  const isSame = decoded?.status === call.status && decoded.rawArguments === call.rawArguments
  return isSame && equalJson(decoded.arguments, call.arguments) ? text : undefined
}

/**
 * Encodes a tool call.
 * @param isDocumented true to use the shape of the first documentation.
 */
export function encodeCall(call: ToolCall, context: Context, isDocumented = false): JsonObject {
  const body = metadataOf(call, context)?.body
  const isAlias = isObject(body) && body.form === 'arguments'
  const [coded, documented] = isAlias ? [CODED_ALIAS, DOCUMENTED_ALIAS] : [CODED, DOCUMENTED]
  const codec = isDocumented ? documented : coded
  return compact({ ...codec.encode(call, context), [CARRIED]: codec.carried(call, context) })
}
