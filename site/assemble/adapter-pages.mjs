// A page for each wire and format, from the README in its folder.
import { firstSentence, head } from './markdown.mjs'
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
