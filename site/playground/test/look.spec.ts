import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import { chooseTab, example, openPlayground } from './support.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the axe rules that the page breaks, with the elements. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } = Reflect.get(
      window,
      'axe',
    )
    const { violations } = await axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await openPlayground(page)
    expect(await findings(page)).toEqual([])
    await example(page, /is refused/)
    for (const name of ['Conversation', 'Canonical', 'Other wire', 'Check', 'Tool schema']) {
      await chooseTab(page, name)
      expect(await findings(page), name).toEqual([])
    }
    await page
      .getByLabel('Example')
      .selectOption({ label: 'A stream that was cut within a call (Anthropic)' })
    await expect(page.getByRole('tab', { name: 'Playback' })).toBeEnabled()
    await chooseTab(page, 'Playback')
    expect(await findings(page), 'Playback').toEqual([])
  })

test('fits 390 pixels, each view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPlayground(page)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBe(0)
  await example(page, /rich schema/)
  for (const name of ['Conversation', 'Canonical', 'Other wire', 'Check', 'Tool schema']) {
    await chooseTab(page, name)
    expect(await overflow(), name).toBe(0)
  }
})
