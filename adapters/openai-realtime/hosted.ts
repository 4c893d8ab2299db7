import type { HostedForms } from '../../src/codec/shape/hosted-forms.js'
import { responsesHosted } from './family.js'

/** MCP servers are the only hosted tool of sessions: `RealtimeToolsConfigUnion` of openai 7.55. */
export const hosted: HostedForms = { mcp: responsesHosted.mcp }
