import type { Platform } from '../../src/codec/wire/contract.js'

/** Platforms that offer the vendor's models, in addition to the vendor's hosts. */
export const platforms: readonly Platform[] = [
  {
    address:
      /^(?<service>bedrock)-runtime(?:-fips)?\.(?<region>[a-z\d-]+)\.(?:amazonaws\.com(?:\.cn)?|api\.aws)\//,
    variables: ['AWS_BEARER_TOKEN_BEDROCK'],
    credentials: { kind: 'signature-v4' },
  },
]
