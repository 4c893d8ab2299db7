/** Code that the crates share with the SDK they follow. */
export {
  bareOutput,
  decodeTagged,
  encodeTagged,
  isErrorOutput,
  isTag,
  partFrames,
} from '../ai-sdk/family.js'
