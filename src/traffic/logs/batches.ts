import { isObject, numberOr, objectIn } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { LogFormat } from './log-types.js'

/**
 * Formats of the lines in batch files: https://platform.openai.com/docs/guides/batch,
 * https://docs.claude.com/en/api/creating-message-batches
 */
export const batches: readonly LogFormat[] = [
  {
    title: 'a request of an OpenAI batch',
    // Mistral's lines have neither a method nor a URL.
    read({ custom_id: id, body, method, url }) {
      if (id === undefined || !isObject(body)) return undefined
      const isRequest = [method, url, body.messages].some((member) => member !== undefined)
      return isRequest ? { id, request: { path: '/body', value: body } } : undefined
    },
  },
  {
    title: 'a result of an OpenAI batch',
    read({ custom_id: id, response, error }) {
      if (id === undefined || (!isObject(response) && !isObject(error))) return undefined
      const { body, status_code: status } = objectIn(response)
      const value = isObject(body) ? body : { error: error ?? null }
      const path = isObject(body) ? '/response/body' : ''
      return compact({ id, response: { path, value }, status: numberOr(status, undefined) })
    },
  },
  {
    title: 'a request of an Anthropic batch',
    read: ({ custom_id: id, params }) =>
      id !== undefined && isObject(params)
        ? { id, wire: 'anthropic-messages', request: { path: '/params', value: params } }
        : undefined,
  },
  {
    title: 'a result of an Anthropic batch',
    read({ custom_id: id, result }) {
      if (id === undefined || !isObject(result)) return undefined
      const side = isObject(result.message)
        ? { path: '/result/message', value: result.message }
        : {
            path: '/result',
            value: isObject(result.error)
              ? result.error
              : { type: 'error', error: { type: result.type ?? 'errored', message: 'no answer' } },
          }
      return { id, wire: 'anthropic-messages', response: side }
    },
  },
]
