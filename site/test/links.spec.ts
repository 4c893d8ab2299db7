import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

const BASE = '/toolwire/'
const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
)
const pages = new Map(files.map((file) => [file, readFileSync(join(dist, file), 'utf8')]))
const ids = new Map<string, Set<string>>()

/** Returns the ids of the elements of a page. */
function idsOf(file: string): Set<string> {
  const found =
    ids.get(file) ?? new Set([...(pages.get(file) ?? '').matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
  ids.set(file, found)
  return found
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]* href="([^"]+)"/g)].map(([, target = '']) =>
    target.replaceAll('&amp;', '&'),
  )
}

/** Returns the file of an address of the site. */
function fileOf(path: string): string {
  const name = path.slice(BASE.length)
  if (name === '' || name.endsWith('/')) return `${name}index.html`
  return posix.extname(name) === '' ? `${name}.html` : name
}

function isDead(target: string, from: string): boolean {
  if (/^[a-z]+:/.test(target)) return false
  const [path = '', place = ''] = target.split('#')
  const file = path === '' ? from : fileOf(path)
  if (!existsSync(join(dist, file))) return true
  return place !== '' && pages.has(file) && !idsOf(file).has(decodeURIComponent(place))
}

test('every link of the site leads to a page and a place on it', () => {
  expect(pages.size).toBeGreaterThan(300)
  const dead = [...pages].flatMap(([file, html]) =>
    linksIn(html)
      .filter((target) => isDead(target, file))
      .map((target) => `${file}: ${target}`),
  )
  expect(dead).toEqual([])
})

test('no page is an end: each has links in its text, or a next page', () => {
  const ends = [...pages].filter(([file, html]) => {
    if (file === '404.html' || file === 'playground.html') return false
    const text = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    return !linksIn(text).some((target) => target.startsWith(BASE)) && !html.includes('pager-link next')
  })
  expect(ends.map(([file]) => file)).toEqual([])
})

test('no page loads anything from another host', () => {
  const LOADS =
    /<(?:script|img|iframe|source)\b[^>]* src="(?:https?:)?\/\/[^"]*"|<link\b[^>]* href="(?:https?:)?\/\/[^"]*"|url\((?:https?:)?\/\/[^)]*\)/g
  const styles = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'))
  const texts = [...pages.values(), ...styles.map((name) => readFileSync(join(dist, 'assets', name), 'utf8'))]
  expect(texts.flatMap((text) => text.match(LOADS) ?? [])).toEqual([])
})

test('every column of a table has a title', () => {
  const untitled = [...pages].filter(([, html]) => /<th[^>]*>\s*<\/th>/.test(html))
  expect(untitled.map(([file]) => file)).toEqual([])
})
