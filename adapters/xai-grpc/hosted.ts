import { objectIn } from '../../src/base/json/read-json.js'
import { type HostedForms, readLocation } from '../../src/codec/shape/hosted-forms.js'

/** `Tool` of chat.proto: the tools that xAI runs. xAI calls MCP servers without an approval. */
export const hosted: HostedForms = {
  web_search: {
    native: { tool: { web_search: {} } },
    places: {
      allowedDomains: 'tool/web_search/allowed_domains',
      blockedDomains: 'tool/web_search/excluded_domains',
      userLocation: (place) => ({ tool: { web_search: { user_location: { ...place } } } }),
    },
    extras: 'tool/web_search',
    read: ({ tool }) => ({ userLocation: readLocation(objectIn(tool?.web_search).user_location) }),
  },
  code_execution: { native: { tool: { code_execution: {} } }, extras: 'tool/code_execution' },
  file_search: {
    native: { tool: { collections_search: {} } },
    name: 'collections_search',
    places: {
      stores: 'tool/collections_search/collection_ids',
      maxResults: 'tool/collections_search/limit',
    },
    extras: 'tool/collections_search',
  },
  image_generation: { native: { tool: { image_generation: {} } }, extras: 'tool/image_generation' },
  mcp: {
    native: { tool: { mcp: {} } },
    places: {
      name: 'tool/mcp/server_label',
      url: 'tool/mcp/server_url',
      authorization: 'tool/mcp/authorization',
      headers: 'tool/mcp/extra_headers',
      allowedTools: 'tool/mcp/allowed_tool_names',
      approval: (word) => (word === 'never' ? {} : undefined),
    },
    extras: 'tool/mcp',
    read: () => ({ approval: 'never' }),
  },
}
