import type { Browser, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { hasChromium, openBrowser } from '../serve/browser/chromium.js'
import { served } from '../support/replay.js'
import { type RunningCli, startCli } from '../support/run-cli.js'

const encoder = new TextEncoder()
const frame = (content: string) =>
  encoder.encode(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)

describe.skipIf(!hasChromium)('the page of a proxy, in Chromium', () => {
  let browser: Browser
  let proxy: RunningCli
  let tab: Page
  let answer: ReadableStreamDefaultController<Uint8Array>
  const problems: string[] = []
  const hosts = new Set<string>()

  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  beforeEach(async () => {
    // Each answer is a stream that the test writes.
    const server = await served(async (input, init) => {
      await new Request(input, init).text()
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          answer = controller
          controller.enqueue(frame('It '))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    })
    const to = ['--to', 'openai-chat', '--target', `${server.url}/v1`, '--page']
    proxy = await startCli(['proxy', '--from', 'anthropic-messages', ...to], { adapters: ADAPTERS_FOLDER })
    tab = await browser.newPage()
    problems.length = 0
    hosts.clear()
    tab.on('console', (message) => problems.push(message.text()))
    tab.on('pageerror', (error) => problems.push(String(error)))
    tab.on('request', (request) => hosts.add(new URL(request.url()).host))
    await tab.goto(pageUrl())
    await shown('#state', 'live')
  })
  afterEach(async () => {
    expect(problems).toEqual([])
    expect([...hosts]).toEqual([new URL(pageUrl()).host])
    await tab.close()
    await proxy.stop()
  })

  const pageUrl = () => /http:\/\/127\.0\.0\.1:\d+\/[\da-f]{32}\//.exec(proxy.stderr())?.[0] ?? ''

  /** Waits until an element of the page contains a text. */
  const shown = (selector: string, text: string) =>
    tab.waitForFunction(
      (place, wanted) => document.querySelector(place)?.textContent?.includes(wanted),
      {},
      selector,
      text,
    )

  async function asked(text: string): Promise<() => Promise<void>> {
    const response = await fetch(`${proxy.url}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({
        ...{ model: 'claude-x', max_tokens: 9, stream: true },
        messages: [{ role: 'user', content: text }],
      }),
    })
    const rest = response.text()
    return async () => {
      answer.enqueue(encoder.encode('data: [DONE]\n\n'))
      answer.close()
      await rest
    }
  }

  it('shows an answer as it grows, and its end', async () => {
    const end = await asked('Will it rain?')
    await shown('#turn h2', 'Will it rain?')
    await shown('#live', 'It ')
    answer.enqueue(frame('rains '))
    await shown('#live', 'It rains')
    await shown('nav', 'answering')
    answer.enqueue(frame('<img src=x onerror=alert(1)>'))
    await end()
    await shown('article[data-stage=over]', 'onerror')
    expect(await tab.$('img')).toBeNull()
  })

  it('follows the newest turn until one is chosen, by keyboard alone', async () => {
    await (await asked('First?'))()
    await shown('h2', 'First?')
    await (await asked('Second?'))()
    await shown('h2', 'Second?')
    await tab.focus('#search')
    await tab.keyboard.type('first')
    await shown('#list', '1 of 2 turns')
    const focused = () =>
      tab.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.id)
    for (const wanted of ['#', expect.stringMatching(/cassette$/), '#1']) {
      await tab.keyboard.press('Tab')
      expect(await focused()).toEqual(wanted)
    }
    await tab.keyboard.press('Enter')
    await shown('h2', 'First?')
    await tab.waitForFunction(() => document.activeElement?.id === 'turn')
    expect(await tab.$eval('[aria-current]', (link) => link.getAttribute('href'))).toBe('#1')
    await (await asked('Third?'))()
    await shown('#list', '1 of 3 turns')
    expect(await tab.$eval('h2', ({ textContent }) => textContent)).toBe('First?')
    await tab.evaluate(() => {
      location.hash = ''
    })
    await shown('h2', 'Third?')
  })

  it('keeps the focus in the list while it changes', async () => {
    await (await asked('First?'))()
    await shown('h2', 'First?')
    await tab.focus('nav a[href="#1"]')
    await (await asked('Second?'))()
    await shown('#list', '2 turns')
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#1')
  })

  it.each([390, 1300])('fits a screen of %i pixels, and names its parts', async (width) => {
    await tab.setViewport({ width, height: 800 })
    await (await asked(`Long${'g'.repeat(200)}`))()
    await shown('h2', 'Long')
    const page = await tab.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      language: document.documentElement.lang,
      unnamed: [...document.querySelectorAll('nav, main, input')].filter(
        (part) => !part.getAttribute('aria-label'),
      ).length,
      headings: [...document.querySelectorAll('h1, h2, h3')].map(({ tagName }) => tagName),
    }))
    expect(page).toEqual({
      width,
      language: 'en',
      unnamed: 0,
      headings: ['H1', 'H2', 'H3', 'H3', 'H3', 'H3'],
    })
  })

  it.each(['light', 'dark'])('can be read where the system is %s', async (scheme) => {
    await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await (await asked('Rain?'))()
    await shown('h2', 'Rain?')
    expect(await tab.evaluate(faintTexts)).toEqual([])
  })
})

/** Returns the texts whose contrast is below 4.5: https://www.w3.org/TR/WCAG22/#contrast-minimum */
function faintTexts(): string[] {
  const channels = (color: string) => color.match(/[\d.]+/g)?.map(Number) ?? []
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
      value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element: Element | null): string => {
    if (element === null) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(element)
    return channels(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor
  }
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
  return [...document.querySelectorAll('body *:not(script, style)')]
    .filter(hasText)
    .filter((element) => {
      const [one = 0, other = 0] = [light(getComputedStyle(element).color), light(behind(element))].sort()
      return (other + 0.05) / (one + 0.05) < 4.5
    })
    .map((element) => `${element.tagName} ${element.textContent}`)
}
