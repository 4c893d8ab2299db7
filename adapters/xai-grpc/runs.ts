import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isArray, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { equalJson, withMembers } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ToolResult } from '../../src/base/model/types.js'
import { identity, resultOf } from '../../src/codec/shape/call-codec.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropExecutedResult } from '../../src/codec/shape/losses.js'
import { outputText } from '../../src/codec/shape/results.js'
import { FAILED, ROLE_NAMES } from './maps.js'

const FIELDS: Fields = { role: 'any', content: 'any', tool_calls: 'any', encrypted_content: 'text' }

/** Returns true if a message is the result of a tool that xAI ran. This message repeats the call. */
export function isRun({ role, tool_calls: calls }: JsonObject): boolean {
  return role === ROLE_NAMES.tool && isObject(arrayOr(calls, [])[0])
}

/**
 * Decodes the result of a tool that xAI ran: `{role: "ROLE_TOOL", content?, encrypted_content?, tool_calls:
 * [the call again]}`. Only xAI can read the encrypted content. The content is a text in answers and a list in
 * requests.
 * @param output index of the output. Default: the first output.
 */
export function decodeRun(native: JsonObject, output: number | undefined, context: Context): ToolResult {
  const { content, encrypted_content: signature } = native
  const calls = arrayOr(native.tool_calls, [])
  const call = objectIn(calls[0])
  const isError = call.status === FAILED
  const value = saidText(call, content)
  return resultOf(
    identity(call.id, context.path, ''),
    {
      name: stringOr(objectIn(call.function).name, ''),
      output: isError ? { type: 'error-text', value } : { type: 'text', value },
      isError,
      providerExecuted: true,
    },
    metadataFor(native, FIELDS, context, {
      calls,
      content: isUsual(content, isError ? '' : value) ? undefined : content,
      signature: signature === '' ? undefined : signature,
      output,
    }),
  )
}

/** Returns the error message or the output. */
function saidText({ status, error_message: error }: JsonObject, content: JsonValue | undefined): string {
  if (status === FAILED && typeof error === 'string' && error !== '') return error
  return stringOr(
    content,
    objectsIn(content)
      .map(({ text }) => stringOr(text, ''))
      .join(''),
  )
}

/** Returns true if encoding this text produces the same content. */
function isUsual(content: JsonValue | undefined, text: string): boolean {
  const usual = text === '' ? undefined : text
  return content === usual || (usual !== undefined && equalJson(content, [{ text: usual }]))
}

/**
 * Returns the message, or undefined with a notice for a result of another provider's tool.
 * @param isRequest true in a request, false in an answer.
 */
export function encodeRun(result: ToolResult, isRequest: boolean, context: Context): JsonObject | undefined {
  const own = metadataOf(result, context)
  const [call, ...others] = arrayOr(own?.calls, [])
  if (!isObject(call)) return dropExecutedResult(result, context)
  const text = outputText(result.output)
  const isSame = saidText(call, own?.content ?? (result.isError ? '' : text)) === text
  const usual = result.isError || text === '' ? undefined : text
  const content = isSame && own?.content !== undefined ? own.content : usual
  const repeated =
    isSame || !result.isError ? call : withMembers(call, { status: FAILED, error_message: text })
  return withExtras(
    {
      role: ROLE_NAMES.tool,
      content: formed(content, isRequest),
      encrypted_content: own?.signature,
      tool_calls: [result.minted ? repeated : withMembers(repeated, { id: result.callId }), ...others],
    },
    own,
  )
}

function formed(content: JsonValue | undefined, isRequest: boolean): JsonValue | undefined {
  if (typeof content === 'string') return isRequest && content !== '' ? [{ text: content }] : content
  return isRequest || !isArray(content) ? content : saidText({}, content)
}
