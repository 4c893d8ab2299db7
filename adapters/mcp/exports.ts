export { callToolParams, callToolResult, toolCallOf, toolResultOf } from './convert.js'
