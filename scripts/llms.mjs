// Writes llms.txt (https://llmstxt.org): a summary, and each guide with its first sentence, in the order of the README.
//   node scripts/llms.mjs [--write]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FILE = 'llms.txt'

/** Returns the text of llms.txt for the current README and guides. */
export function llmsText() {
  const readme = readFileSync('README.md', 'utf8')
  const [title, summary] = readme.split('\n\n')
  const [, documentation] = /\n## Documentation\n([\s\S]*?)\n## /.exec(readme)
  const files = [...new Set([...documentation.matchAll(/\]\((docs\/[\w-]+\.md)/g)].map(([, file]) => file))]
  const all = readdirSync('docs').filter((name) => name.endsWith('.md'))
  const others = all.map((name) => `docs/${name}`).filter((file) => !files.includes(file))
  const listed = sections(documentation, files)
  return `${title}\n\n> ${oneLine(summary)}\n\n${listed}\n## Optional\n\n${others.map(line).join('\n')}\n`
}

function sections(documentation, files) {
  let rest = [...files]
  return documentation
    .split(/\n(?=\w[^\n]*:\n)/)
    .map((part) => {
      const own = rest.filter((file) => part.includes(`(${file}`))
      rest = rest.filter((file) => !own.includes(file))
      const [heading] = part.trim().split(':\n')
      return own.length === 0
        ? ''
        : `## ${heading.length < 40 ? heading : 'Guides'}\n\n${own.map(line).join('\n')}\n`
    })
    .filter((part) => part !== '')
    .join('\n')
}

function line(file) {
  const text = readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
  const [heading, ...blocks] = text.split(/\n\n+/)
  const first = blocks.find((block) => /^([A-Z]|`[^`])/.test(block)) ?? ''
  return `- [${heading.replace(/^# /, '')}](${file}): ${firstSentence(oneLine(first))}`
}

/** Joins the lines and omits the links, which are relative to the guide. */
function oneLine(text) {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

function firstSentence(text) {
  return /^(?:`[^`]*`|[^`])*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) writeFileSync(FILE, llmsText())
  else process.stdout.write(llmsText())
}
