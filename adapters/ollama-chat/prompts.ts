import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { PromptsBinding } from '../../src/codec/wire/server.js'

/** Requests of `/api/generate` as requests of `/api/chat`. https://docs.ollama.com/api/generate */
export const prompts: PromptsBinding = { request, answer }

function request({ prompt, suffix, system, images, ...rest }: JsonObject): JsonObject {
  const text = stringOr(prompt, '')
  const after = stringOr(suffix, '')
  const isAsked = text !== '' || after !== '' || (isArray(images) && images.length > 0)
  const question = compact({ role: 'user', content: after === '' ? text : gap(text, after), images })
  const rules = stringOr(system, '') === '' ? [] : [{ role: 'system', content: system ?? '' }]
  return { ...rest, messages: isAsked ? [...rules, question] : [] }
}

/** Asks for the text between two texts. Chat models have no format for it. */
function gap(before: string, after: string): string {
  const task = 'Write the text that belongs at <gap/>. Answer with this text only, without a code fence.'
  return `${task}\n\n${before}<gap/>${after}`
}

function answer({ message, ...rest }: JsonObject): JsonObject {
  if (!isObject(message)) return rest
  const { content, thinking, images } = message
  const [image] = isArray(images) ? images : []
  return compact({ ...rest, response: stringOr(content, ''), thinking, image })
}

/**
 * Returns the answer to a request without messages, which loads or unloads a model.
 * https://docs.ollama.com/faq#how-can-i-preload-a-model-into-ollama-to-get-faster-response-times
 */
export function loaded(
  { model = '', messages, keep_alive }: JsonObject,
  time: string,
): JsonObject | undefined {
  if (!isArray(messages) || messages.length > 0) return undefined
  const done_reason = keep_alive === 0 ? 'unload' : 'load'
  return { model, created_at: time, message: { role: 'assistant', content: '' }, done: true, done_reason }
}
