// A page for each code of a notice, and the list of all.
import { asPage, head } from './markdown.mjs'
import { repositoryUrl } from './sources.mjs'

const SINGLE = 'Of single wires and formats'

/** Returns the sections of the notices and the codes in each, for the menu. */
export function noticeMenu(codes) {
  const titles = [...new Set(codes.map(sectionOf))]
  return titles.map((text) => ({
    text,
    items: codes.filter((notice) => sectionOf(notice) === text).map(({ code }) => code),
  }))
}

function sectionOf({ rows }) {
  return rows[0]?.section ?? SINGLE
}

/** Returns the codes that only adapters have, which follow `docs/notices.md`. */
export function singleCodes(codes) {
  const own = codes.filter((notice) => sectionOf(notice) === SINGLE)
  const rows = own.map((notice) => `| \`${notice.code}\` | ${severitiesOf(notice)} | ${summaryOf(notice)} |`)
  return `\n## ${SINGLE}\n\n| code | severity | what happened |\n|---|---|---|\n${rows.join('\n')}\n`
}

/**
 * Creates the page of a notice.
 * @param keywords what people search for who want this page.
 */
export function noticePage(notice, keywords) {
  const { code, rows, wires } = notice
  return [
    head({ title: `${code} (notice)`, description: plain(summaryOf(notice)), aside: false, keywords }),
    `# \`${code}\`\n`,
    `${severityLine(notice)}\n`,
    ...(rows.length > 0 ? rows.map(({ what }) => `${what}\n`) : [`${summaryOf(notice)}\n`]),
    ...words(notice),
    ...wiresSaying(wires),
    ...places(notice),
    '## What to do\n',
    advice(notice),
  ].join('\n')
}

/** Returns the event in a sentence: from the table, from a README, or from the message of the notice. */
export function summaryOf({ rows, wires, places }) {
  const told = rows[0]?.what ?? wires.find(({ what }) => what !== undefined)?.what
  if (told !== undefined) return sentence(told)
  const message = places.find((place) => place.message !== undefined)?.message
  return message === undefined ? 'The wire says more about it below.' : sentence(asPage(message))
}

function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

function plain(text) {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
}

function severitiesOf({ places }) {
  return [...new Set(places.map(({ severity }) => severity).filter(Boolean))].sort().join(', ') || '-'
}

function severityLine(notice) {
  const { rows } = notice
  if (/^Errors/.test(sectionOf(notice))) return 'The code of an **error** inside a stream, not of a notice.'
  const severity = rows[0]?.severity ?? severitiesOf(notice)
  return `A notice. Severity: **${severity === '-' ? 'by the case' : severity}**. Group: ${sectionOf(notice)}.`
}

function words({ places }) {
  const messages = [...new Set(places.map(({ message }) => message).filter(Boolean))]
  if (messages.length === 0) return []
  return ['## Its message\n', ...messages.map((message) => `\`\`\`text\n${message}\n\`\`\`\n`)]
}

function wiresSaying(wires) {
  if (wires.length === 0) return []
  const items = wires.map(({ id, title, isWire, what }) => {
    const link = `[${title}](/${isWire ? 'wires' : 'formats'}/${id})`
    return what === undefined ? `- ${link}` : `- ${link}: ${what}`
  })
  return ['## Wires and formats that report it\n', `${items.join('\n')}\n`]
}

function places({ places: all }) {
  if (all.length === 0) return []
  const items = all.map(({ file, line }) => `- [${file}](${repositoryUrl(file, line)})`)
  return ['## Where in the source\n', `${[...new Set(items)].join('\n')}\n`]
}

function advice(notice) {
  if (/^Errors/.test(sectionOf(notice)))
    return '- [Errors of an answer](/guides/response-errors)\n- [Streaming](/guides/streaming)\n- [All codes](/notices/)\n'
  return `- To fail instead of going on, use \`mode: 'strict'\`, which throws at the first warning: [notices and strict mode](/guides/strict-mode).
- \`path\` of the notice says where it is: [what paths lead into](/notices/).
- To see it on your own request, paste that into the [playground](/playground).
`
}
