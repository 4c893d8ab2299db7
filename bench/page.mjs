// Writes docs/performance-figures.md from one run of every bench, on an idle machine:
//     npm run bench:page
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const SECTIONS = [
  [
    'Translating a long history',
    'Processor time of translating 1,000 turns in one go, next to the JSON round trip of the same request.',
    ['translate.mjs'],
  ],
  ['Agent loops', 'Processor time of a loop next to AI SDK 7.', ['loop.mjs']],
  [
    'Proxy',
    'Processor time of the proxy next to a pipe for bytes, and to another proxy if it is installed.',
    ['proxy.mjs', '0'],
  ],
  [
    'Growing conversations',
    'Processor time of turn n in the proxy, and the memory of many conversations.',
    ['growth.mjs'],
  ],
  [
    'Importing',
    'Time beyond bare Node until the modules are loaded, and processor time.',
    ['import.mjs', '25'],
  ],
]

/** Runs a bench and returns the text that it prints. */
function printed([file, ...options]) {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const { stdout, status } = spawnSync(process.execPath, ['--expose-gc', path, ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${file} failed with status ${status}`)
  return stdout.trim()
}

const tables = printed(['run.mjs', '--budget', '250']).replace(/^### /gm, '## ')
const others = SECTIONS.map(
  ([title, what, command]) => `## ${title}\n\n${what}\n\n\`\`\`\n${printed(command)}\n\`\`\`\n`,
)
const page = `# Performance figures

This page is the output of \`npm run bench:page\` with Node ${process.versions.node} on ${process.platform}, on a machine with
${availableParallelism()} cores. [Performance](performance.md) explains the columns and the limits. Compare ratios, not times: ratios vary
by about a tenth from run to run.

${tables}

${others.join('\n')}`
writeFileSync(new URL('../docs/performance-figures.md', import.meta.url), page)
