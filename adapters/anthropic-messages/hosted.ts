import { isObject, objectIn, objectsIn } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type HostedForms, readLocation } from '../../src/codec/shape/hosted-forms.js'
import * as runs from './hosted-runs.js'

/** Names of a computer's actions: ComputerToolsetConfigs of @anthropic-ai/sdk 1.11. */
export const COMPUTER_MEMBERS =
  'cursor_position double_click hold_key key left_click left_click_drag left_mouse_down left_mouse_up middle_click mouse_move right_click screenshot scroll triple_click type wait zoom'

/** The newest versions of @anthropic-ai/sdk 1.11: WebSearchTool20260318, CodeExecutionTool20260521, BetaMCPToolset. */
export const hosted: HostedForms = {
  web_search: {
    run: runs.webSearchRun,
    native: { tool: { type: 'web_search_20260318', name: 'web_search' } },
    places: {
      maxUses: 'tool/max_uses',
      allowedDomains: 'tool/allowed_domains',
      blockedDomains: 'tool/blocked_domains',
      userLocation: (place) => ({ tool: { user_location: { type: 'approximate', ...place } } }),
    },
    read: ({ tool }) => ({ userLocation: readLocation(tool?.user_location) }),
  },
  code_execution: {
    run: runs.codeExecutionRun,
    native: { tool: { type: 'code_execution_20260521', name: 'code_execution' } },
    places: { containerId: 'request/container' },
  },
  tool_search: { run: runs.toolSearchRun, native: {} },
  computer: { native: { tool: { type: 'computer_toolset_20260801' } }, calls: COMPUTER_MEMBERS },
  // https://platform.claude.com/docs/en/agents-and-tools/mcp-connector
  mcp: {
    run: runs.mcpRun,
    native: { tool: { type: 'mcp_toolset' } },
    places: {
      name: 'tool/mcp_server_name',
      url: (url, { name, authorization }) => {
        const server = compact({ type: 'url', url, name, authorization_token: authorization })
        return { request: { mcp_servers: [server] } }
      },
      // The token is next to `url`.
      authorization: () => ({}),
      allowedTools: (names) => {
        const configs = Object.fromEntries(names.map((name) => [name, { enabled: true }]))
        return { tool: { default_config: { enabled: false }, configs } }
      },
      // This wire has no approvals.
      approval: (word) => (word === 'never' ? {} : undefined),
    },
    also: '*',
    read({ tool, request }, name) {
      const { url, authorization_token: authorization } =
        objectsIn(request?.mcp_servers).find((server) => server.name === name) ?? {}
      const isListed = objectIn(tool?.default_config).enabled === false
      const configs = Object.entries(objectIn(tool?.configs))
      const enabled = configs.filter(([, config]) => isObject(config) && config.enabled === true)
      const allowedTools = isListed ? enabled.map(([allowed]) => allowed) : undefined
      return { url, authorization, allowedTools, approval: 'never' }
    },
  },
}
