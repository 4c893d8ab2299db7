import { pathSegment } from '../base/http/request-target.js'
import type { ServerApi } from './upstream-answers.js'

const PATHS: Readonly<Record<ServerApi, (model: string, isStream: boolean) => string>> = {
  'openai-chat': () => '/v1/chat/completions',
  'mistral-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  'google-generate-content': (model, isStream) =>
    `/v1beta/models/${pathSegment(model)}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  'bedrock-converse': (model, isStream) =>
    `/model/${pathSegment(model)}/converse${isStream ? '-stream' : ''}`,
  'cohere-chat': () => '/v2/chat',
  'ollama-chat': () => '/api/chat',
}

/** APIs that have the model, and the wish for a stream, in the path. */
const MODEL_IN_PATH: readonly ServerApi[] = ['google-generate-content', 'bedrock-converse']

/** Returns the path of a generating request, with its query. */
export function generatingPath(api: ServerApi, model: string, isStream: boolean): string {
  return PATHS[api](model, isStream)
}

/** Returns true if the API has the model and the wish for a stream in the path, not in the body. */
export function hasModelInPath(api: ServerApi): boolean {
  return MODEL_IN_PATH.includes(api)
}

/** Matches the paths of generating requests, below the address of the server. */
export const GENERATING =
  /(\/chat\/completions|\/responses|\/messages|enerateContent|\/converse(-stream)?|\/v2\/chat|\/api\/chat)$/
