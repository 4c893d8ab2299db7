import type { TextDialect } from '../dialect.js'
import { jsonCall, jsonDialect } from '../json-calls.js'

/** Command R and R+ of 2024: a list in a code fence after `Action:`. */
export const commandRAction: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'command-r-action',
  markers: ['Action:\n```json', 'Action: ```json', 'Action:```json'],
  names: ['tool_name'],
  values: ['parameters'],
  closes: ['```'],
  writeCalls: (calls) =>
    `Action: \`\`\`json\n[\n${calls.map((call) => jsonCall(call, 'tool_name', 'parameters')).join(',\n')}\n]\`\`\``,
  results: { open: '<results>\n', close: '\n</results>' },
})
