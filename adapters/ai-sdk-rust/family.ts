/** What the crates share with the SDK that they follow. */
export { partFrames } from '../ai-sdk/family.js'
