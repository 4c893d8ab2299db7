// The tools of the demo conversation. A user's recording has unknown tools, whose calls get a placeholder
// result.
import {
  deniedResult,
  errorResult,
  type JsonObject,
  type ToolCall,
  type ToolResult,
  toolResult,
} from '../../src/index.js'

type DemoTool = (call: ToolCall, values: JsonObject) => JsonObject

const tools: ReadonlyMap<string, DemoTool> = new Map<string, DemoTool>([
  [
    'weather.forecast',
    (_call, { city, day }) => ({
      city: city ?? null,
      day: day ?? null,
      sky: 'sunny',
      high: day === 'Friday' ? 24 : 21,
    }),
  ],
  // The number exceeds the precision of a double, so it is read from the exact text.
  [
    'bookings.lookup',
    (call) => ({ asked_for: /\d+/.exec(call.rawArguments ?? '')?.[0] ?? null, status: 'confirmed' }),
  ],
])

/** Runs the calls of the host program. Unusable calls get an error result. */
export function runTool(call: ToolCall): ToolResult {
  if (call.status !== 'complete')
    return errorResult(call, `the arguments are ${call.status}; please call again`)
  if (call.kind !== 'function') return deniedResult(call, `the demo runs no ${call.kind} tools`)
  const tool = tools.get(call.name)
  return tool === undefined
    ? toolResult(call, { note: 'a stand-in result of the demo', arguments: call.arguments ?? {} })
    : toolResult(call, tool(call, call.arguments ?? {}))
}
