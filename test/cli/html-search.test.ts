import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { hasChromium, openBrowser } from '../serve/browser/chromium.js'
import { runCli } from '../support/run-cli.js'

const folder = mkdtempSync(join(tmpdir(), 'toolwire-search-'))
const page = join(folder, 'page.html')

const requestOf = (text: string, model = 'gpt-5.4') => ({
  wire: 'openai-chat',
  request: { model, messages: [{ role: 'user', content: text }] },
})

describe.skipIf(!hasChromium)('the search of a page, in Chromium', () => {
  let browser: Browser

  beforeAll(async () => {
    const records = [
      requestOf('Rain in Oslo?'),
      requestOf('<b>Rain</b> in Bergen?', 'other'),
      requestOf('A joke?'),
    ]
    await runCli(['inspect', '--jsonl', '--html', page], records, { adapters: ADAPTERS_FOLDER })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['RAIN', ['r1', 'r2'], '2 of 3'],
    ['rain other', ['r2'], '1 of 3'],
    ['<b>rain', ['r2'], '1 of 3'],
    ['nothing of it', [], '0 of 3'],
    [' ', ['r1', 'r2', 'r3'], ''],
  ])('"%s" shows %j', async (words, shown, count) => {
    const tab = await browser.newPage()
    const errors: string[] = []
    tab.on('console', (message) => errors.push(message.text()))
    tab.on('pageerror', (error) => errors.push(String(error)))
    await tab.goto(pathToFileURL(page).href)
    await tab.type('#search', words)
    expect(await tab.$$eval('article:not([hidden])', (all) => all.map(({ id }) => id))).toEqual(shown)
    expect(
      await tab.$$eval('nav li:not([hidden]) > a', (all) => all.map((link) => link.getAttribute('href'))),
    ).toEqual(shown.map((id) => `#${id}`))
    expect(await tab.$eval('#found', ({ textContent }) => textContent)).toBe(count)
    expect(errors).toEqual([])
    await tab.close()
  })
})
