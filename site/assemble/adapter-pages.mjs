// A page for each wire and format, out of the README in its folder, and the list of all wires.
import { firstSentence, head, sectionOf } from './markdown.mjs'
import { read } from './sources.mjs'

/** Creates the page of an adapter from its README: the first paragraph, the facts, then the rest. */
export function adapterPage(adapter) {
  const { id, title, isWire } = adapter
  const body = read(`adapters/${id}/README.md`).replace(/^# .*\n+/, '')
  const description = firstSentence(body)
  const [start, ...rest] = body.split('\n\n')
  return `${head({ title: `${title} (${isWire ? 'wire' : 'format'})`, description })}# ${title}\n\n${start}\n\n${facts(adapter)}\n${rest.join('\n\n')}`
}

function facts({ id, names, reference }) {
  const rows = [
    ['Id', `\`${id}\``],
    ['Import', `[\`toolwire/adapters/${id}\`](/reference/toolwire/adapters/${id}/)`],
    ...(names.length > 0 ? [['Short names', names.map((name) => `\`${name}\``).join(', ')]] : []),
    ['Reference', `<${reference}>`],
  ]
  return `${rows.map(([name, value]) => `- ${name}: ${value}`).join('\n')}\n`
}

/** Creates the list of wires from the table of the README. */
export function wiresPage() {
  const table = sectionOf(read('README.md'), 'Wires')
  const description =
    'The APIs of providers that Toolwire reads and writes, what it preserves and what it reports.'
  return `${head({ title: 'Wires', description, aside: false })}# Wires

A wire is the format of a provider's API: requests, answers, streams. Each page says what becomes what, what is preserved, and
which [notices](/notices/) the wire reports. Formats of libraries, protocols and traces are [formats](/formats/).

${table}
`
}
