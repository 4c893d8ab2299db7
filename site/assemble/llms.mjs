// Pages for language models: a list of all pages (https://llmstxt.org), and all guides in one text.
import { llmsText } from '../../scripts/llms.mjs'
import { pageOf } from './links.mjs'
import { ADDRESS, adapters, guideNames, read } from './sources.mjs'

/** `llms.txt` of the repository, with the addresses of the site. Each page is there as Markdown, too. */
export function llmsList() {
  const guides = llmsText().replaceAll(/\]\((docs\/[\w-]+\.md)\)/g, (_, file) => `](${markdownOf(file)})`)
  const wires = adapters().map(({ id, title }) => `- [${title}](${markdownOf(`adapters/${id}/README.md`)})`)
  return `${guides}\n## Wires and formats\n\n${wires.join('\n')}\n`
}

function markdownOf(file) {
  return `${ADDRESS}${pageOf(file)}.md`
}

/** Joins the README, every guide and the page of every adapter, one after another. */
export function llmsFull() {
  const files = [
    'README.md',
    ...guideNames().map((name) => `docs/${name}.md`),
    ...adapters().map(({ id }) => `adapters/${id}/README.md`),
  ]
  return files.map((file) => `<!-- ${file} -->\n\n${read(file).trim()}\n`).join('\n\n')
}
