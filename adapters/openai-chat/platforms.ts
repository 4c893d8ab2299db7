import type { Platform } from '../../src/codec/wire/contract.js'

/** Platforms that offer the vendor's models, in addition to the vendor's hosts. */
export const platforms: readonly Platform[] = [
  // https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
  {
    address: /^[a-z\d-]+\.(?:openai|services\.ai|cognitiveservices)\.azure\.com\/openai\/v1\b/,
    header: 'api-key',
    variables: ['AZURE_OPENAI_API_KEY'],
    credentials: { kind: 'entra', scope: 'https://cognitiveservices.azure.com/.default' },
  },
  // https://docs.aws.amazon.com/bedrock/latest/userguide/bedrock-mantle.html and inference-chat-completions.html
  {
    address:
      /^(?<service>bedrock(?:-mantle)?)(?:-runtime)?\.(?<region>[a-z\d-]+)\.(?:amazonaws\.com|api\.aws)\/openai\//,
    variables: ['AWS_BEARER_TOKEN_BEDROCK'],
    credentials: { kind: 'signature-v4' },
  },
]
