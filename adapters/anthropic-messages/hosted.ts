import { compact } from '../../src/json/write-json.js'
import type { HostedForms } from '../../src/shape/hosted-forms.js'

/** What the model calls a computer by: ComputerToolsetConfigs of @anthropic-ai/sdk 1.11. */
export const COMPUTER_MEMBERS =
  'cursor_position double_click hold_key key left_click left_click_drag left_mouse_down left_mouse_up middle_click mouse_move right_click screenshot scroll triple_click type wait zoom'

/** The newest versions of @anthropic-ai/sdk 1.11: WebSearchTool20260318, CodeExecutionTool20260521, BetaMCPToolset. */
export const hosted: HostedForms = {
  web_search: {
    native: { tool: { type: 'web_search_20260318', name: 'web_search' } },
    places: {
      maxUses: 'tool/max_uses',
      allowedDomains: 'tool/allowed_domains',
      blockedDomains: 'tool/blocked_domains',
      userLocation: (place) => ({ tool: { user_location: { type: 'approximate', ...place } } }),
    },
  },
  code_execution: {
    native: { tool: { type: 'code_execution_20260521', name: 'code_execution' } },
    places: { containerId: 'request/container' },
  },
  computer: { native: { tool: { type: 'computer_toolset_20260801' } }, calls: COMPUTER_MEMBERS },
  // https://platform.claude.com/docs/en/agents-and-tools/mcp-connector
  mcp: {
    native: { tool: { type: 'mcp_toolset' } },
    places: {
      name: 'tool/mcp_server_name',
      url: (url, { name, authorization }) => {
        const server = compact({ type: 'url', url, name, authorization_token: authorization })
        return { request: { mcp_servers: [server] } }
      },
      // Stands beside the address.
      authorization: () => ({}),
      allowedTools: (names) => {
        const configs = Object.fromEntries(names.map((name) => [name, { enabled: true }]))
        return { tool: { default_config: { enabled: false }, configs } }
      },
      // It never asks.
      approval: (word) => (word === 'never' ? {} : undefined),
    },
  },
}
