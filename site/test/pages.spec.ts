import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One page of each kind, by its address below the base. */
const KINDS = {
  home: './',
  playground: 'playground',
  guide: 'guides/getting-started',
  'long guide': 'guides/proxy',
  'wide tables': 'guides/settings-by-wire',
  wire: 'wires/openai-chat',
  wires: 'wires/',
  format: 'formats/mcp',
  notices: 'notices/',
  notice: 'notices/call-id-changed',
  reference: 'reference/',
  'entry point': 'reference/toolwire/loop/',
  'group of an entry point': 'reference/toolwire/objects-in-answers',
}

/** Opens a page. @returns what went wrong meanwhile and later: errors of the console, and requests to other hosts. */
async function open(page: Page, address: string): Promise<string[]> {
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(String(error)))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') wrong.push(request.url())
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  return wrong
}

/** Returns the findings of axe, one per line. */
async function findings(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** Returns the pixels by which the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

for (const [kind, address] of Object.entries(KINDS)) {
  test(`${kind}: no errors, no other hosts, accessible, and it fits a phone`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    const wrong = await open(page, address)
    expect(await overflow(page), 'wide').toBe(0)
    expect(await findings(page), 'wide and light').toEqual([])
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.locator('html.dark')).toHaveCount(1)
    expect(await overflow(page), 'on a phone').toBe(0)
    expect(await findings(page), 'on a phone and dark').toEqual([])
    expect(wrong).toEqual([])
  })
}

test('the first page shows the problem and the answer in one screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, './')
  for (const words of ['without `tool_result` blocks', 'runLoop({'])
    await expect(page.getByText(words).last()).toBeInViewport({ ratio: 1 })
  for (const name of ['Getting started', 'Playground', 'Providers'])
    await expect(page.locator('.home-say').getByRole('link', { name })).toBeInViewport({ ratio: 1 })
})

for (const width of [1280, 390])
  test(`the code of the first page is not cut at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await open(page, './')
    const hidden = await page
      .locator('.home pre')
      .evaluateAll((blocks) => blocks.map((block) => block.scrollWidth - block.clientWidth))
    expect(hidden).toEqual([0, 0])
  })

test('a guide links to its source and shows the day of its last change', async ({ page }) => {
  await open(page, 'guides/streaming')
  await expect(page.getByRole('link', { name: 'Edit this page' })).toHaveAttribute(
    'href',
    /\/docs\/streaming\.md$/,
  )
  await expect(page.getByText('Last change')).toBeVisible()
})

test('a phone shows the result of the playground in the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 'playground')
  await page.getByRole('button', { name: 'A stream with parallel calls (OpenAI)' }).click()
  await expect(page.getByRole('tab', { name: 'Conversation' })).toBeInViewport({ ratio: 1 })
})

test('an address without a page shows an explanation and links', async ({ page }) => {
  await page.goto('guides/of-nothing')
  await expect(page.getByRole('link', { name: 'To the first page' }).first()).toBeVisible()
})

test('language models find the texts', async ({ request }) => {
  const list = await (await request.get('llms.txt')).text()
  expect(list).toContain('# Toolwire')
  const [address = ''] = /https:\S+\/guides\/streaming\.md/.exec(list) ?? []
  const copy = await request.get(address.replace('https://toolwire.github.io/toolwire/', ''))
  expect(await copy.text()).toContain('# Streaming')
  const whole = await (await request.get('llms-full.txt')).text()
  expect(whole).toContain('# Streaming')
  expect(whole.length).toBeGreaterThan(300_000)
})
