// Entry point `toolwire/loop`: a loop over the turns of a model and its calls.

export { type AgentToolOptions, agentTool } from './agent-tool.js'
export { pendingApprovals } from './approvals.js'
export type { Budget } from './budget.js'
export type * from './loop-events.js'
export type * from './loop-types.js'
export { runLoop } from './run-loop.js'
export type { Spending } from './spending.js'
export type { Step } from './step.js'
export { afterCallOf, afterSteps } from './stop-conditions.js'
