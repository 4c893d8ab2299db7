import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './support/project.js'

/** A file of the project, by its path from the project root with forward slashes. */
interface Source {
  readonly path: string
  /** Without comments. */
  readonly code: string
  /** Without comments and without the insides of string literals. */
  readonly bare: string
  readonly imports: readonly string[]
}

/** Lower may not import higher; equal ranks are separate from each other. */
const RANKS: Readonly<Record<string, number>> = {
  json: 0,
  model: 1,
  schema: 2,
  http: 2,
  logs: 2,
  shape: 3,
  stream: 4,
  wire: 5,
  catalogue: 5.5,
  fit: 6,
  format: 7,
  lint: 7,
  tools: 7,
  exchange: 8,
  redaction: 8,
  output: 8,
  send: 8,
  repair: 8,
  provider: 9,
  'text-calls': 9,
  bullmq: 9,
  replay: 9,
  input: 9.5,
  html: 9.7,
  proxy: 10,
  loop: 10,
  session: 11,
  serve: 11,
  cli: 11,
  demo: 12,
}
/** Files of `src` that only gather what can be imported. */
const ENTRIES: readonly (string | undefined)[] = ['index', 'adapter-kit']
/** The heartbeat of a worker is a thread, which only Node has. */
const MAY_USE_NODE =
  /^src\/((cli|redaction|replay|demo)(\/|\.ts$)|bullmq\/heartbeat\.ts$|http\/compression\.ts$)/
/**
 * The demonstration and the command line's help show real wires; credentials are found by packages of their platforms; rows of models and dialects are named after the models that write them, and logs after the
 * programs.
 */
const MAY_NAME_PROVIDERS =
  /^src\/(demo\/|logs\/|catalogue\/(rows\/|index\.ts$)|input\/share-gpt\.ts$|cli\/proxy\/credentials\.ts$|text-calls\/(dialects\/|index\.ts$))/
const PROVIDERS =
  /openai|anthropic|google|gemini|claude|bedrock|mistral|cohere|ollama|deepseek|openrouter|vertex/i
/** The audited helpers; everything else gets along without. */
const MAY_CAST = ['src/json/read-json.ts', 'src/json/write-json.ts']

/** `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`. */
const IMPORTS =
  /^\s*(?:import|export)\b(?:[^'"]*?\bfrom)?\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/gm

const sources = ['src', 'adapters'].flatMap(filesOf).map(readSource)
const inSrc = sources.filter(({ path }) => path.startsWith('src/'))
const inAdapters = sources.filter(({ path }) => path.startsWith('adapters/'))

function filesOf(folder: string): string[] {
  try {
    return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file.split(sep).join('/')}`)
  } catch {
    return []
  }
}

function readSource(path: string): Source {
  const text = readFileSync(join(projectRoot, path), 'utf8')
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
  const bare = code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")
  const imports = [...code.matchAll(IMPORTS)].map(([, from, loaded]) => resolved(path, from ?? loaded ?? ''))
  return { path, code, bare, imports }
}

/** The imported file from the project root, or the bare specifier. */
function resolved(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  const file = resolve(projectRoot, dirname(path), specifier)
  return relative(projectRoot, file).split(sep).join('/').replace(/\.js$/, '.ts')
}

function isServedInterface(path: string, target: string): boolean {
  return path.startsWith('src/serve/') && target.startsWith('adapters/ai-sdk/')
}

function layerOf(path: string): string | undefined {
  return /^src\/([\w-]+)(\/|\.ts$)/.exec(path)?.[1]
}

function breaches(files: readonly Source[], judge: (source: Source) => readonly string[]): string[] {
  return files.flatMap((source) => judge(source).map((breach) => `${source.path}: ${breach}`))
}

test('src has the layers that are ranked here, and no other', () => {
  const layers = inSrc.map(({ path }) => layerOf(path)).filter((layer) => !ENTRIES.includes(layer))
  expect([...new Set(layers)].filter((layer) => layer === undefined || RANKS[layer] === undefined)).toEqual(
    [],
  )
})

test('dependencies in src point down only', () => {
  const wrong = breaches(inSrc, ({ path, imports }) =>
    imports.filter((target) => {
      const [from, to] = [layerOf(path), layerOf(target)]
      if (from === undefined || to === undefined || from === to || ENTRIES.includes(from)) return false
      return (RANKS[to] ?? 99) >= (RANKS[from] ?? -1)
    }),
  )
  expect(wrong).toEqual([])
})

test('src imports no adapter, but the interfaces of the AI SDK where they are served', () => {
  const wrong = breaches(inSrc, ({ path, imports }) =>
    imports.filter((target) => target.startsWith('adapters/') && !isServedInterface(path, target)),
  )
  expect(wrong).toEqual([])
})

test('adapters import only src and their own folder, another adapter only in family.ts', () => {
  const wrong = breaches(inAdapters, ({ path, imports }) => {
    const own = `adapters/${path.split('/')[1]}/`
    return imports.filter((target) => {
      if (target.startsWith('src/') || target.startsWith(own)) return false
      return !(target.startsWith('adapters/') && path.endsWith('/family.ts'))
    })
  })
  expect(wrong).toEqual([])
})

test('an adapter does not import its rules, so that importing it stays small', () => {
  const wrong = breaches(inAdapters, ({ imports }) =>
    imports.filter((target) => target.endsWith('/rules.ts')),
  )
  expect(wrong).toEqual([])
})

test('src names no provider', () => {
  const wrong = breaches(
    inSrc.filter(({ path }) => !MAY_NAME_PROVIDERS.test(path)),
    ({ code }) =>
      code
        .replace(/https?:\/\/\S+/g, '')
        .split('\n')
        .filter((line) => PROVIDERS.test(line)),
  )
  expect(wrong).toEqual([])
})

test('node modules are imported only where there is a command line or a disk', () => {
  const wrong = breaches(
    sources.filter(({ path }) => !MAY_USE_NODE.test(path)),
    ({ imports, bare }) => [
      ...imports.filter((target) => target.startsWith('node:')),
      ...(bare.match(/\b(process|Buffer|__dirname)\b\s*[.[(]/g) ?? []),
    ],
  )
  expect(wrong).toEqual([])
})

test('BullMQ is imported only where calls run on other machines, so that nobody else needs it', () => {
  // The proxy loads the client of Redis when its state is kept there.
  const wrong = breaches(
    sources.filter(({ path }) => layerOf(path) !== 'bullmq' && path !== 'src/cli/proxy/proxy-state.ts'),
    ({ imports }) => imports.filter((target) => /^(bullmq|ioredis)(\/|$)|^src\/bullmq\//.test(target)),
  )
  expect(wrong).toEqual([])
})

test('no any, no casts and no non-null assertions outside the audited helpers', () => {
  const wrong = breaches(
    sources.filter(({ path }) => !MAY_CAST.includes(path)),
    ({ bare }) =>
      bare
        .split('\n')
        .filter(
          (line) =>
            !/^\s*(import\b|export (type )?[*{])/.test(line) &&
            !/^\s*(type )?\w+ as \w+,?$|\[\w+ in keyof \w+ as /.test(line),
        )
        .filter((line) =>
          /\bas\s+(?!const\b)[\w{[(]|:\s*any\b|<any>|\bany\[\]|[\w)\]]!(?=[.;,)\]\s]|$)(?!\s*=)/.test(line),
        ),
  )
  expect(wrong).toEqual([])
})

test('no files import each other in a circle, not even for their types', () => {
  const imports = new Map(sources.map(({ path, imports: from }) => [path, from]))
  const finished = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, way: readonly string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' -> '))
    if (finished.has(path) || way.includes(path)) return
    for (const next of imports.get(path) ?? []) visit(next, [...way, path])
    finished.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  expect(circles).toEqual([])
})
