import { HOSTED_KINDS } from '../../src/base/model/constants.js'
import { adapters } from './adapters.js'
import { EXPECTED, HOSTED } from './hosted.js'
import { table } from './tables.js'

const WORDS = {
  web_search: 'webSearch()',
  code_execution: 'codeExecution()',
  file_search: 'fileSearch({ stores })',
  computer: 'computerUse({ execute })',
  image_generation: 'imageGeneration()',
  mcp: 'mcpServer({ name, url })',
}

/** Settings that a wire accepts only in part. Each provider has its own language of filters. */
const ALSO: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  filter: {
    'openai-responses': 'an object',
    'google-generate-content': 'a text',
    'google-interactions': 'a text',
  },
  approval: { 'anthropic-messages': '`never`', 'google-interactions': '`never`' },
  fileIds: { 'openai-responses': 'for a new container' },
  blockedDomains: { 'google-generate-content': 'Vertex AI' },
}

/**
 * Creates the tables of docs/hosted-tools.md: the native tool and the settings on each wire that has the
 * tool.
 */
export function hostedTables(): string {
  return HOSTED_KINDS.map((kind) => {
    const settings = Object.keys(HOSTED[kind].settings)
    const rows = adapters.flatMap(({ wire }) => {
      const cell = EXPECTED[wire]?.[kind]
      if (cell === undefined) return []
      return [[wire, nativeName(cell), ...settings.map((one) => placeOf(one, cell, ALSO[one]?.[wire]))]]
    })
    const head = ['wire', 'native tool', ...settings.map((setting) => `\`${setting}\``)]
    return `### \`${WORDS[kind]}\`\n\n${table(head, rows)}`
  }).join('\n\n')
}

/**
 * Creates the table of docs/proxy-hosted-tools.md: the hosted tools that the proxy carries to each wire and
 * back.
 */
export function carriedTable(): string {
  const kinds = ['web_search', 'code_execution', 'mcp'] as const
  const rows = adapters.map(({ wire, adapter: { codecs } }) => [
    wire,
    ...kinds.map((kind) => {
      const form = codecs.hosted?.[kind]
      if (form === undefined) return '–'
      if (form.run !== undefined) return 'yes'
      return kind === 'web_search' && codecs.citations !== undefined ? 'cited' : 'tool'
    }),
  ])
  return table(['wire', 'web search', 'code execution', 'MCP servers'], rows)
}

type Cell = { readonly tool?: object; readonly request?: object; readonly lost: readonly string[] }

function nativeName(cell: Cell): string {
  const { tool = {}, request = {} } = cell
  const [member = ''] = Object.keys(tool)
  const inner: unknown = Object.values(tool)[0]
  const isNamed = typeof inner === 'object' && inner !== null && 'name' in inner
  const name = 'type' in tool ? String(tool.type) : isNamed ? `${member} ${String(inner.name)}` : member
  const fields = Object.keys(request).filter((field) => field !== 'container')
  const beside = fields.map((field) => `\`${field}\` of the request`)
  return [name && `\`${name}\``, ...beside].filter((text) => text !== '').join(' and ')
}

function placeOf(setting: string, cell: Cell, condition?: string): string {
  return condition ?? (cell.lost.includes(setting) ? 'notice' : 'yes')
}
