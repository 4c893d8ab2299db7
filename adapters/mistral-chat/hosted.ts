import type { HostedForms } from '../../src/codec/shape/hosted-forms.js'

/**
 * `ChatCompletionRequestTool` of @mistralai/mistralai 2.7, in wire form. MCP servers are registered in
 * advance.
 */
export const hosted: HostedForms = {
  web_search: { native: { tool: { type: 'web_search' } } },
  code_execution: { native: { tool: { type: 'code_interpreter' } }, name: 'code_interpreter' },
  file_search: {
    native: { tool: { type: 'document_library' } },
    name: 'document_library',
    places: { stores: 'tool/library_ids' },
  },
  image_generation: { native: { tool: { type: 'image_generation' } } },
}
