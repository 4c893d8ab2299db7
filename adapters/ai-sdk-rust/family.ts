/** What the crates share with the SDK that they follow. */
export {
  bareOutput,
  decodeTagged,
  encodeTagged,
  isErrorOutput,
  isTag,
  partFrames,
} from '../ai-sdk/family.js'
