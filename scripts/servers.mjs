// Writes docs/servers.md: the servers that the profiles of the limits describe. Needs a build.
//   node scripts/servers.mjs [--write]
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const FILE = 'docs/servers.md'

const HEAD = `# Servers

Several vendors, platforms and local programs have the format of another provider, and refuse a part of it. The profiles
of the [limits](limits.md) describe them. A profile is chosen

- by its name: \`limits: 'vllm'\`, on the command line \`--limits vllm\`;
- by the host of the URL, in the proxy, in \`fetchSend\` and in \`provider\` with a \`key\`. A host without a profile gets
  \`compatible\`. The vendor's own hosts have the usual limits of the format.

Name the profile if your server is at another address. \`limits: {}\` means the usual limits, for a gateway that
passes everything on. An adapter without a URL, and your own client as \`send\`, mean the usual limits as well.

\`npx toolwire models vllm\` prints a profile. [toolwire mock](mock-server.md) imitates the servers, with their refusals.
The sources are the vendor's documentation (pages, types, the source of the server), client libraries, and issues that
quote the server. Limits without a known source are marked as not verified: the usual behaviour of such servers, or the
safe choice. This page is written by \`node scripts/servers.mjs --write\` from the profiles.
`

const FORMATS = `## Formats

The usual limits of each format, at the vendor's own servers, by the names of the members of \`Limits\`.
`

/** For each limit, its words. `value` is that of the profile. */
const WORDS = {
  customTools: (value) => (value ? 'free-text tools' : 'no free-text tools'),
  namespaces: (value) => (value ? 'namespaces of tools' : 'no namespaces of tools'),
  hostedTools: (value) =>
    Object.keys(value ?? {}).length === 0
      ? 'no hosted tools'
      : `tools of the vendor: ${Object.keys(value).map(code).join(', ')}`,
  vendorTools: () => undefined,
  vendorParts: () => 'only the usual items',
  foundTools: () => undefined,
  sharedReasoning: () => undefined,
  callSignatures: () => undefined,
  cacheKey: (value) => (value ? 'a cache key' : 'no cache key'),
  developerRole: (value) => (value ? 'the role `developer`' : 'no role `developer`'),
  systemMessages: (value) =>
    value === 'one'
      ? 'one system message, first'
      : value === 'leading'
        ? 'system messages first'
        : 'system messages anywhere',
  alternatingRoles: () => 'roles alternate',
  resultsAlone: () => 'no user message directly after results',
  resultParts: () => 'results are strings',
  resultMedia: (value) => (value.length === 0 ? 'no media in results' : `${value.join(', ')} in results`),
  userMedia: (value) => `media of the user: ${value.join(', ')}`,
  mediaSources: (value) => `media as ${value.join(', ')}`,
  mediaLimits: () => 'fewer types of media',
  toolChoices: (value) =>
    `tool choices: ${value
      .filter((each) => each !== 'opaque')
      .map(code)
      .join(', ')}`,
  parallelSwitch: () => 'no switch for parallel calls',
  strictTools: () => 'no strict tools',
  textWithCalls: () => 'no text next to calls',
  schemas: ({ keywords }) => (keywords ? 'schemas of OpenAPI' : 'a subset of JSON Schema'),
  outputSchema: () => 'a subset of JSON Schema for outputs',
  toolName: ({ pattern }) => `names of tools: ${code(pattern)}`,
  callsTogether: () => 'no text between calls',
  callId: (value) => `call ids: ${value.exactLength ? 'exactly' : 'at most'} ${value.maxLength} characters`,
  settingForms: (value) => `settings: ${Object.values(value).map(code).join(', ')}`,
  refusedSettings: (value) => (value.length === 0 ? 'sampling settings' : `no ${value.map(code).join(', ')}`),
  refusedFields: (value) => `no fields ${value.map(code).join(', ')}`,
  refusedItemFields: (value) => `items without ${value.map(code).join(', ')}`,
  refusesEmptyDescriptions: () => 'no empty descriptions of tools',
  headerFields: (value) =>
    Object.keys(value).length === 0
      ? 'betas in the body'
      : `fields that become headers: ${Object.keys(value).map(code).join(', ')}`,
  knownFields: ({ request, messages }) =>
    `a closed list of ${request.length} request fields${messages === undefined ? '' : ` and ${messages.length} message fields`}`,
  reasoningDepth: (value) => `depth of reasoning: ${value === 'either' ? 'effort or budget' : value}`,
  thinkingBack: (value) =>
    typeof value === 'object'
      ? `earlier reasoning in ${code(value.field)}`
      : value === 'none'
        ? 'no earlier reasoning'
        : 'earlier reasoning in the text',
  cacheMarks: (value) => `cache marks in ${code(value.field)}`,
  resumesPaused: () => undefined,
}

const code = (text) => `\`${text}\``

/** Returns the text of the page. */
export async function serversText() {
  const wires = readdirSync('dist/adapters').filter((name) =>
    existsSync(`dist/adapters/${name}/vendor-sources.js`),
  )
  const rows = (await Promise.all(wires.map(rowsOf))).flat()
  const names = [...new Set(rows.map(({ name }) => name))].sort()
  const parts = names.map((name) =>
    section(
      name,
      rows.filter((row) => row.name === name),
    ),
  )
  return `${HEAD}\n${parts.join('\n')}\n${FORMATS}\n${(await formatTables()).join('\n')}`
}

/** Returns a table for each wire: its limits by their source. Only the build has these sources. */
async function formatTables() {
  const wires = readdirSync('build/adapters').filter((name) => existsSync(`build/adapters/${name}/rules.js`))
  const loaded = await Promise.all(
    wires.map(async (wire) => {
      const file = `build/adapters/${wire}/sources.js`
      return existsSync(file) ? [wire, (await import(pathToFileURL(file).href)).sources] : []
    }),
  )
  return loaded.flatMap(([wire, sources]) => (sources?.ownLimits ? [formatTable(wire, sources)] : []))
}

function formatTable(wire, { ownLimits }) {
  const names = Object.keys(ownLimits).sort()
  const sources = new Set(names.map((name) => sourceIn(ownLimits[name])))
  const rows = [...sources].map((source) => {
    const limits = names.filter((name) => sourceIn(ownLimits[name]) === source)
    return `| ${limits.map(code).join(', ')} | ${source} |`
  })
  return `${code(wire)}:\n\n| limits | source |\n|---|---|\n${rows.join('\n')}\n`
}

async function rowsOf(wire) {
  const load = (file) => import(pathToFileURL(`dist/adapters/${wire}/${file}.js`))
  const [{ vendorSources }, exported] = await Promise.all([load('vendor-sources'), load('index')])
  const { limits } = Object.values(exported).find((value) => value?.codecs?.id === wire).codecs
  return Object.entries(vendorSources).map(([name, { limits: sources, date }]) => ({
    ...{ name, wire, sources, date },
    limits: limits.profiles[name],
    hosts: limits.profilesByHost
      .filter(([, profile]) => profile === name)
      .map(([address]) => hostIn(address)),
  }))
}

/** Returns the pattern of an address in words: `^api\.(?:z\.ai|x\.ai)\/` as `api.(z.ai|x.ai)`. */
function hostIn({ source }) {
  return source
    .replaceAll(String.raw`\/`, '/')
    .replace(/^\^/, '')
    .replace(/\/$/, '')
    .replaceAll(
      /\(\?:\[a-z\\d-\]\+-\)\?|\(\?:\[a-z\\d-\]\+\\\.\)\?|\(\?:\[a-z\]\+\\\.\)\?|\(\?:\\\.\[a-z\]\+\\\.rep\)\?|\(\?:-fips\)\?|\(\?:\\\.cn\)\?/g,
      '',
    )
    .replaceAll(/\[[^\]]*\][+*]/g, '…')
    .replaceAll('?:', '')
    .replaceAll('\\', '')
}

function section(name, rows) {
  const hosts = [...new Set(rows.flatMap((row) => row.hosts))]
  const where = hosts.length === 0 ? '' : `\nHosts: ${hosts.map(code).join(', ')}.\n`
  return `## ${name}\n${where}\n${rows.map(tableOf).join('\n')}`
}

function tableOf({ wire, limits, sources, date }) {
  const rows = Object.entries(limits).flatMap(([limit, value]) => {
    if (WORDS[limit] === undefined) throw new Error(`scripts/servers.mjs has no words for the limit ${limit}`)
    const words = WORDS[limit](value)
    return words === undefined ? [] : [`| ${words} | ${sourceIn(sources[limit])} |`]
  })
  return `${code(wire)}, sources read on ${date}:\n\n| limit | source |\n|---|---|\n${rows.join('\n')}\n`
}

/** The kinds of sources in words. */
const SEEN = {
  bytes: 'recording',
  documentation: 'documentation',
  library: 'client library',
  thread: 'thread',
}

/** Returns the source of a limit, with links. Packages have no address. */
function sourceIn({ seen, at }) {
  if (seen === 'unverified') return 'not verified'
  const [first, ...others] = at
  if (!first.startsWith('https:')) return at.map(code).join(', ')
  const more = others.map((url, index) => `, [${index + 2}](${url})`)
  return `[${SEEN[seen]}](${first})${more.join('')}`
}

if (process.argv[1]?.endsWith('servers.mjs')) {
  const text = await serversText()
  if (process.argv.includes('--write')) writeFileSync(FILE, text)
  else if (readFileSync(FILE, 'utf8') !== text) {
    console.error(`${FILE} is stale: node scripts/servers.mjs --write`)
    process.exitCode = 1
  }
}
