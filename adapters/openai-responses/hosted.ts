import { arrayOr } from '../../src/json/read-json.js'
import { stableHash } from '../../src/model/ids.js'
import type { HostedForms } from '../../src/shape/hosted-forms.js'

/** `Tool` of openai 7.55, in responses.d.ts. */
export const hosted: HostedForms = {
  web_search: {
    native: { tool: { type: 'web_search' } },
    places: {
      allowedDomains: 'tool/filters/allowed_domains',
      userLocation: (place) => ({ tool: { user_location: { type: 'approximate', ...place } } }),
      contextSize: 'tool/search_context_size',
    },
    ran: ({ query, queries }, id) => {
      const all = [query, ...arrayOr(queries, [])].filter((each) => typeof each === 'string')
      const [first] = all
      if (first === undefined) return undefined
      return {
        id: `ws_${stableHash(id)}`,
        name: 'web_search',
        arguments: { type: 'search', query: first, queries: all },
        read: ['query', 'queries'],
        metadata: { type: 'web_search_call', extra: { status: 'completed' } },
      }
    },
  },
  code_execution: {
    native: { tool: { type: 'code_interpreter', container: { type: 'auto' } } },
    name: 'code_interpreter',
    places: {
      containerId: 'tool/container',
      // Only a new container is given files.
      fileIds: (ids, { containerId }) =>
        containerId === undefined ? { tool: { container: { file_ids: ids } } } : undefined,
    },
  },
  file_search: {
    native: { tool: { type: 'file_search' } },
    places: {
      stores: 'tool/vector_store_ids',
      maxResults: 'tool/max_num_results',
      filter: (filter) => (typeof filter === 'string' ? undefined : { tool: { filters: filter } }),
    },
  },
  computer: { native: { tool: { type: 'computer' } } },
  image_generation: {
    native: { tool: { type: 'image_generation' } },
    places: {
      size: 'tool/size',
      quality: 'tool/quality',
      format: 'tool/output_format',
      background: 'tool/background',
    },
  },
  mcp: {
    native: { tool: { type: 'mcp' } },
    name: 'mcp',
    places: {
      name: 'tool/server_label',
      url: 'tool/server_url',
      authorization: 'tool/authorization',
      headers: 'tool/headers',
      allowedTools: 'tool/allowed_tools',
      approval: 'tool/require_approval',
    },
  },
}
