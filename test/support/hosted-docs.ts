import { HOSTED_KINDS } from '../../src/base/model/constants.js'
import { adapters } from './adapters.js'
import { EXPECTED, HOSTED } from './hosted.js'
import { markdownTable } from './markdown-table.js'

const WORDS = {
  web_search: 'webSearch()',
  code_execution: 'codeExecution()',
  file_search: 'fileSearch({ stores })',
  computer: 'computerUse({ execute })',
  image_generation: 'imageGeneration()',
  mcp: 'mcpServer({ name, url })',
}

/** Filters are written in a language of each provider. */
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

/** The tables of docs/hosted-tools.md: what each word is on each wire, and which settings it has there. */
export function hostedTables(): string {
  const names = HOSTED_KINDS.map((kind) => [
    `\`${WORDS[kind]}\``,
    ...adapters.map(({ wire }) => nativeName(EXPECTED[wire]?.[kind])),
  ])
  const head = (first: string) => [first, ...adapters.map(({ wire }) => wire)]
  const settings = HOSTED_KINDS.flatMap((kind) =>
    Object.keys(HOSTED[kind].settings).map((setting) => [
      `\`${setting}\` of ${WORDS[kind].replace(/\(.*/, '')}`,
      ...adapters.map(({ wire }) => placeOf(setting, EXPECTED[wire]?.[kind], ALSO[setting]?.[wire])),
    ]),
  )
  return [markdownTable(head('tool'), names), markdownTable(head('setting'), settings)].join('\n\n')
}

/** The table of docs/proxy.md: what the proxy carries to each wire and back. */
export function carriedTable(): string {
  const kinds = { web_search: 'web search', code_execution: 'code execution', mcp: 'MCP servers' } as const
  const rows = (['web_search', 'code_execution', 'mcp'] as const).map((kind) => [
    kinds[kind],
    ...adapters.map(({ adapter: { codecs } }) => {
      const form = codecs.hosted?.[kind]
      if (form === undefined) return '–'
      if (form.run !== undefined) return 'yes'
      return kind === 'web_search' && codecs.citations !== undefined ? 'cited' : 'tool'
    }),
  ])
  return markdownTable(['tool', ...adapters.map(({ wire }) => wire)], rows)
}

type Cell = { readonly tool?: object; readonly request?: object; readonly lost: readonly string[] }

function nativeName(cell: Cell | undefined): string {
  if (cell === undefined) return '–'
  const { tool = {}, request = {} } = cell
  const [member = ''] = Object.keys(tool)
  const inner: unknown = Object.values(tool)[0]
  const isNamed = typeof inner === 'object' && inner !== null && 'name' in inner
  const name = 'type' in tool ? String(tool.type) : isNamed ? `${member} ${String(inner.name)}` : member
  const fields = Object.keys(request).filter((field) => field !== 'container')
  const beside = fields.map((field) => `\`${field}\` of the request`)
  return [name && `\`${name}\``, ...beside].filter((text) => text !== '').join(' and ')
}

function placeOf(setting: string, cell: Cell | undefined, condition?: string): string {
  if (cell === undefined) return ''
  return condition ?? (cell.lost.includes(setting) ? 'notice' : 'yes')
}
