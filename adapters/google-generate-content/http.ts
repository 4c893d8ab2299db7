import type { HttpBinding } from '../../src/adapter/adapter.js'

const MODEL = /\/models\/([^/:]+):/

/** https://ai.google.dev/api/generate-content: the model and the wish for a stream are in the path, not in the body. */
export const http: HttpBinding = {
  path: /:(generateContent|streamGenerateContent)$/,
  pathFor: (model, stream) =>
    `/v1beta/models/${model ?? 'gemini'}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  streams: (path) => path.endsWith(':streamGenerateContent'),
  modelIn: (path) => MODEL.exec(path)?.[1],
}
