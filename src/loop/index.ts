// A loop over the turns of a model and the calls that it makes.

export * from './approvals.js'
export type * from './events.js'
export { runLoop } from './run-loop.js'
export type * from './types.js'
