// Assembles the pages of the site in `site/pages`, which git ignores: from `docs`, the READMEs of the
// adapters and the sources. The reference is written there by `scripts/api/generate.mjs`, and is not changed
// here.
//   node site/pages.mjs
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { adapterPage } from './assemble/adapter-pages.mjs'
import { guidePage, ownGuides } from './assemble/guide-pages.mjs'
import { homePage, playgroundPage } from './assemble/home.mjs'
import { addressOf, pageOf, withLinks } from './assemble/links.mjs'
import { llmsFull, llmsList } from './assemble/llms.mjs'
import { asPage, inProse } from './assemble/markdown.mjs'
import { noticeCodes, withNoticeLinks } from './assemble/notice-codes.mjs'
import { noticePage, singleCodes } from './assemble/notice-pages.mjs'
import { sidebar } from './assemble/site-menu.mjs'
import { ADDRESS, adapters, guideNames, PAGES, ROOT, read } from './assemble/sources.mjs'
import { KEYWORDS } from './keywords.mjs'
import { ELSEWHERE, GUIDES } from './menu.mjs'

process.chdir(ROOT)
const codes = noticeCodes()
const known = new Set(codes.map(({ code }) => code))
const titles = new Map()

clear()
write('index.md', homePage())
write('playground.md', playgroundPage())
for (const name of guideNames()) writeGuide(name, { file: `docs/${name}.md`, text: read(`docs/${name}.md`) })
for (const [name, source] of Object.entries(ownGuides())) writeGuide(name, source)
for (const adapter of adapters()) writePage(`adapters/${adapter.id}/README.md`, adapterPage(adapter))
for (const notice of codes)
  writeText(`notices/${notice.code}`, 'docs/notices.md', noticePage(notice, KEYWORDS[notice.code]))
write('public/llms.txt', llmsList())
write('public/llms-full.txt', llmsFull())
write('public/icon.svg', read('site/icon.svg'))
write('public/proxy.schema.json', read('docs/proxy.schema.json'))
checkMenu()
write('sidebar.json', JSON.stringify(sidebar(titles, adapters(), codes)))

function clear() {
  mkdirSync(PAGES, { recursive: true })
  for (const name of readdirSync(PAGES)) if (name !== 'reference') rmSync(PAGES + name, { recursive: true })
}

function write(path, text) {
  mkdirSync(dirname(PAGES + path), { recursive: true })
  writeFileSync(PAGES + path, text)
}

function writeGuide(name, { file, text }) {
  titles.set(name, /^# (.+)/.exec(text)?.[1].replaceAll('`', ''))
  const whole = name === 'notices' ? text + singleCodes(codes) : text
  const page = ELSEWHERE[name] ?? `guides/${name}`
  writeText(page, file, guidePage(whole, KEYWORDS[name]))
}

function writePage(file, text) {
  writeText(pageOf(file), file, text)
}

/** Writes a page from a file of the repository, whose links lead from there. */
function writeText(page, file, text) {
  const linked = inProse(asPage(text), (prose) => withLinks(prose, file))
  const codesToLink = [...known].filter((code) => addressOf(page) !== `/notices/${code}`)
  write(`${page}.md`, withSource(withNoticeLinks(linked, codesToLink), file))
  write(`public/${page}.md`, plainCopy(text, file))
}

/** Adds the file of the repository, for the link that edits it and for the day of its last change. */
function withSource(text, file) {
  const body = text.startsWith('---\n') ? text.slice(4) : `---\n${text}`
  return `---\nsource: ${JSON.stringify(file)}\n${body}`
}

/**
 * Returns the text for language models: with complete addresses, and without the syntax of the site
 * generator.
 */
function plainCopy(text, file) {
  const body = text.replace(/^---\n[\s\S]*?\n---\n+/, '')
  return inProse(body, (prose) => withLinks(prose, file).replaceAll('](/', `](${ADDRESS}`))
}

/** Every guide is in the menu, and what is in the menu is there. */
function checkMenu() {
  const listed = GUIDES.flatMap(({ items }) => items.map(({ name }) => name))
  const missing = [...titles.keys()].filter((name) => !listed.includes(name) && ELSEWHERE[name] === undefined)
  const gone = listed.filter((name) => !titles.has(name))
  if (missing.length + gone.length > 0)
    throw new Error(
      `site/menu.mjs lacks: ${missing.join(', ') || '-'}. It names what is not there: ${gone.join(', ') || '-'}.`,
    )
}
