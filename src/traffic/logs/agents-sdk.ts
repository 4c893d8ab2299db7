import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { LogFormat, TranscriptFormat } from './log-types.js'

/** Item types of OpenAI Agents for JavaScript that the Responses API has under other names. */
const RENAMED: Readonly<Record<string, string>> = {
  function_call_result: 'function_call_output',
  computer_call_result: 'computer_call_output',
}
/** Types of hosted calls as older versions of the library stored them, without `_call`. */
const OLD_HOSTED = /^(?:web_search|file_search|code_interpreter|image_generation)$/
/** Matches the types of the items of this library. */
const ITEM =
  /^(?:function_call|function_call_result|hosted_tool_call|(?:computer|shell|apply_patch)_call(?:_output|_result)?)$/

/**
 * Histories of OpenAI Agents for JavaScript: the items of the Responses API with other names.
 * https://github.com/openai/openai-agents-js/blob/main/packages/agents-core/src/types/protocol.ts
 */
export const agentsSdk: TranscriptFormat = {
  title: 'a history of OpenAI Agents (JavaScript)',
  matches: ({ type, callId }) => typeof callId === 'string' && ITEM.test(stringOr(type, '')),
  read: (items) => [{ wire: 'openai-responses', request: { input: items.map(itemOf) } }],
}

/** The state of a run of OpenAI Agents for JavaScript (`result.state.toString()`). */
export const agentsSdkState: LogFormat = {
  title: 'a run state of OpenAI Agents (JavaScript)',
  read({ $schemaVersion: version, originalInput, generatedItems }) {
    if (typeof version !== 'string' || !isArray(generatedItems)) return undefined
    const asked = isArray(originalInput)
      ? objectsIn(originalInput)
      : [{ role: 'user', content: stringOr(originalInput, '') }]
    const made = objectsIn(generatedItems).map(({ rawItem }) => objectIn(rawItem))
    const input = [...asked, ...made].map(itemOf)
    return { wire: 'openai-responses', request: { path: '', value: { input } } }
  },
}

function itemOf(item: JsonObject): JsonObject {
  const { type, callId, providerData, output, action, caller, content, role, name, namespace, ...rest } = item
  const kind = stringOr(type, role === undefined ? undefined : 'message')
  const isResult = kind === 'function_call_result'
  if (kind === 'hosted_tool_call') return hostedOf(item)
  if (kind === 'reasoning') return reasoningOf(item)
  return compact({
    ...rest,
    type: kind === undefined ? undefined : (RENAMED[kind] ?? kind),
    role,
    call_id: callId,
    // A result has no name on the wire.
    name: isResult ? undefined : name,
    namespace: isResult ? undefined : namespace,
    action: withSnakeCase(action),
    caller: withSnakeCase(caller),
    output: outputOf(output),
    content: isArray(content) ? content.map(partOf) : content,
  })
}

/** Returns a call of a tool that the provider ran. The provider's item is in its data. */
function hostedOf({ id, name, status, providerData, arguments: given, output }: JsonObject): JsonObject {
  const native = objectIn(providerData)
  const type = stringOr(native.type, stringOr(name, ''))
  return compact({
    ...{ id, status, arguments: given, output, ...native },
    type: OLD_HOSTED.test(type) ? `${type}_call` : type,
  })
}

function reasoningOf({ id, content, rawContent, providerData }: JsonObject): JsonObject {
  const texts = (list: JsonValue | undefined, type: string) =>
    objectsIn(list).map(({ text }) => ({ type, text: stringOr(text, '') }))
  const { encrypted_content, encryptedContent } = objectIn(providerData)
  const raw = texts(rawContent, 'reasoning_text')
  return compact({
    type: 'reasoning',
    id,
    summary: texts(content, 'summary_text'),
    content: raw.length > 0 ? raw : undefined,
    encrypted_content: encrypted_content ?? encryptedContent,
  })
}

/** Returns an output. One text is the output itself. */
function outputOf(output: JsonValue | undefined): JsonValue | undefined {
  if (isArray(output)) return output.map(partOf)
  if (!isObject(output)) return output
  if (output.type === 'computer_screenshot') return screenshotOf(output)
  return output.type === 'text' ? stringOr(output.text, '') : [partOf(output)]
}

function screenshotOf({ data, ...rest }: JsonObject): JsonObject {
  return compact({ ...rest, image_url: data })
}

/** Returns the value with the names of members as the API spells them: `timeout_ms` for `timeoutMs`. */
function withSnakeCase(value: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(value)) return value
  const renamed = Object.entries(value).map(([key, member]) => [snakeCase(key), withSnakeCase(member)])
  return Object.fromEntries(renamed)
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function partOf(part: JsonValue): JsonValue {
  if (!isObject(part)) return part
  // One command of a shell.
  if ('outcome' in part) return withSnakeCase(part) ?? part
  const { type, image, file, providerData, promptCacheBreakpoint, ...rest } = part
  if (type === 'text') return { ...rest, type: 'input_text' }
  if (type === 'input_image' || type === 'image')
    return compact({ ...rest, type: 'input_image', ...sourceOf(image, 'image_url') })
  if (type === 'input_file' || type === 'file')
    return compact({ ...rest, type: 'input_file', ...sourceOf(file, 'file_data') })
  return compact({ ...rest, type })
}

/** Returns the data, the URL or the id of a file. */
function sourceOf(source: JsonValue | undefined, member: 'image_url' | 'file_data'): JsonObject {
  if (typeof source === 'string')
    return { [isUrl(source) && member === 'file_data' ? 'file_url' : member]: source }
  const { id, fileId, url, data, mediaType, filename } = objectIn(source)
  if (typeof (id ?? fileId) === 'string') return { file_id: id ?? fileId ?? '' }
  const text = stringOr(data, undefined)
  const inline =
    text === undefined || text.startsWith('data:') ? text : `data:${stringOr(mediaType, '')};base64,${text}`
  const place = member === 'file_data' && inline === undefined ? 'file_url' : member
  return compact({ [place]: inline ?? url, filename })
}

function isUrl(text: string): boolean {
  return /^https?:/.test(text)
}
