import { objectIn } from '../../src/base/json/read-json.js'
import { type HostedForms, readLocation } from '../../src/codec/shape/hosted-forms.js'
import * as runs from './hosted-runs.js'

/** `Tool` of openai 7.55, in responses.d.ts. */
export const hosted = {
  web_search: {
    run: runs.webSearchRun,
    native: { tool: { type: 'web_search' } },
    places: {
      allowedDomains: 'tool/filters/allowed_domains',
      userLocation: (place) => ({ tool: { user_location: { type: 'approximate', ...place } } }),
      contextSize: 'tool/search_context_size',
    },
    also: 'web_search_2025_08_26 web_search_preview web_search_preview_2025_03_11',
    read: ({ tool }) => ({ userLocation: readLocation(tool?.user_location) }),
    asks: { include: ['web_search_call.action.sources'] },
  },
  code_execution: {
    run: runs.codeExecutionRun,
    native: { tool: { type: 'code_interpreter', container: { type: 'auto' } } },
    name: 'code_interpreter',
    places: {
      containerId: 'tool/container',
      // Only a new container accepts files.
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
  tool_search: { run: runs.toolSearchRun, native: {} },
  mcp: {
    run: runs.mcpRun,
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
    // The default is an approval before each call.
    read({ tool }) {
      const { allowed_tools: allowed, require_approval: approval } = tool ?? {}
      return { allowedTools: objectIn(allowed).tool_names ?? allowed, approval: approval ?? 'always' }
    },
  },
} satisfies HostedForms
