/** Code that the crates share with the SDK they follow. */
export {
  bareOutput,
  decodeTagged,
  encodeTagged,
  isErrorOutput,
  isTag,
  partFrames,
} from '../ai-sdk/family.js'
/** Kinds of tools, by their type on the wire of their provider. */
export { toolTypeKind as claudeToolKind } from '../anthropic-messages/maps.js'
export { builtInToolKind as geminiToolKind } from '../google-generate-content/maps.js'
export { toolTypeKind as openaiToolKind } from '../openai-responses/maps.js'
