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

/** The wings of `src`. A wing imports from wings of a lower rank only. Wings of one rank do not import each other. */
const WINGS: Readonly<Record<string, number>> = {
  base: 0,
  codec: 1,
  tools: 1,
  translate: 2,
  'text-calls': 3,
  chat: 3,
  traffic: 4,
  proxy: 5,
  conformance: 5,
  cli: 6,
}
/** The rooms of a wing, ranked in the same way. */
const ROOMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  base: { json: 0, model: 1, schema: 1, seal: 1, http: 2 },
  codec: { shape: 0, stream: 1, wire: 2, format: 3 },
  translate: { catalogue: 0, fit: 1, lint: 2, exchange: 3, repair: 3 },
  chat: { conversation: 0, output: 0, send: 0, provider: 1, loop: 2, serve: 3, session: 3 },
  traffic: { logs: 0, redaction: 0, sessions: 0, replay: 1, input: 2, mock: 2, html: 3 },
}
/** Files outside of the wings: the entries. */
const ENTRIES = ['src/adapter-kit.ts', 'src/cli.ts', 'src/index.ts', 'src/spec.ts']
/** The heartbeat of a worker is a thread, which exists only in Node. */
const MAY_USE_NODE =
  /^src\/((cli|traffic\/redaction|traffic\/replay)(\/|\.ts$)|tools\/queue\/heartbeat\.ts$|base\/http\/compression\.ts$)/
/**
 * Credentials are found by packages of their platforms. Rows of models and dialects are named after the models that write
 * them, logs and sessions after the programs, shapes of keys after their vendors, and rows of the mock after the servers. Conformance cases are about the APIs of providers. The table of fields is computed from all wires, and says which of them read a field.
 */
const MAY_NAME_PROVIDERS =
  /^src\/(conformance\/|traffic\/(logs\/|sessions\/|mock\/rows\/|input\/share-gpt\.ts$|redaction\/secret-shapes\.ts$)|translate\/(catalogue\/(rows\/|index\.ts$)|lint\/wire-words\.ts$)|cli\/(proxy\/credentials|commands\/(session|conformance))\.ts$|text-calls\/(dialects\/|index\.ts$))/
const PROVIDERS =
  /openai|anthropic|google|gemini|claude|bedrock|mistral|cohere|ollama|deepseek|openrouter|vertex/i
/** The audited helpers. Casts are not allowed in other files. */
const MAY_CAST = ['src/base/json/read-json.ts', 'src/base/json/write-json.ts']

/** `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`. */
const IMPORTS =
  /^\s*(?:import|export)\b(?:[^'"]*?\bfrom)?\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/gm

/** `export function x`, `export const x`, `export interface X` and other declarations; re-exports do not match. */
const DECLARED =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
/** The entry of an adapter, which exports its parts under the names of the contract. */
const ADAPTER_ENTRY = /^adapters\/[\w-]+\/(adapter|index)\.ts$/

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

/** Returns the path of the imported file from the project root, or the bare specifier. */
function resolved(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  const file = resolve(projectRoot, dirname(path), specifier)
  return relative(projectRoot, file).split(sep).join('/').replace(/\.js$/, '.ts')
}

function isServedInterface(path: string, target: string): boolean {
  return path.startsWith('src/chat/serve/') && target.startsWith('adapters/ai-sdk/')
}

/** Returns the wing of a file of `src`. Entries have no wing. */
function wingOf(path: string): string | undefined {
  return /^src\/([\w-]+)\//.exec(path)?.[1]
}

/** Returns the room of a file within its wing. Files directly in a wing have no room. */
function roomOf(path: string): string | undefined {
  return /^src\/[\w-]+\/([\w-]+)\//.exec(path)?.[1]
}

function breaches(files: readonly Source[], judge: (source: Source) => readonly string[]): string[] {
  return files.flatMap((source) => judge(source).map((breach) => `${source.path}: ${breach}`))
}

/** Returns the files that declare each exported name. Entries of adapters repeat names, and are omitted. */
function declarationsIn(files: readonly Source[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const { path, code } of files)
    if (!ADAPTER_ENTRY.test(path))
      // The overloads of a function have one name.
      for (const name of new Set([...code.matchAll(DECLARED)].flatMap(([, name]) => name ?? [])))
        found.set(name, [...(found.get(name) ?? []), path])
  return found
}

/** Returns the contract of adapters: the names that their entries import from their folders. */
function contractNames(): Set<string> {
  const entries = inAdapters.filter(({ path }) => ADAPTER_ENTRY.test(path))
  const imported = entries.flatMap(({ code }) => [...code.matchAll(/^import \{([^}]*)\} from '\.\/[^']*'/gm)])
  return new Set(
    imported.flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? '')),
  )
}

function repeated(files: readonly Source[]): string[] {
  const declarations = [...declarationsIn(files)].filter(([, paths]) => paths.length > 1)
  return declarations.map(([name, paths]) => `${name}: ${paths.join(', ')}`)
}

test('src has the wings and rooms that are ranked here, and no other', () => {
  const beside = inSrc.filter(({ path }) => wingOf(path) === undefined).map(({ path }) => path)
  expect(beside.sort()).toEqual(ENTRIES)
  expect([...new Set(inSrc.flatMap(({ path }) => wingOf(path) ?? []))].sort()).toEqual(
    Object.keys(WINGS).sort(),
  )
  for (const [wing, ranks] of Object.entries(ROOMS)) {
    const rooms = inSrc.filter(({ path }) => wingOf(path) === wing).flatMap(({ path }) => roomOf(path) ?? [])
    expect([...new Set(rooms)].sort()).toEqual(Object.keys(ranks).sort())
  }
})

test('ranks are integers', () => {
  const ranks = [WINGS, ...Object.values(ROOMS)].flatMap((rows) => Object.values(rows))
  expect(ranks.filter((rank) => !Number.isInteger(rank))).toEqual([])
})

test('wings of src import lower wings only', () => {
  const wrong = breaches(inSrc, ({ path, imports }) =>
    imports.filter((target) => {
      const [from, to] = [wingOf(path), wingOf(target)]
      if (from === undefined || from === to || !target.startsWith('src/')) return false
      return to === undefined || (WINGS[to] ?? 99) >= (WINGS[from] ?? -1)
    }),
  )
  expect(wrong).toEqual([])
})

test('rooms of a wing import lower rooms only', () => {
  const wrong = breaches(inSrc, ({ path, imports }) =>
    imports.filter((target) => {
      const ranks = ROOMS[wingOf(path) ?? '']
      const [from, to] = [roomOf(path), roomOf(target)]
      if (ranks === undefined || wingOf(path) !== wingOf(target) || from === to) return false
      return from !== undefined && (ranks[to ?? ''] ?? 99) >= (ranks[from] ?? -1)
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
  // The proxy loads the Redis client if its state is stored in Redis.
  const wrong = breaches(
    sources.filter(
      ({ path }) => !path.startsWith('src/tools/queue/') && path !== 'src/cli/proxy/proxy-state.ts',
    ),
    ({ imports }) => imports.filter((target) => /^(bullmq|ioredis)(\/|$)|^src\/tools\/queue\//.test(target)),
  )
  expect(wrong).toEqual([])
})

test('the template engine is imported only where chat templates are read', () => {
  const wrong = breaches(
    sources.filter(({ path }) => !path.startsWith('src/text-calls/chat-template/')),
    ({ imports }) =>
      imports.filter((target) => /^@huggingface\/|^src\/text-calls\/chat-template\//.test(target)),
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

test('an exported name is declared once in src, and once in an adapter', () => {
  const adapters = new Set(inAdapters.map(({ path }) => path.split('/')[1] ?? ''))
  const wrong = [...adapters].flatMap((adapter) =>
    repeated(inAdapters.filter(({ path }) => path.startsWith(`adapters/${adapter}/`))),
  )
  expect([...repeated(inSrc), ...wrong]).toEqual([])
})

test('an adapter declares no name of src, except names of its contract', () => {
  // Adapters may share names, because each of them does the same for another wire.
  const [inSource, contract] = [declarationsIn(inSrc), contractNames()]
  const shared = [...declarationsIn(inAdapters)].filter(([name]) => inSource.has(name) && !contract.has(name))
  expect(shared.map(([name, paths]) => `${name}: ${inSource.get(name)}, ${paths.join(', ')}`)).toEqual([])
})
