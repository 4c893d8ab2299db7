/** Code that related formats share with this one. */
export { partFrames } from './stream-parts.js'
export * from './tagged.js'
