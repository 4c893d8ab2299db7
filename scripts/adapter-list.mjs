// The text of adapters.ts: every adapter by its wire id, each loaded on demand.

import { existsSync } from 'node:fs'
import { adapterName } from './adapter-name.mjs'

/**
 * Returns the text of adapters.ts, formatted as Biome formats it.
 * @param wires the folders in `adapters/`.
 */
export function listOf(wires) {
  return `// Written by scripts/adapters.mjs, from the folders in adapters/.
${wires.map((wire, index) => `import { names as names${index} } from './adapters/${wire}/names.js'\n`).join('')}import { createLibrary } from './src/traffic/library.js'

export type { DecodeAnyOptions, DecodedTraffic, Traffic } from './src/traffic/decode-traffic.js'
export type { AdapterNamed, LazyAdapter, Library, NameOn } from './src/traffic/library.js'

const library = /* @__PURE__ */ createLibrary({
${wires.map(shelfOf).join('')}})

/**
 * Every adapter by its wire id, loaded on demand.
 * @example const adapter = await adapters['${wires[0]}']()
 */
export const adapters = library.adapters

/**
 * Loads an adapter by its wire id or a short name.
 * @throws AdapterError('unknown-wire') with the list of known names.
 * @example const adapter = await loadAdapter('${wires[0]}')
 */
export const loadAdapter: (typeof library)['loadAdapter'] = library.loadAdapter

/**
 * Recognizes and decodes traffic: a request, an answer, the text or events of a stream, a record \`{request?,
 * response?, sse?, chunks?, wire?}\` of them, or a piece of one: a choice, a message, a list of content, one
 * call, one result, a list of these. Conversations and messages of this library are read as well. Traffic is
 * text, bytes, a value, or a \`Response\`, whose body is read. It is read as the command line reads a file. JSON
 * text keeps numbers that a double would round.
 * @param options \`wire\` names the wire of traffic that several wires encode alike.
 * @throws AdapterError 'unknown-wire' if no adapter recognizes the traffic, 'wrong-type' if it contains several
 * exchanges, and any error of decoding.
 * @example const { wire, calls } = await decodeAny(await readFile('answer.json', 'utf8'))
 */
export const decodeAny = library.decodeAny

/**
 * Returns the problems for which the provider is known to refuse a request.
 * @param of the wire's adapter, id or short name.
 * @param limits the limits to apply: a profile name, or limits that differ. Default: the usual limits.
 * @returns nothing when the request breaks no rule that is known.
 * @throws AdapterError for an unknown wire or profile, and for a request that is not an object.
 */
export const lintRequest = library.lintRequest
/** The acceptance rules of a wire, by a name of it or its adapter. */
export const loadRules = library.loadRules
`
}

function shelfOf(wire, index) {
  const rules = `    rules: async () => (await import('./adapters/${wire}/rules.js')).rules,\n`
  return `  ${wire.includes('-') ? `'${wire}'` : wire}: {
    names: names${index},
    load: async () => (await import('./adapters/${wire}/index.js')).${adapterName(wire)},
${existsSync(`adapters/${wire}/rules.ts`) ? rules : ''}  },
`
}
