// Generates an adapter's index.ts: the adapter, built from the codecs in its folder, and its public functions
// as separate exports, so that a bundler includes only the functions that a program imports and their
// dependencies.
import { existsSync, readFileSync } from 'node:fs'

/** The parts of an adapter, and the file in its folder that exports each part under this name. */
const CODECS = {
  title: 'names',
  docs: 'names',
  http: 'http',
  socket: 'socket',
  limits: 'limits',
  messages: 'messages',
  tools: 'tools',
  hosted: 'hosted',
  request: 'request',
  cacheFields: 'cache',
  response: 'response',
  session: 'session',
  citations: 'citations',
  evidence: 'evidence',
  pieces: 'pieces',
  converter: 'converter',
  sent: 'sent',
  fit: 'fit',
}
/** The functions for one call and one result, and the parts they are built from. */
const OF_PIECES = {
  toolCall: 'callReader',
  encodeCall: 'callWriter',
  decodeResult: 'resultReader',
  encodeResult: 'resultWriter',
}
/** The parts that `translate` needs. */
const OF_MESSAGES = ['limits', 'messages', 'cacheFields', 'converter', 'sent', 'fit']
/** The parts of the public functions, some of which have the same names. */
const OF_WORDS = {
  encodeResults: 'messages',
  decodeResponse: 'response',
  stream: 'stream',
  streamEncoder: 'stream-encoder',
  framing: 'framing',
}

/** The widest line that Biome leaves on one line: `lineWidth` of biome.json. */
const WIDTH = 110

/**
 * Returns the text of index.ts, formatted as Biome formats it.
 * @param wire the folder in `adapters/`.
 * @param adapters the folder of all adapters.
 */
export function entryOf(wire, adapters = 'adapters') {
  const folder = folderOf(wire, adapters)
  const parts = [...adapter(folder), ...exported(folder), ...words(folder), ...messages(folder)]
  const code = parts.join('\n')
  return `// Written by scripts/adapters.mjs, from the files beside it.\n${imports(folder, code)}\n${code}\n`
}

/** Returns the names of codecs and functions in a folder, and further facts from its files. */
function folderOf(wire, adapters) {
  const textOf = (file) => {
    const path = `${adapters}/${wire}/${file}.ts`
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  const has = ([name, file]) =>
    new RegExp(`^export (?:const|function|\\{)[^=(]*\\b${name}\\b`, 'm').test(textOf(file))
  const [, types] = /^export interface (\w+(?:Types|Native))\b/m.exec(textOf('wire')) ?? []
  if (types === undefined)
    throw new Error(`adapters/${wire}/wire.ts exports no interface of its native types, called …Types`)
  const [about] = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/(?=\nexport const title)/.exec(textOf('names')) ?? []
  if (about === undefined)
    throw new Error(`adapters/${wire}/names.ts exports no title with a comment that says what the adapter is`)
  return {
    wire,
    name: wire.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
    types,
    about,
    alias: /^export const alias = '(\w+)'/m.exec(textOf('names'))?.[1],
    codecs: Object.entries(CODECS)
      .filter(has)
      .map(([name]) => name),
    words: Object.entries(OF_WORDS)
      .filter(has)
      .map(([name]) => name),
    hasAdapter: textOf('adapter') !== '',
    hasExports: textOf('exports') !== '',
  }
}

/** Returns the local name of a part in the file. Some parts have the name of an exported function. */
function local(name) {
  const others = { messages: 'messagesCodec', stream: 'decoding', decodeResponse: 'decode' }
  return others[name] ?? name
}

function member(name) {
  return local(name) === name ? `  ${name},` : `  ${name}: ${local(name)},`
}

function adapter({ wire, name, types, about, alias, codecs, words: ofWords, hasAdapter }) {
  const stream = ofWords.filter((word) => ['stream', 'streamEncoder', 'framing'].includes(word)).map(local)
  const made = [
    about,
    `export const ${name} = /* @__PURE__ */ defineAdapter<${types}>({`,
    `  id: '${wire}',`,
    ...codecs.map(member),
    ...(stream.length > 0 ? [`  stream: /* @__PURE__ */ withEncoder(${stream.join(', ')}),`] : []),
    '})',
  ]
  const short = [`/** The short name of \`${name}\`. */`, `export const ${alias} = ${name}`]
  return [
    ...(hasAdapter ? [`export * from './adapter.js'`] : made),
    ...(alias === undefined ? [] : short),
    `export default ${name}`,
  ]
}

function exported({ hasExports }) {
  return [...(hasExports ? [`export * from './exports.js'`] : []), `export type * from './wire.js'`]
}

function words({ wire, types, codecs, words: ofWords }) {
  const converted = codecs.includes('converter') ? ['converter'] : []
  const listed = ofWords.includes('stream') ? [converted[0] ?? 'undefined', 'decoding'] : converted
  const rows = [
    ['decodeResponse', 'toolCalls', 'callsReader', ['decode', 'pieces', ...converted]],
    ['encodeResults', 'toolResults', 'resultsWriter', ['encodeResults']],
    ['stream', 'stream', 'streamReader', ['decoding']],
    ['stream', 'collect', 'streamCollector', ['decoding']],
    ['decodeResponse', 'decodeResponse', 'responseDecoder', ['decode', ...listed]],
  ]
  return rows.flatMap(([of, name, maker, given]) =>
    ofWords.includes(of) ? [called(name, `${maker}<${types}>`, [`'${wire}'`, ...given])] : [],
  )
}

function called(name, maker, given) {
  return wrapped(`export const ${name} = /* @__PURE__ */ ${maker}(`, given, ')', '')
}

/** Returns the code of `messages`. A format without an encoder defines its own functions. */
function messages({ wire, types, codecs, words: ofWords }) {
  if (!ofWords.includes('encodeResults')) return []
  return [
    '/** As much of the adapter as `translate` needs. */',
    `export const messages = /* @__PURE__ */ messagesWire<${types}>({`,
    `  id: '${wire}',`,
    ...codecs.filter((name) => OF_MESSAGES.includes(name)).map(member),
    '})',
    ...Object.entries(OF_PIECES).map(([name, maker]) =>
      called(name, `${maker}<${types}>`, ['messages', 'pieces']),
    ),
  ]
}

/** Returns the names that the code uses. */
function imports({ types, name, codecs, words: ofWords, hasAdapter }, code) {
  const isUsed = (word) => new RegExp(`\\b${word}\\b(?!: )`).test(code)
  const shared = {
    'codec/wire/define-adapter': ['defineAdapter', 'withEncoder'],
    'codec/wire/everyday': [
      'callsReader',
      'responseDecoder',
      'resultsWriter',
      'streamCollector',
      'streamReader',
    ],
    'codec/wire/messages-wire': ['messagesWire'],
    'codec/wire/piece-words': Object.values(OF_PIECES),
  }
  const files = new Map()
  for (const word of [...codecs, ...ofWords]) {
    const file = CODECS[word] ?? OF_WORDS[word]
    if (isUsed(local(word)))
      files.set(file, [...(files.get(file) ?? []), local(word) === word ? word : `${word} as ${local(word)}`])
  }
  const own = [...files, ...(hasAdapter ? [['adapter', [name]]] : [])].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return [
    ...Object.entries(shared).map(([file, all]) => line(all.filter(isUsed), `../../src/${file}.js`)),
    ...own.map(([file, all]) => line(all, `./${file}.js`)),
    `import type { ${types} } from './wire.js'\n`,
  ].join('')
}

function line(names, file) {
  return names.length === 0 ? '' : `${wrapped('import {', names.sort(), `} from '${file}'`, ' ')}\n`
}

/** Joins items on one line, or puts each on a line of its own if they are too wide. */
function wrapped(before, items, after, space) {
  const flat = `${before}${space}${items.join(', ')}${space}${after}`
  return flat.length <= WIDTH ? flat : `${before}\n${items.map((item) => `  ${item},\n`).join('')}${after}`
}
