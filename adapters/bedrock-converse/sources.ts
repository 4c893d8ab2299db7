import type { FactSources } from '../../src/codec/wire/fact-sources.js'

/** Sources of the facts of this wire. The frames of the binary stream, whose bytes are those of https://smithy.io/2.0/aws/amazon-eventstream.html. */
export const sources: FactSources = {
  stream: {
    seen: 'bytes',
    at: [
      'https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes',
      'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html',
    ],
    begins: /^data: \{"messageStart":/,
    ends: /\ndata: \{"metadata":.*\}\n\n$/,
  },
  headers: {
    seen: 'documentation',
    at: [
      'https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html',
      'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-authentication-methods.html',
    ],
  },
  errors: {
    seen: 'documentation',
    at: [
      'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_Errors',
    ],
  },
  limits: {
    seen: 'documentation',
    at: [
      'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html',
      '@aws-sdk/client-bedrock-runtime 3.1163',
    ],
  },
}
