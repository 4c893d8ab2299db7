// The pages of an entry point: its list of exports, with their documentation on the same page or, if there
// are many exports, on one page per group.
import { ReflectionKind } from 'typedoc'
import { pageOf } from '../../site/assemble/links.mjs'
import { asPage, head } from '../../site/assemble/markdown.mjs'
import { slugify } from '../../site/assemble/slugify.mjs'
import { declarationWriter } from './declarations.mjs'
import { adapterOf, summaryOf } from './entry-points.mjs'

const ON_ONE_PAGE = 40
const SLUG_WORDS = 6
const GUIDE = /\bdocs\/[\w-]+\.md\b/g
const KINDS = [
  ['Functions', ReflectionKind.Function],
  ['Values', ReflectionKind.Variable | ReflectionKind.Class],
  ['Types', ReflectionKind.Interface | ReflectionKind.TypeAlias],
]

/**
 * Creates the pages of the API reference.
 * @param entries the modules of the reference, each with the `titles` of its groups and `titleOf` an export.
 * @returns the pages: `path` below the reference, without ending, and `text`; and the menu.
 */
export function referencePages(entries) {
  const planned = entries.map(plan)
  const places = new Map(planned.flatMap(placesOf))
  const writer = declarationWriter((reflection) => addressOf(reflection, places), prose)
  return {
    pages: [indexPage(planned), ...planned.flatMap((entry) => entryPages(entry, writer))],
    menu: menuOf(planned),
  }
}

/** Divides an entry point into groups and pages. */
function plan({ module, titles, titleOf }) {
  const own = module.children.filter((child) => !child.isReference())
  const references = module.children.filter((child) => child.isReference())
  const titled = (declared) => titleOf(declared) ?? kindOf(declared)
  const order = [...titles, ...KINDS.map(([title]) => title)]
  const groups = order
    .map((title) => ({ title, all: inOrder(own.filter((declared) => titled(declared) === title)) }))
    .filter(({ all }) => all.length > 0)
  const isWhole = own.length <= ON_ONE_PAGE || groups.length < 2
  return { name: module.name, groups, references, isWhole }
}

function kindOf(declared) {
  return KINDS.find(([, kind]) => declared.kindOf(kind))?.[0] ?? 'Types'
}

/** Sorts values and functions before types. */
function inOrder(declared) {
  const rank = (each) => KINDS.findIndex(([, kind]) => each.kindOf(kind))
  return declared.sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))
}

function pathOf({ name, isWhole }, group) {
  return isWhole ? `${name}/index` : `${name}/${shortSlug(group.title)}`
}

/** Returns the first words of a title, so that addresses stay short. */
function shortSlug(title) {
  return slugify(title).split('-').slice(0, SLUG_WORDS).join('-')
}

function placesOf(entry) {
  return entry.groups.flatMap((group) =>
    group.all.map((declared) => [declared.id, link(pathOf(entry, group), declared.name)]),
  )
}

function link(path, anchor) {
  return `/reference/${path.replace(/index$/, '')}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Members are on the page of their parent. */
function addressOf(reflection, places) {
  const target = reflection.isReference?.() ? reflection.getTargetReflectionDeep() : reflection
  if (target.kindOf(ReflectionKind.TypeParameter)) return undefined
  return places.get(target.id) ?? (target.parent ? addressOf(target.parent, places) : undefined)
}

function entryPages(entry, writer) {
  const { name, groups, isWhole } = entry
  const lists = groups.map((group) => listOf(entry, group, writer))
  const start = [
    head({
      title: name,
      pageClass: 'reference',
      description: plain(summaryOf(name)),
      outline: isWhole ? [2, 3] : 2,
    }),
    `# \`${name}\`\n`,
    `${localized(summaryOf(name))}\n`,
    ...lists,
    ...again(entry, writer),
  ]
  if (!isWhole)
    return [
      { path: `${name}/index`, text: start.join('\n') },
      ...groups.map((group) => groupPage(entry, group, writer)),
    ]
  const details = groups.flatMap(({ all }) => all.map((declared) => section(declared, writer)))
  return [{ path: `${name}/index`, text: [...start, ...details].join('\n') }]
}

function listOf(entry, group, writer) {
  const path = pathOf(entry, group)
  const rows = group.all.map(
    (declared) => `- [\`${declared.name}\`](${link(path, declared.name)}): ${writer.sentence(declared)}`,
  )
  const title = entry.isWhole ? titleIn(entry, group) : `[${group.title}](${link(path)})`
  return `## ${title}\n\n${rows.join('\n')}\n`
}

/** Returns the title of a group. A single group would repeat the summary of the entry point. */
function titleIn({ groups }, { title }) {
  return groups.length === 1 ? 'What it exports' : title
}

/** Lists the exports that other entry points also have. */
function again({ references }, writer) {
  if (references.length === 0) return []
  const rows = references.map((reference) => {
    const target = reference.getTargetReflectionDeep()
    return `- ${writer.typed([{ text: reference.name, target }])}: ${writer.sentence(target)}`
  })
  return [`## Also here\n`, `${rows.join('\n')}\n`]
}

function groupPage({ name }, { title, all }, writer) {
  const text = [
    head({ title: `${title} (${name})`, pageClass: 'reference', outline: 2 }),
    `# ${title}\n`,
    `From [\`${name}\`](${link(`${name}/index`)}).\n`,
    ...all.map((declared) => section(declared, writer)),
  ]
  return { path: `${name}/${shortSlug(title)}`, text: text.join('\n') }
}

function section(declared, writer) {
  return `## \`${declared.name}\` {#${declared.name}}\n\n${writer.describe(declared)}`
}

function indexPage(planned) {
  const rows = planned
    .filter(({ name }) => !name.endsWith('/rules'))
    .map(({ name }) => `| [\`${name}\`](${link(`${name}/index`)}) | ${localized(summaryOf(name))} |`)
  const description = 'Everything that can be imported, by entry point.'
  const text = `${head({ title: 'Reference', description })}# Reference

Everything that can be imported, by entry point. It is made of the docstrings in the sources.

| import | what it is for |
|---|---|
${rows.join('\n')}
`
  return { path: 'index', text }
}

function menuOf(planned) {
  const [adapters, others] = [true, false].map((wanted) =>
    planned.filter(({ name }) => (adapterOf(name) !== undefined) === wanted),
  )
  return [
    { text: 'All entry points', link: '/reference/' },
    ...others.map((entry) => menuItem(entry, entry.name)),
    {
      text: 'toolwire/adapters/…',
      collapsed: true,
      items: adapters.map((entry) => menuItem(entry, entry.name.replace('toolwire/adapters/', ''))),
    },
  ]
}

function menuItem(entry, text) {
  const item = { text, link: link(`${entry.name}/index`) }
  if (entry.isWhole) return item
  const items = entry.groups.map((group) => ({ text: group.title, link: link(pathOf(entry, group)) }))
  return { ...item, collapsed: true, items }
}

/** Docstrings refer to guides by file name. */
function prose(text) {
  return asPage(text).replaceAll(GUIDE, (file) => {
    const page = pageOf(file)
    return page === undefined ? file : `[${file}](/${page})`
  })
}

function localized(text) {
  return text.replaceAll('https://toolwire.github.io/toolwire/', '/')
}

function plain(text) {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
}
