import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from './support/project.js'

const { paths: packed, bytes } = packedFiles()
const pages = packed.filter((path) => path.endsWith('.md'))
/** Pages that exist only in the repository, not in the package. */
const ownPages = ['CONTRIBUTING.md', 'SECURITY.md']
/** Prefix of links from the package's pages to repository pages. */
const REPOSITORY = 'https://github.com/toolwire/toolwire/blob/main/'

function packedFiles(): { readonly paths: readonly string[]; readonly bytes: number } {
  const told = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ files, unpackedSize }] = JSON.parse(told)
  return { paths: files.map(({ path }: { readonly path: string }) => path), bytes: unpackedSize }
}

/**
 * Returns true if a range of `engines` such as `^20.19.0 || >=22` accepts Node 20. Only the alternatives of
 * the range are checked.
 */
function takesNode20(range: string): boolean {
  return range.split('||').some((alternative) => {
    const [, sign, major = '0', minor = '0'] = /^\s*([\^~>=]*)\s*v?(\d+)(?:\.(\d+))?/.exec(alternative) ?? []
    const isOpen = sign?.includes('>') === true
    return Number(major) === 20 ? Number(minor) <= 19 : isOpen && Number(major) < 20
  })
}

function read(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}

/** Returns the relative links of a page, with their anchors. */
function linksOf(path: string): { readonly file: string; readonly place: string | undefined }[] {
  const prose = read(path)
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', place] = target.split('#')
      return { file: file === '' ? path : posix.join(posix.dirname(path), decodeURI(file)), place }
    })
}

const places = new Map<string, Set<string>>()

/** Returns the anchors of a page. */
function placesOf(path: string): Set<string> {
  const found = places.get(path) ?? readPlaces(path)
  places.set(path, found)
  return found
}

/** Reads its headings, in GitHub's naming, and its explicit anchors. */
function readPlaces(path: string): Set<string> {
  const text = read(path)
  const places = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id))
  const seen = new Map<string, number>()
  for (const [, heading = ''] of text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)) {
    const name = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    places.add(count === 0 ? name : `${name}-${count}`)
  }
  return places
}

test('the documentation is in the package', () => {
  expect(pages).toContain('README.md')
  expect(pages).toContain('docs/getting-started.md')
  expect(read('README.md')).toContain('https://toolwire.github.io/toolwire/reference/')
})

test('link targets in the repository exist', () => {
  const links = pages.flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => link),
  )
  const own = links.filter((link) => link.startsWith(REPOSITORY))
  expect(own.filter((link) => !existsSync(join(projectRoot, link.slice(REPOSITORY.length))))).toEqual([])
})

test('each module is in one file, so that classes and state exist once', () => {
  const code = packed.filter((path) => path.endsWith('.js')).map(read)
  const modules = code.flatMap((text) => [...text.matchAll(/^\/\/ build\/(\S+)$/gm)].map(([, name]) => name))
  expect(modules).toEqual(
    expect.arrayContaining(['src/base/json/adapter-error.js', 'adapters/openai-chat/calls.js']),
  )
  expect(modules.filter((name, index) => modules.indexOf(name) !== index)).toEqual([])
})

/** Returns the Node modules that a file loads, at once or later, directly or through other files. Bundlers resolve all of them. */
function nodeModulesOf(path: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(path)) return []
  seen.add(path)
  return targetsIn(read(path)).flatMap((target) => {
    if (target.startsWith('.')) return nodeModulesOf(posix.join(posix.dirname(path), target), seen)
    return target.startsWith('node:') ? [target] : []
  })
}

function targetsIn(code: string): string[] {
  const later = code.matchAll(/\bimport\(["'`]([^"'`]+)["'`]\)/g)
  return [...targetsAtOnce(code), ...[...later].flatMap(([, target = '']) => target)]
}

function targetsAtOnce(code: string): string[] {
  const atOnce = code.matchAll(/^(?:import|export)\b[^'"]*?["']([^'"]+)["']/gm)
  return [...atOnce].flatMap(([, target = '']) => target)
}

/** Returns the number of characters that Node parses before a program with these files runs. */
function charactersAtOnce(paths: readonly string[]): number {
  const seen = new Map<string, string>()
  const load = (path: string) => {
    if (seen.has(path)) return
    const code = read(path)
    seen.set(path, code)
    const own = targetsAtOnce(code).filter((target) => target.startsWith('.'))
    for (const target of own) load(posix.join(posix.dirname(path), target))
  }
  for (const path of paths) load(path)
  return [...seen.values()].reduce((sum, { length }) => sum + length, 0)
}

test('docs/api-surface.md shows every public name', () => {
  const { stderr, status } = spawnSync(process.execPath, ['scripts/api-surface.mjs', '--check'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

test('only entries that read files or start threads load modules of Node', () => {
  const { exports }: { readonly exports: Readonly<Record<string, { readonly default?: string }>> } =
    JSON.parse(read('package.json'))
  const entries = Object.entries(exports).flatMap(([key, { default: target = '' }]) =>
    /^\.\/dist\/[^*]*\.js$/.test(target) ? [[key, target.slice(2)] as const] : [],
  )
  const adapters = packed.filter((path) => /^dist\/adapters\/[^/]+\/index\.js$/.test(path))
  expect(entries.map(([key]) => key)).toEqual(expect.arrayContaining(['.', './proxy', './replay']))
  const loading = entries.filter(([, path]) => nodeModulesOf(path).length > 0).map(([key]) => key)
  expect(loading).toEqual(['./replay', './mock', './testing', './bullmq'])
  expect(adapters.filter((path) => nodeModulesOf(path).length > 0)).toEqual([])
})

test('llms.txt lists the current guides: node scripts/llms.mjs --write', () => {
  const text = execFileSync(process.execPath, ['scripts/llms.mjs'], { cwd: projectRoot, encoding: 'utf8' })
  expect(readFileSync(join(projectRoot, 'llms.txt'), 'utf8')).toBe(text)
})

test('docs/servers.md describes the current profiles: node scripts/servers.mjs --write', () => {
  execFileSync(process.execPath, ['scripts/servers.mjs'], { cwd: projectRoot, stdio: 'pipe' })
})

test('the package is small', () => {
  expect(packed.length).toBeLessThanOrEqual(430)
  // 300 kB of this are undici, which is bundled with the command.
  expect(bytes).toBeLessThanOrEqual(6_240_000)
})

test('programs that start load little code that they do not need', () => {
  const adapters = ['openai-chat', 'anthropic-messages', 'google-generate-content'].map(
    (name) => `dist/adapters/${name}/index.js`,
  )
  expect(charactersAtOnce(['dist/src/tools/index.js'])).toBeLessThanOrEqual(320_000)
  expect(charactersAtOnce(adapters.slice(0, 1))).toBeLessThanOrEqual(480_000)
  expect(charactersAtOnce(['dist/src/index.js', ...adapters])).toBeLessThanOrEqual(1_020_000)
})

describe('every link leads somewhere', () => {
  test.each([...pages, ...ownPages])('%s', (path) => {
    const known = new Set(ownPages.includes(path) ? [...packed, ...ownPages] : packed)
    const dead = linksOf(path).filter(({ file, place }) => {
      // Those pages are read in the repository, which contains more files than the package.
      if (!known.has(file)) return !ownPages.includes(path) || !existsSync(join(projectRoot, file))
      return place !== undefined && !placesOf(file).has(place)
    })
    expect(dead).toEqual([])
  })
})

test('no source map names a file that is not there', () => {
  const dead = packed
    .filter((path) => path.endsWith('.map'))
    .flatMap((path) => {
      const { sources, sourcesContent }: { sources: string[]; sourcesContent?: unknown } = JSON.parse(
        read(path),
      )
      return sourcesContent === undefined ? sources.map((source) => join(dirname(path), source)) : []
    })
    .filter((source) => !packed.includes(source))
  expect(dead).toEqual([])
  expect(
    packed
      .filter((path) => path.endsWith('.js'))
      .filter((path) => /^\/\/# sourceMappingURL=/m.test(read(path)) && !packed.includes(`${path}.map`)),
  ).toEqual([])
})

test('contains no file of the tests, the benchmarks and the tools', () => {
  expect(
    packed.filter(
      (path) =>
        !/^(dist\/(src|adapters|chunks|(adapters|answered-by|telemetry|testing)\.(d\.ts|js)|cli\.js|conformance-cases\.json\.gz|THIRD-PARTY-LICENSES\.md)|docs\/|adapters\/[\w-]+\/README\.md|[A-Z]+(\.md)?$|llms\.txt$|package\.json$)/.test(
          path,
        ),
    ),
  ).toEqual([])
})

test('everything that users install states that it runs on Node 20.19', () => {
  const { packages }: { readonly packages: Readonly<Record<string, Installed>> } = JSON.parse(
    read('package-lock.json'),
  )
  const bundled = [...read('dist/THIRD-PARTY-LICENSES.md').matchAll(/^## (\S+)/gm)].map(([, name]) => name)
  expect(bundled).toEqual(expect.arrayContaining(['commander', 'yaml']))
  const installed = Object.entries(packages).filter(
    ([path, { dev, peer, optional }]) =>
      bundled.includes(path.replace('node_modules/', '')) || (path !== '' && !dev && !peer && !optional),
  )
  expect(installed.length).toBeGreaterThan(5)
  expect(
    installed.filter(([, { engines }]) => engines?.node !== undefined && !takesNode20(engines.node)),
  ).toEqual([])
})

/** A package of the lock file. */
interface Installed {
  readonly dev?: boolean
  readonly peer?: boolean
  readonly optional?: boolean
  readonly engines?: { readonly node?: string }
}
