// Entry point `toolwire/queue`: helpers for programs that run calls with another queue or host.
// `toolwire/bullmq` is such a queue. A comment followed by an empty line begins a group, which sorting does not move.

// Executors, and the execution contexts that a client sends.

export { ENV_BLOCKLIST, ENV_LOCKED } from './context/env-lists.js'
export { readExecutionContext } from './context/execution.js'
export { type ExecutorParts, executorOf } from './executor/outcome.js'
export { WaitingCall } from './executor/waiting-call.js'

// Permissions of calls.

export { resolveAllowed } from './policy/allowed.js'
export { approvalFor } from './policy/approval.js'
export { signApproval } from './policy/signature.js'

// Errors.

export { categoryOfCode, categoryOfStatus } from './errors/classify.js'
export { isToolNotFound, toToolError } from './errors/to-tool-error.js'
