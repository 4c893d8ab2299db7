import { isOf, objectUnder, those } from '../../../src/translate/lint/found.js'
import { type ValueTable, valueRules } from '../../../src/translate/lint/value-rules.js'
import { allBlocks, toolsOf } from './request.js'
import { form } from './shapes.js'

const blocksOf = (...types: readonly string[]) => those(allBlocks, isOf(...types))

/** The types, words and members that the API accepts. Other members of blocks are refused. */
const VALUES: readonly ValueTable[] = [
  {
    of: (body) => [{ value: body, path: '' }],
    types: {
      ...{
        tool_choice: 'object',
        tools: 'list',
        thinking: 'object',
        metadata: 'object',
        output_config: 'object',
      },
      ...{ messages: 'list', system: 'text list', mcp_servers: 'list' },
    },
    convert: { metadata: (id) => (typeof id === 'string' ? { user_id: id } : undefined) },
  },
  {
    of: objectUnder('tool_choice'),
    types: { name: 'text', disable_parallel_tool_use: 'boolean' },
    words: { type: 'auto any tool none' },
  },
  {
    of: objectUnder('thinking'),
    types: { budget_tokens: 'number' },
    words: { type: 'enabled disabled adaptive' },
  },
  { of: toolsOf, types: { description: 'text', input_schema: 'object', strict: 'boolean' } },
  { of: blocksOf('text'), types: { text: 'text' }, members: 'type text cache_control citations' },
  {
    of: blocksOf('image'),
    types: { source: 'object' },
    members: 'type source cache_control transformations',
  },
  {
    of: blocksOf('document'),
    types: { source: 'object' },
    members: 'type source title context citations cache_control',
  },
  {
    of: blocksOf('thinking'),
    types: { thinking: 'text', signature: 'text' },
    members: 'type thinking signature',
  },
  { of: blocksOf('redacted_thinking'), types: { data: 'text' }, members: 'type data' },
  { of: blocksOf('tool_use'), members: 'type id name input cache_control caller toolset_name' },
  {
    of: blocksOf('tool_result'),
    types: { content: 'text list', is_error: 'boolean' },
    members: 'type tool_use_id content is_error cache_control toolset_name',
  },
]

export const valueShapeRules = valueRules('ANTHROPIC', {
  form,
  tables: VALUES,
  evidence: 'https://docs.claude.com/en/api/messages',
  errors: ['Input should be a valid dictionary', 'Input should be a valid list'],
})
