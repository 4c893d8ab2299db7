import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

const ROOT = new URL('../../../', import.meta.url)

/** Reads a file of the project. */
export function projectFile(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8')
}

/** Opens the playground, and records its requests by host. */
export async function openPlayground(
  page: Page,
  fragment = '',
): Promise<{ readonly requests: string[]; readonly errors: string[] }> {
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(`playground${fragment}`)
  await settled(page)
  return { requests, errors }
}

/**
 * Waits until the playground is loaded and has shown the requested content, including shared state in its
 * URL.
 */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('.toolwire-playground')).toHaveAttribute('aria-busy', 'false')
}

/** Gives a text as if it were pasted. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Input' }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

export function status(page: Page) {
  return page.locator('[data-part="status"]')
}

export async function chooseTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
  await settled(page)
}

export async function example(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
  await expect(status(page)).toContainText(/recognized|named/)
}
