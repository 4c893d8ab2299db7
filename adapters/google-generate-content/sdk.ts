import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, asNative, isObject } from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'
import type { GoogleRequest, GoogleSdkParameters } from './wire.js'

/**
 * Members of `config` (`@google/genai`) that are at the top level of the REST body. The SDK writes all others
 * into `generationConfig`.
 * https://googleapis.github.io/js-genai/release_docs/interfaces/types.GenerateContentConfig.html
 */
const TOP = [
  'systemInstruction',
  'tools',
  'toolConfig',
  'cachedContent',
  'safetySettings',
  'labels',
  'serviceTier',
  'store',
  'modelArmorConfig',
]

/** Settings of the SDK's HTTP client, not of the request. */
const CLIENT_ONLY = new Set(['abortSignal', 'httpOptions'])

/** Returns true if a request is in the form of the new SDK's parameters, not a REST body. */
export function isSdkRequest(request: JsonObject): boolean {
  return isObject(request.config) && request.generationConfig === undefined
}

/** Converts the new SDK's parameters to a REST body. */
export function fromSdk({ config, ...rest }: JsonObject): JsonObject {
  const top: Record<string, JsonValue> = { ...rest }
  const generationConfig: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(isObject(config) ? config : {})) {
    if (!CLIENT_ONLY.has(key)) define(TOP.includes(key) ? top : generationConfig, key, value)
  }
  return { ...top, generationConfig }
}

export function toSdk({ generationConfig, ...rest }: JsonObject): JsonObject {
  const top: Record<string, JsonValue> = {}
  const config: Record<string, JsonValue> = isObject(generationConfig) ? { ...generationConfig } : {}
  for (const [key, value] of Object.entries(rest)) define(TOP.includes(key) ? config : top, key, value)
  return { ...top, config }
}

/**
 * Converts a request to the parameters of `ai.models.generateContent` of `@google/genai`, which nests
 * everything except the model and the contents under `config`. The old SDK (`@google/generative-ai`) accepts
 * the request unchanged.
 * @example client.models.generateContentStream(sdkParameters(body, model, signal))
 */
export function sdkParameters(request: GoogleRequest & { readonly model: string }): GoogleSdkParameters
/**
 * Converts a request without a model.
 * @param model the model, which is outside of the request.
 * @param signal aborts the request, as `config.abortSignal`. Default: none.
 */
export function sdkParameters(
  request: GoogleRequest,
  model: string,
  signal?: AbortSignal | undefined,
): GoogleSdkParameters
export function sdkParameters(
  request: GoogleRequest,
  model?: string,
  signal?: AbortSignal,
): GoogleSdkParameters {
  const body = asJson(request)
  const own = toSdk(isObject(body) ? body : {})
  const parameters = asNative<GoogleSdkParameters>(model === undefined ? own : { ...own, model })
  return signal === undefined
    ? parameters
    : { ...parameters, config: { ...parameters.config, abortSignal: signal } }
}
