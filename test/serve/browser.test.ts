import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runLoop } from '../../src/chat/loop/index.js'
import { memoryStreams, readUiMessages, resumeResponse, toResponse } from '../../src/chat/serve/index.js'
import { defineTool, type Provider } from '../../src/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { hasChromium, openBrowser, servePage } from './browser/chromium.js'

const secret = 'of this test'
/** Folder for screenshots. Default: none are taken. */
const PICTURES = process.env.SCREENSHOTS

describe.skipIf(!hasChromium)('useChat in a browser', () => {
  let browser: Browser
  let close: (() => void) | undefined
  const ran: string[] = []
  const tools = [
    defineTool({
      name: 'weather',
      parameters: z.object({ city: z.string() }),
      execute: ({ city }) => ({ city, sky: 'rain', celsius: 7 }),
    }),
    defineTool({
      name: 'buy',
      parameters: z.object({ item: z.string() }),
      requiresApproval: true,
      execute: ({ item }) => {
        ran.push(item)
        return `${item} is bought`
      },
    }),
  ]

  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())
  afterEach(() => {
    close?.()
    ran.length = 0
  })

  /** Returns a page whose chat is answered by these replies. */
  async function opened(
    replies: Parameters<typeof scripted>[0],
    gate: () => Promise<unknown> = async () => {},
  ) {
    const store = memoryStreams()
    const { provider: inner } = scripted(replies)
    const provider: Provider = {
      ...inner,
      turn: (...given) => slowed(inner.turn(...given), gate),
    }
    const served = await servePage(async (request) => {
      if (request.method === 'GET') return resumeResponse({ store, id: 'chat-1', as: 'ui' })
      const { id, messages, approvals } = await readUiMessages(await request.json(), { secret })
      return toResponse(runLoop({ provider, messages, approvals, tools }), { as: 'ui', id, secret, store })
    })
    close = served.close
    const page = await browser.newPage()
    await page.goto(served.url)
    return { page, url: served.url }
  }

  async function say(page: Page, text: string): Promise<void> {
    await page.waitForSelector('input')
    await page.type('input', text)
    await page.keyboard.press('Enter')
  }

  async function shows(page: Page, text: string): Promise<void> {
    await page.waitForFunction(
      (wanted) => document.body.innerText.includes(wanted),
      { timeout: 30_000 },
      text,
    )
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES === undefined) return
    mkdirSync(PICTURES, { recursive: true })
    await page.screenshot({ path: join(PICTURES, `${name}.png`) })
  }

  const textOf = (page: Page) => page.evaluate(() => document.body.innerText)

  test('shows the steps of a loop', async () => {
    const { page } = await opened((_, turn) =>
      turn === 0
        ? answer('I look.', nativeCall('c1', 'weather', { city: 'Oslo' }))
        : answer('Take an umbrella.'),
    )
    await say(page, 'Do I need an umbrella?')
    await shows(page, 'Take an umbrella.')
    await shows(page, 'ready')
    await picture(page, 'steps')
    const text = await textOf(page)
    expect(text).toContain('tool-weather {"city":"Oslo"} output-available')
    expect(text.indexOf('I look.')).toBeLessThan(text.indexOf('tool-weather'))
    expect(text).not.toContain('error')
  })

  test.each([
    ['Allow', '.yes', ['milk'], 'milk is bought'],
    ['Deny', '.no', [], 'output-denied'],
  ])('%s: a call is asked about, answered, and the loop goes on', async (name, button, bought, outcome) => {
    const { page } = await opened((_, turn) =>
      turn === 0 ? answer('A moment.', nativeCall('c1', 'buy', { item: 'milk' })) : answer('So be it.'),
    )
    await say(page, 'Buy milk.')
    await page.waitForSelector(button)
    await picture(page, `${name}-asked`)
    expect(ran).toEqual([])
    await page.click(button)
    await shows(page, 'So be it.')
    await shows(page, 'ready')
    await picture(page, `${name}-answered`)
    expect(ran).toEqual(bought)
    expect(await textOf(page)).toContain(outcome)
    await say(page, 'Thanks.')
    await page.waitForFunction(() => document.querySelectorAll('.assistant').length === 2)
    expect(ran).toEqual(bought)
  })

  test('a page that is opened again in the middle of an answer gets all of it, once', async () => {
    let open = () => {}
    const opening = new Promise<void>((resolve) => {
      open = resolve
    })
    const { page, url } = await opened(
      () => answer('One two three.'),
      () => opening,
    )
    await say(page, 'Count.')
    await page.waitForFunction(() => document.body.innerText.includes('streaming'))
    await page.goto(`${url}/?resume`)
    await page.waitForFunction(() => document.body.innerText.includes('streaming'))
    open()
    await shows(page, 'One two three.')
    await shows(page, 'ready')
    await picture(page, 'resumed')
    const text = await textOf(page)
    expect(text.match(/Count\./g)).toHaveLength(1)
    expect(text.match(/One two three\./g)).toHaveLength(1)
  })

  test('an error is reported in general words', async () => {
    const { page } = await opened(() => new Error('the key is 1234'))
    await say(page, 'Hi')
    await shows(page, 'error: ')
    await picture(page, 'error')
    expect(await textOf(page)).toContain('error: Something went wrong.')
  })
})

/** Returns a turn that waits before its last event. */
function slowed(
  turn: ReturnType<Provider['turn']>,
  gate: () => Promise<unknown>,
): ReturnType<Provider['turn']> {
  return {
    get response() {
      return turn.response
    },
    notices: turn.notices,
    async *[Symbol.asyncIterator]() {
      for await (const event of turn) {
        if (event.type === 'text-end') await gate()
        yield event
      }
    },
  }
}
