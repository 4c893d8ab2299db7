import { pathSegment } from '../../src/base/http/request-target.js'
import type { Platform } from '../../src/codec/wire/contract.js'

/** Platforms that offer the vendor's models, in addition to the vendor's hosts. */
export const platforms: readonly Platform[] = [
  // https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude
  {
    address: /^(?:[a-z\d-]+-)?aiplatform(?:\.[a-z]+\.rep)?\.googleapis\.com\/v1\/projects\//,
    variables: [],
    credentials: { kind: 'application-default', scope: 'https://www.googleapis.com/auth/cloud-platform' },
    // Model names have a version after `@`, which is sent unescaped.
    pathFor: (model = 'claude', stream) =>
      `/publishers/anthropic/models/${pathSegment(model).replaceAll('%40', '@')}:${stream ? 'streamRawPredict' : 'rawPredict'}`,
    fields: { anthropic_version: 'vertex-2023-10-16' },
    without: ['model'],
  },
  // https://learn.microsoft.com/azure/ai-foundry/foundry-models/how-to/use-foundry-models-claude
  {
    address: /^[a-z\d-]+\.services\.ai\.azure\.com\//,
    header: 'x-api-key',
    variables: ['ANTHROPIC_FOUNDRY_API_KEY'],
    credentials: { kind: 'entra', scope: 'https://ai.azure.com/.default' },
  },
  // https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html
  {
    address:
      /^(?<service>bedrock)-runtime(?:-fips)?\.(?<region>[a-z\d-]+)\.(?:amazonaws\.com(?:\.cn)?|api\.aws)\//,
    variables: ['AWS_BEARER_TOKEN_BEDROCK'],
    credentials: { kind: 'signature-v4' },
    pathFor: (model = 'claude', stream) =>
      `/model/${pathSegment(model)}/invoke${stream ? '-with-response-stream' : ''}`,
    fields: { anthropic_version: 'bedrock-2023-05-31' },
    without: ['model', 'stream'],
    headersInBody: { 'anthropic-beta': 'anthropic_beta' },
  },
  // https://docs.aws.amazon.com/bedrock/latest/userguide/bedrock-mantle.html
  {
    address: /^(?<service>bedrock-mantle)\.(?<region>[a-z\d-]+)\.api\.aws\//,
    variables: ['AWS_BEARER_TOKEN_BEDROCK'],
    credentials: { kind: 'signature-v4' },
  },
]
