// Every code of a notice, with what the documentation and the sources say of it.
import { readdirSync } from 'node:fs'
import { adapters, ROOT, read } from './sources.mjs'

const CODE = '[a-z]+(?:-[a-z]+)+'
const REPORTED = new RegExp(`\\b(?:code: |(?:warn|inform)\\(\\s*)'(${CODE})'`, 'g')
const MESSAGE = /^[\s\S]{0,200}?(?:message:|',)\s*(`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*')/

/** All codes in the order of `docs/notices.md`, those that only adapters have after them. */
export function noticeCodes() {
  const codes = new Map()
  for (const { code, ...row } of listedRows(read('docs/notices.md'))) entryOf(codes, code).rows.push(row)
  for (const adapter of adapters()) addAdapter(codes, adapter)
  addPlaces(codes, 'src')
  return [...codes.values()]
}

function entryOf(codes, code) {
  if (!codes.has(code)) codes.set(code, { code, rows: [], wires: [], places: [] })
  return codes.get(code)
}

/** Returns the rows of the tables of `docs/notices.md`. */
function listedRows(text) {
  return text.split(/^(?=## )/m).flatMap((section) => {
    const title = /^## (.+)/.exec(section)?.[1]
    const rows = [...section.matchAll(new RegExp(`^\\| \`(${CODE})\` \\|(.+)\\|$`, 'gm'))]
    return rows.map(([, code, rest]) => ({ code, section: title, ...told(rest.split(/(?<!\\)\|/)) }))
  })
}

/** Cells after the code: a severity, if there is one, and the words. */
function told(cells) {
  const text = cells.map((cell) => cell.trim())
  return text.length > 1 ? { severity: text[0], what: text[1] } : { severity: undefined, what: text[0] }
}

function addAdapter(codes, { id, title, isWire }) {
  const readme = read(`adapters/${id}/README.md`)
  for (const code of addPlaces(codes, `adapters/${id}`)) {
    const { wires } = codes.get(code)
    wires.push({ id, title, isWire, what: toldIn(readme, code) })
  }
}

/** Finds where a folder reports notices. @returns the codes that it has. */
function addPlaces(codes, folder) {
  const files = readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).sort()
  const found = files.filter((file) => file.endsWith('.ts')).flatMap((file) => placesIn(`${folder}/${file}`))
  for (const { code, ...place } of found) entryOf(codes, code).places.push(place)
  return new Set(found.map(({ code }) => code))
}

function placesIn(file) {
  const text = read(file)
  return [...text.matchAll(REPORTED)].map(({ 0: start, 1: code, index }) => ({
    code,
    file,
    line: text.slice(0, index + start.length).split('\n').length,
    severity: severityAt(start, text.slice(index, index + 120)),
    message: messageAfter(text.slice(index + start.length - 1)),
  }))
}

function severityAt(start, text) {
  if (start.startsWith('code')) return /severity: '(\w+)'/.exec(text)?.[1]
  return start.startsWith('warn') ? 'warning' : 'info'
}

/** Returns the words of a notice, with `…` for what is filled in. */
function messageAfter(text) {
  const literal = MESSAGE.exec(text)?.[1]
  return literal
    ?.slice(1, -1)
    .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
    .replaceAll(/\\(.)/g, '$1')
}

/**
 * Returns the explanation of a code in a README: its row, or the words in brackets after it. Names of rules
 * do not explain it.
 */
function toldIn(readme, code) {
  const row = new RegExp(`^\\|[^|]*\`${code}\`[^|]*\\|(.+)\\|$`, 'm').exec(readme)?.[1]
  const words =
    row
      ?.split(/(?<!\\)\|/)
      .at(-1)
      .trim() ?? bracketsAfter(readme, code)
  return words !== undefined && /[a-z]{3} /.test(words) ? words : undefined
}

function bracketsAfter(readme, code) {
  const after = new RegExp(
    `\`${code}\`(?:(?:, | and |,\n| and\n)\`[a-z-]+\`)*\\s\\(([^()]*(?:\\([^()]*\\)[^()]*)*)\\)`,
  )
  return after.exec(readme)?.[1].replaceAll(/\s+/g, ' ')
}

/** Codes in the prose of a text become links to their pages. */
export function withNoticeLinks(text, codes) {
  const known = new RegExp(`(?<![\\[\`\\w])\`(${[...codes].join('|')})\`(?![\`\\]])`, 'g')
  return outsideFences(text, (line) =>
    /^#/.test(line) ? line : line.replaceAll(known, '[`$1`](/notices/$1)'),
  )
}

function outsideFences(text, change) {
  let isCode = false
  return text
    .split('\n')
    .map((line) => {
      if (/^ *(```|~~~)/.test(line)) isCode = !isCode
      return isCode ? line : change(line)
    })
    .join('\n')
}
