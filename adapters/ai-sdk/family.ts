/** What relatives of the format share with it. */
export { partFrames } from './stream-parts.js'
export * from './tagged.js'
