import { objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { unlessEmpty } from '../../src/base/json/write-json.js'
import type { HostedForms } from '../../src/codec/shape/hosted-forms.js'
import * as runs from './hosted-runs.js'

/**
 * `Tool` of @google/genai 3.1, under `Interactions`. Tools have no fields for search domains and containers.
 */
export const hosted: HostedForms = {
  web_search: { run: runs.webSearchRun, native: { tool: { type: 'google_search' } }, name: 'google_search' },
  code_execution: { run: runs.codeExecutionRun, native: { tool: { type: 'code_execution' } } },
  file_search: {
    native: { tool: { type: 'file_search' } },
    places: {
      stores: 'tool/file_search_store_names',
      maxResults: 'tool/top_k',
      filter: (filter) => (typeof filter === 'string' ? { tool: { metadata_filter: filter } } : undefined),
    },
  },
  computer: {
    native: { tool: { type: 'computer_use', environment: 'browser' } },
    name: 'computer_use',
    places: { environment: 'tool/environment' },
    // https://ai.google.dev/gemini-api/docs/computer-use#supported-actions
    calls:
      'open_web_browser wait_5_seconds go_back go_forward search navigate click_at hover_at type_text_at key_combination scroll_document scroll_at drag_and_drop',
  },
  mcp: {
    run: runs.mcpRun,
    native: { tool: { type: 'mcp_server' } },
    places: {
      name: 'tool/name',
      url: 'tool/url',
      authorization: (token) => ({ tool: { headers: { Authorization: `Bearer ${token}` } } }),
      headers: 'tool/headers',
      allowedTools: (names) => ({ tool: { allowed_tools: [{ tools: names }] } }),
      // This wire has no approvals.
      approval: (word) => (word === 'never' ? {} : undefined),
    },
    also: '*',
    read({ tool }) {
      const [allowed] = objectsIn(tool?.allowed_tools)
      const { Authorization: said, ...others } = objectIn(tool?.headers)
      const authorization = /^Bearer (.+)$/.exec(stringOr(said, ''))?.[1]
      const headers = authorization === undefined ? tool?.headers : unlessEmpty(others)
      return { authorization, headers, allowedTools: allowed?.tools, approval: 'never' }
    },
  },
}
