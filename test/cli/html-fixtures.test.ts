import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { fixtures } from '../support/exchanges.js'
import { projectRoot } from '../support/project.js'
import { runCli } from '../support/run-cli.js'

const folder = mkdtempSync(join(tmpdir(), 'toolwire-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
const pages = new Map<string, string>()

/** Returns the page of all fixtures of a wire. */
async function pageOf(wire: string): Promise<string> {
  const page = join(folder, `${wire}.html`)
  const argv = ['inspect', '--html', page, join(projectRoot, 'fixtures', wire)]
  await runCli(argv, '', { adapters: ADAPTERS_FOLDER })
  const html = pages.get(wire) ?? readFileSync(page, 'utf8')
  pages.set(wire, html)
  return html
}

/** Text in its escaped form on a page. */
const shown = (text: string) => text.replaceAll(/[^\w.-]/g, (character) => `&#${character.codePointAt(0)};`)

it.each(adapters.map(({ wire }) => wire))('each call of each fixture of %s is on the page', async (wire) => {
  const html = await pageOf(wire)
  const { adapter } = adapterOf(wire)
  const own = fixtures.filter((fixture) => fixture.wire === wire)
  const calls = own.flatMap(({ response }) => (response === undefined ? [] : adapter.toolCalls(response)))
  expect(calls.length).toBeGreaterThan(3)
  for (const { name } of calls) expect(html).toContain(`<span class="name">${shown(name)}</span>`)
})

it('provider-executed, pictures, sources, broken and denied calls, and data of one wire look different', async () => {
  const all = (await Promise.all(adapters.map(({ wire }) => pageOf(wire)))).join('\n')
  for (const sign of [
    'provider-executed',
    ': do not run',
    'no result',
    'no result yet',
    '<img alt=',
    'source: ',
    'a native part of ',
    'class="text thought"',
    'hidden reasoning',
    '<span class="badge bad">error</span>',
    '<span class="badge good">ok</span>',
    '<span class="badge">custom</span>',
  ])
    expect(all, sign).toContain(sign)
})
