import { decodeSegment, pathSegment } from '../../src/base/http/request-target.js'
import { isObject } from '../../src/base/json/read-json.js'
import { only } from '../../src/base/json/write-json.js'
import type { HttpBinding } from '../../src/codec/wire/contract.js'
import { errors } from './maps.js'

const PATH = /\/model\/([^/]+)\/converse(-stream)?$/
const MODEL = /\/model\/([^/]+)\/(?:converse|count)/

/** The fields of a token-count request: `ConverseTokensRequest` of @aws-sdk/client-bedrock-runtime. */
const COUNTED = /^(?:messages|system|toolConfig|additionalModelRequestFields)$/

/**
 * HTTP facts of the wire:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html: the path contains
 * the model.
 */
export const http: HttpBinding = {
  path: PATH,
  pathFor: (model, stream) => `/model/${pathSegment(model ?? 'model')}/converse${stream ? '-stream' : ''}`,
  history: 'messages',
  streams: (path) => path.endsWith('/converse-stream'),
  modelIn: (path) => decodeSegment(MODEL.exec(path)?.[1]),
  errors,
  provider: 'aws.bedrock',
  // https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html; signed requests need the caller's
  // `fetch`. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-authentication-methods.html
  // https://docs.aws.amazon.com/general/latest/gr/bedrock.html
  access: {
    variables: ['AWS_BEARER_TOKEN_BEDROCK'],
    hosts: /^bedrock-runtime(?:-fips)?\.[a-z\d-]+\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/,
    signedBy: /^AWS4-HMAC-SHA256 Credential=([^/,]+)/,
  },
  requestId: 'x-amzn-requestid',
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html
  count: {
    path: /\/model\/[^/]+\/count-tokens$/,
    pathFor: (model) => `/model/${pathSegment(model ?? 'model')}/count-tokens`,
    request: ({ input }) => (isObject(input) ? input.converse : undefined),
    body: (request) => ({
      input: {
        converse: only(request, COUNTED),
      },
    }),
    field: 'inputTokens',
  },
}
