// Links between files of the repository become links between pages of the site.
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { ELSEWHERE } from '../menu.mjs'
import { ADDRESS, adapters, guideNames, ROOT, repositoryUrl } from './sources.mjs'

const LINK = /(?<!!)\]\(([^)\s]+)\)/g
const BLOB = repositoryUrl('')

const pages = new Map([
  ['README.md', ''],
  ['CHANGELOG.md', 'guides/changelog'],
  ...guideNames().map((name) => [`docs/${name}.md`, ELSEWHERE[name] ?? `guides/${name}`]),
  ...adapters().map(({ id, isWire }) => [
    `adapters/${id}/README.md`,
    `${isWire ? 'wires' : 'formats'}/${id}`,
  ]),
])

/**
 * Returns the page of a file.
 * @returns the page of a file of the repository, without its ending. `undefined` if it has none.
 */
export function pageOf(file) {
  return pages.get(file)
}

/** Returns the address of a page inside the site: an `index` is its folder. */
export function addressOf(page) {
  return `/${page.replace(/(^|\/)index$/, '$1')}`
}

/**
 * Replaces links to files of the repository by links to pages.
 * @param file the file of the repository whose text this is, outside of code.
 */
export function withLinks(text, file) {
  return text.replaceAll(LINK, (_, target) => `](${linkTo(target, file)})`)
}

function linkTo(target, file) {
  if (/^[#/]/.test(target)) return target
  if (target.startsWith(ADDRESS)) return `/${target.slice(ADDRESS.length)}`
  if (/^[a-z]+:/.test(target) && !target.startsWith(BLOB)) return target
  const [path, place] = target.replace(BLOB, '/').split('#')
  const linked = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), decodeURI(path))
  const page = pageOf(linked)
  const anchor = place === undefined ? '' : `#${place}`
  if (page !== undefined) return addressOf(page) + anchor
  if (!existsSync(ROOT + linked)) throw new Error(`${file} links to ${target}, which is not there.`)
  return repositoryUrl(linked) + anchor
}
