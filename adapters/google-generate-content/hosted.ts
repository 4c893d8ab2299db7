import type { JsonObject } from '../../src/base/json/json-types.js'
import { compact } from '../../src/base/json/write-json.js'
import type { HostedForms } from '../../src/codec/shape/hosted-forms.js'
import * as runs from './hosted-runs.js'

/** `Tool` of @google/genai 3.1. Files and containers have no field in a tool. */
export const hosted: HostedForms = {
  web_search: {
    run: runs.webSearchRun,
    native: { tool: { googleSearch: {} } },
    name: 'googleSearch',
    also: 'googleSearchRetrieval',
    extras: 'tool/googleSearch',
    // Accepted only by Vertex AI. The Gemini API rejects the field, which is safer than searching without the
    // block list.
    places: { blockedDomains: 'tool/googleSearch/excludeDomains' },
  },
  code_execution: {
    run: runs.codeExecutionRun,
    native: { tool: { codeExecution: {} } },
    name: 'codeExecution',
    extras: 'tool/codeExecution',
  },
  file_search: {
    native: { tool: { fileSearch: {} } },
    name: 'fileSearch',
    extras: 'tool/fileSearch',
    places: {
      stores: 'tool/fileSearch/fileSearchStoreNames',
      maxResults: 'tool/fileSearch/topK',
      filter: (filter) =>
        typeof filter === 'string' ? { tool: { fileSearch: { metadataFilter: filter } } } : undefined,
    },
  },
  computer: {
    // An environment is required.
    native: { tool: { computerUse: { environment: 'ENVIRONMENT_BROWSER' } } },
    name: 'computerUse',
    extras: 'tool/computerUse',
    places: {
      environment: (word) => ({
        tool: { computerUse: { environment: `ENVIRONMENT_${word.toUpperCase()}` } },
      }),
    },
    // https://ai.google.dev/gemini-api/docs/computer-use#supported-actions
    calls:
      'open_web_browser wait_5_seconds go_back go_forward search navigate click_at hover_at type_text_at key_combination scroll_document scroll_at drag_and_drop',
  },
  mcp: {
    native: { tool: {} },
    name: 'mcpServers',
    places: {
      url: (url, { name, authorization, headers }) => {
        const token = authorization === undefined ? undefined : { Authorization: `Bearer ${authorization}` }
        const sent: JsonObject | undefined = token || headers ? { ...headers, ...token } : undefined
        const streamableHttpTransport: JsonObject = compact({ url, headers: sent })
        return { tool: { mcpServers: [{ name, streamableHttpTransport }] } }
      },
      // Both are next to the URL.
      authorization: () => ({}),
      headers: () => ({}),
    },
  },
}
