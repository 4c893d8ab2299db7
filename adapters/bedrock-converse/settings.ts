import type { NegligibleSettings } from '../../src/adapter/fields.js'

/** Beside the messages. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
export const NEGLIGIBLE: NegligibleSettings = {
  // Bookkeeping, and fields that the answer is to repeat.
  requestMetadata: 'any',
  additionalModelResponseFieldPaths: 'any',
  performanceConfig: [{ latency: 'standard' }],
  serviceTier: [{ type: 'default' }],
  system: [[]],
}
