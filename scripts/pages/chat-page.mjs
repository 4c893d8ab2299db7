import { join } from 'node:path'

/** Milliseconds. Long, because the time until something is shown depends on the load of the machine. */
const TIMEOUT = 120_000
/** Tabs in the background draw no frames, so frames cannot be waited for. */
const POLLING = { polling: 50 }
const WIDTHS = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } }

/** One tab with the chat page. */
export class ChatPage {
  /** Faults that the browser reported. */
  faults = []
  #page
  #pictures

  constructor(page, pictures) {
    this.#page = page
    this.#pictures = pictures
    page.setDefaultTimeout(TIMEOUT)
    page.on('pageerror', (error) => this.faults.push(String(error)))
  }

  get url() {
    return this.#page.url()
  }

  async goto(address) {
    await this.#page.goto(address)
    await this.#ready()
  }

  async reload() {
    await this.#page.reload()
    await this.#ready()
  }

  /** The server renders the page of Next.js before its script runs. */
  async #ready() {
    await this.#page.waitForSelector('main[data-ready]')
  }

  async type(text) {
    await this.#page.bringToFront()
    await this.#page.locator('input').fill(text)
  }

  async say(text) {
    await this.type(text)
    await this.#page.locator('form button:enabled').click()
  }

  /** Clicks a button as soon as it is shown. */
  async click(name, count = 1) {
    await this.#page.bringToFront()
    await this.#page.locator(`button::-p-text(${name})`).click({ count })
  }

  /** Waits until the page contains the text. */
  async shows(text) {
    try {
      await this.#page.waitForFunction((wanted) => document.body.innerText.includes(wanted), POLLING, text)
    } catch (cause) {
      throw new Error(`The page does not show "${text}", but:\n${await this.text()}`, { cause })
    }
  }

  /** Waits until no answer is running. */
  async isReady() {
    await this.#page.waitForFunction(() => document.querySelector('.status') === null, POLLING)
  }

  text() {
    return this.#page.evaluate(() => document.body.innerText)
  }

  input() {
    return this.#page.$eval('input', ({ value }) => value)
  }

  /** Returns the messages as shown, each with its author. */
  messages() {
    return this.#page.$$eval('ol > li', (items) =>
      items.map(({ className, innerText }) => `${className}: ${innerText.replace(/\s+/g, ' ').trim()}`),
    )
  }

  /** Stores pictures in two widths, if they are wanted. */
  async picture(name) {
    if (this.#pictures === undefined) return
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      await this.#page.setViewport(viewport)
      await this.#page.screenshot({ path: join(this.#pictures, `${name}-${width}.png`) })
    }
  }
}
