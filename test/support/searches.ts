import type { JsonObject } from '../../src/base/json/json-types.js'

/** The results of the searches. */
export const TITLED = { url: 'https://a.example', title: 'A' }
export const TEXT = 'Pogačar won.'

/** The same search in the form of each provider. */
export const SEARCHES: Readonly<Record<string, JsonObject>> = {
  'anthropic-messages': {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'tour' } },
      {
        ...{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1' },
        content: [{ type: 'web_search_result', ...TITLED, encrypted_content: 'E', page_age: null }],
      },
      { type: 'text', text: TEXT },
    ],
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  'openai-responses': {
    ...{ id: 'resp_1', object: 'response', status: 'completed', model: 'm' },
    output: [
      {
        ...{ type: 'web_search_call', id: 'ws_1', status: 'completed' },
        action: { type: 'search', query: 'tour', queries: ['tour'] },
      },
      {
        ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
        content: [
          {
            ...{ type: 'output_text', text: TEXT },
            annotations: [{ type: 'url_citation', ...TITLED, start_index: 0, end_index: 7 }],
          },
        ],
      },
    ],
  },
  'google-generate-content': {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: TEXT }] },
        finishReason: 'STOP',
        groundingMetadata: {
          webSearchQueries: ['tour'],
          groundingChunks: [{ web: { uri: TITLED.url, title: TITLED.title } }],
          groundingSupports: [
            { segment: { startIndex: 0, endIndex: 8, text: 'Pogačar' }, groundingChunkIndices: [0] },
          ],
        },
      },
    ],
    responseId: 'r1',
  },
  'openai-chat': {
    ...{ id: 'c1', object: 'chat.completion', model: 'm' },
    choices: [
      {
        ...{ index: 0, finish_reason: 'stop' },
        message: {
          ...{ role: 'assistant', content: TEXT },
          annotations: [{ type: 'url_citation', url_citation: { ...TITLED, start_index: 0, end_index: 7 } }],
        },
      },
    ],
  },
}
