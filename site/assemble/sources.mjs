// The sources of the pages: files of the repository, by their paths from its root.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isWire } from '../../scripts/api/entry-points.mjs'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const PAGES = `${ROOT}site/pages/`
/** The address of the published site. Files of the repository link to it by this address. */
export const ADDRESS = 'https://toolwire.github.io/toolwire/'
const REPOSITORY = 'https://github.com/toolwire/toolwire'

/** Returns the address of a file in the repository, or of a line in it. */
export function repositoryUrl(file, line) {
  return `${REPOSITORY}/blob/main/${file}${line === undefined ? '' : `#L${line}`}`
}

export function read(file) {
  return readFileSync(ROOT + file, 'utf8')
}

/** Returns the names of the guides: those of the files in `docs`. */
export function guideNames() {
  return readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
}

/** Every adapter: its id, its title, the address of its provider's documentation, its short names, and whether it is a wire. */
export function adapters() {
  return readdirSync(`${ROOT}adapters`)
    .filter((id) => existsSync(`${ROOT}adapters/${id}/README.md`))
    .map((id) => ({ id, isWire: isWire(id), ...namesOf(id) }))
}

function namesOf(id) {
  const text = read(`adapters/${id}/names.ts`)
  const constant = (name) => new RegExp(`export const ${name} =\\s*'([^']*)'`).exec(text)?.[1]
  const [, names = ''] = /export const names = \[([^\]]*)\]/.exec(text) ?? []
  return {
    title: constant('title') ?? id,
    reference: constant('docs'),
    names: [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name),
  }
}
