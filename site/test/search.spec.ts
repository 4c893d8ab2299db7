import { expect, test } from '@playwright/test'

/** Questions of users, and the pages that answer each. One of these pages has to be the first or second hit. */
const QUESTIONS: readonly (readonly [question: string, ...answers: string[]])[] = [
  ['switch provider in the middle of a conversation', 'guides/switching-providers'],
  [
    '400 tool_use ids without tool_result',
    'guides/refusals',
    'notices/result-missing',
    'wires/anthropic-messages',
  ],
  ['approve a tool call before it runs', 'guides/asking-for-approval', 'guides/approvals'],
  ['replay recorded fixtures in tests', 'guides/replay'],
  [
    'arguments truncated max_tokens',
    'guides/tool-errors',
    'notices/arguments-unusable',
    'guides/response-errors',
  ],
  ['use Claude Code with Gemini', 'guides/proxy-clients', 'guides/proxy'],
  ['BullMQ worker', 'guides/queue-workers'],
  ['big integers rounded', 'notices/number-rounded', 'notices/number-precision'],
  ['structured output', 'guides/structured-output'],
  ['what does notice id-rewritten mean', 'notices/call-id-changed'],
  ['call-id-changed', 'notices/call-id-changed'],
  ['deploy proxy docker', 'guides/proxy-deployment'],
  ['remove api keys from recordings', 'guides/redaction'],
  ['mcp server tools', 'guides/mcp-tools'],
  ['fallback', 'guides/fallback'],
  ['retry 529', 'guides/retries'],
  ['OpenTelemetry export', 'guides/tracing', 'formats/open-telemetry'],
  ['cost', 'guides/costs'],
  ['React useChat reload', 'guides/react-client', 'guides/chat-route'],
  ['runLoop', 'reference/toolwire/loop/', 'guides/agent-loop'],
]

test('common queries have their page as the first or second hit', async ({ page }) => {
  await page.goto('guides/getting-started', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Search' }).first().click()
  const box = page.locator('.VPLocalSearchBox input')
  const results = page.locator('.VPLocalSearchBox .result')
  for (const [question, ...answers] of QUESTIONS) {
    await test.step(question, async () => {
      await box.fill('')
      await expect(results).toHaveCount(0)
      await box.fill(question)
      // The first time, the index is loaded.
      await expect(results.first()).toBeVisible()
      const hits = await results.evaluateAll((all) =>
        all.slice(0, 5).map((hit) => hit.getAttribute('href') ?? ''),
      )
      const pages = hits.map((hit) => hit.replace('/toolwire/', '').split('#')[0])
      expect
        .soft(
          pages.slice(0, 2).some((hit) => answers.includes(hit ?? '')),
          `${question}: ${hits.join(' ')}`,
        )
        .toBe(true)
    })
  }
})
