// The importable entry points, and the purpose of each.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const WIRES = readFileSync(new URL('../../docs/wires.md', import.meta.url), 'utf8')
const SUMMARIES = {
  toolwire: 'What programs use: the canonical model, tools, providers, translation, sending.',
  'toolwire/adapters': 'All adapters in one import, loaded on demand, and functions that recognize the wire.',
  'toolwire/tools': 'Running the calls of a model: tools, contexts, executors, policies, events, errors.',
  'toolwire/loop': 'A loop over the turns of a model and the calls that it makes.',
  'toolwire/conversation': 'Conversations whose record is stored as they happen.',
  'toolwire/session': 'Live sessions: a model that listens and speaks over a socket.',
  'toolwire/text-calls': 'Calls that models write as text.',
  'toolwire/chat-template': 'Reading and writing calls as the chat template of a model does.',
  'toolwire/models': 'What is known of models.',
  'toolwire/serve': 'From the events of a turn or a loop to a browser, and back.',
  'toolwire/proxy': 'A server that answers clients of one wire from a provider of another.',
  'toolwire/answered-by': 'The client of one provider, answered by another provider, without a server.',
  'toolwire/conformance': 'Test translators of LLM calls with the public conformance cases.',
  'toolwire/spec': 'The types of the specification of a tool call, without code.',
  'toolwire/telemetry': 'Spans of OpenTelemetry for turns, decoded exchanges and logs.',
  'toolwire/bullmq': 'Running calls on other machines, through BullMQ.',
  'toolwire/queue': 'Helpers for programs that run calls with another queue.',
  'toolwire/replay': 'Recording exchanges with providers, redacting them, and replaying them.',
  'toolwire/mock': 'A server that refuses and streams like a real one, to develop against.',
  'toolwire/testing': 'Cassettes in tests, with any test runner.',
  'toolwire/schemas': 'Zod schemas of the canonical model.',
  'toolwire/adapter-kit': 'What an adapter is made of. Programs that only use adapters need nothing of it.',
}
const ADAPTER = /^toolwire\/adapters\/([^/]+)(\/rules)?$/

/** Returns every entry point of the package, by its source file. Each adapter is a separate entry point. */
export function entryPoints() {
  const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const targets = Object.entries(exports).filter(([, { types }]) => types !== undefined)
  return new Map(
    targets.flatMap(([key, { types }]) => {
      const source = types.replace('./dist/', '').replace('.d.ts', '.ts')
      const imported = key.replace('.', name)
      if (!source.includes('*')) return [[source, imported]]
      return readdirSync(source.split('/*')[0])
        .map((adapter) => [source.replace('*', adapter), imported.replace('*', adapter)])
        .filter(([file]) => existsSync(file))
    }),
  )
}

/** Returns the entry points in the order of the reference, with adapters last. */
export function inOrder(names) {
  const listed = Object.keys(SUMMARIES).filter((name) => names.includes(name))
  const others = names.filter((name) => !listed.includes(name)).sort()
  return [...listed, ...others]
}

/** Returns the purpose of an entry point in one sentence. */
export function summaryOf(name) {
  const [, adapter, rules] = ADAPTER.exec(name) ?? []
  if (adapter === undefined) {
    if (SUMMARIES[name] === undefined)
      throw new Error(`scripts/api/entry-points.mjs has no words for ${name}.`)
    return SUMMARIES[name]
  }
  const { title = adapter } = /export const title =\s*'(?<title>[^']+)'/.exec(
    readFileSync(`adapters/${adapter}/names.ts`, 'utf8'),
  ).groups
  return rules === undefined
    ? `The adapter of ${title}: [what it does](${pageOfAdapter(adapter)}).`
    : `What providers of ${title} refuse, for \`lintRequest\`.`
}

/**
 * Returns the adapter of an entry point.
 * @returns the id of the adapter behind an entry point, if there is one.
 */
export function adapterOf(name) {
  return ADAPTER.exec(name)?.[1]
}

function pageOfAdapter(adapter) {
  return `https://toolwire.github.io/toolwire/${isWire(adapter) ? 'wires' : 'formats'}/${adapter}`
}

/** Returns true for the adapters that docs/wires.md lists. Other adapters are formats. */
export function isWire(adapter) {
  return WIRES.includes(`(../adapters/${adapter}/README.md)`)
}
