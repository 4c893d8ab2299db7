const SIGNATURE = Buffer.from('a signature of another provider, which no server accepts').toString('base64')
const QUESTION = 'Which word did lookup return? Repeat it.'
const schema = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] }

/** Returns a history with signed thinking: https://platform.claude.com/docs/en/api/messages */
function messagesHistory(word) {
  return {
    model: 'claude-haiku-4-5',
    max_tokens: 1000,
    tools: [{ name: 'lookup', description: 'Looks up the word of a code.', input_schema: schema }],
    messages: [
      { role: 'user', content: 'Look up the code A-1.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'The tool knows the word.', signature: SIGNATURE },
          { type: 'text', text: 'I look it up.' },
          { type: 'tool_use', id: 'toolu_01A09q90qw90lq917835lq9', name: 'lookup', input: { code: 'A-1' } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_01A09q90qw90lq917835lq9', content: word }],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      { role: 'user', content: QUESTION },
    ],
  }
}

/** Returns a history with encrypted reasoning: https://platform.openai.com/docs/api-reference/responses */
function responsesHistory(word) {
  const called = { call_id: 'call_zPZk8nq3oYb1VtGm6Jw2Ld9X' }
  return {
    model: 'gpt-5.4-nano',
    tools: [{ type: 'function', name: 'lookup', parameters: schema, strict: false }],
    input: [
      { role: 'user', content: 'Look up the code A-1.' },
      { type: 'reasoning', id: 'rs_68af4030592c8197', summary: [], encrypted_content: SIGNATURE },
      {
        type: 'function_call',
        id: 'fc_68af4030baa4819f',
        ...called,
        name: 'lookup',
        arguments: '{"code":"A-1"}',
      },
      { type: 'function_call_output', ...called, output: word },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] },
      { role: 'user', content: QUESTION },
    ],
  }
}

/** Returns a native request of another provider than that of `wire`, whose history contains the word. */
export function foreignHistory(wire, word) {
  return wire === 'anthropic-messages'
    ? { wire: 'openai-responses', request: responsesHistory(word) }
    : { wire: 'anthropic-messages', request: messagesHistory(word) }
}
