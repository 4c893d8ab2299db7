import { pathSegment } from '../../src/base/http/request-target.js'
import type { Platform } from '../../src/codec/wire/contract.js'

/** Platforms that offer the vendor's models, in addition to the vendor's hosts. */
export const platforms: readonly Platform[] = [
  {
    address: /^(?:[a-z\d-]+-)?aiplatform(?:\.[a-z]+\.rep)?\.googleapis\.com\/v1(?:beta1)?\/projects\//,
    variables: [],
    credentials: { kind: 'application-default', scope: 'https://www.googleapis.com/auth/cloud-platform' },
    pathFor: (model, stream) =>
      `/publishers/google/models/${pathSegment(model ?? 'gemini')}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  },
]
