import type { TemplateRow } from '../server-row.js'

/** The sentences of chat templates, which open servers apply to each request. */
export const templates: readonly TemplateRow[] = [
  {
    models: /qwen-?3\.[5-9]/i,
    when: { kind: 'late-system', leading: 'one' },
    text: 'System message must be at the beginning.',
    source: 'vllm-project/vllm#41114, ggml-org/llama.cpp#20733',
  },
  {
    models: /qwen-?3\.[5-9]/i,
    when: { kind: 'no-turn', role: 'user' },
    text: 'No user query found in messages.',
    source: 'lmstudio-ai/lmstudio-bug-tracker#1655',
  },
  {
    models: /gemma-?3/i,
    when: { kind: 'alternation', tools: 'refused' },
    text: 'Conversation roles must alternate user/assistant/user/assistant/...',
    source: 'suitenumerique/conversations#197',
  },
  {
    models: /ministral-?3/i,
    when: { kind: 'alternation', tools: 'ignored' },
    text: 'After the optional system message, conversation roles must alternate user and assistant roles',
    source: 'charmbracelet/crush#279',
  },
]
