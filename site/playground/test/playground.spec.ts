import { expect, test } from '@playwright/test'
import { chooseTab, example, openPlayground, paste, projectFile, status } from './support.js'

const REQUEST = projectFile('fixtures/anthropic-messages/error-result/request.json')
const STREAM = projectFile('fixtures/anthropic-messages/truncated-arguments/stream.sse')

test('recognizes pasted text, and names the sign', async ({ page }) => {
  await openPlayground(page)
  await paste(page, REQUEST)
  await expect(status(page)).toContainText('A request of Anthropic Messages, recognized')
  await expect(page.getByLabel('Read as')).toContainText('recognized: Anthropic Messages')
  await expect(page.getByRole('region', { name: 'The conversation' })).toContainText(
    'EACCES: permission denied',
  )
})

test('reads what is typed while it is typed, and keeps the field', async ({ page }) => {
  await openPlayground(page)
  const field = page.getByRole('textbox', { name: 'Input' })
  await field.fill(
    '{"model":"gpt-5","messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"f"}}]}',
  )
  await expect(status(page)).toContainText('OpenAI Chat Completions')
  await expect(field).toBeVisible()
})

test('another wire can be chosen for the input', async ({ page }) => {
  await openPlayground(page)
  await paste(page, REQUEST)
  await expect(status(page)).toContainText('Anthropic')
  await page.getByLabel('Read as').selectOption('openai-chat')
  await expect(status(page)).toContainText('A request of OpenAI Chat Completions')
})

test('every other wire is beside it', async ({ page }) => {
  await openPlayground(page)
  await paste(page, REQUEST)
  await expect(status(page)).toContainText('Anthropic')
  await chooseTab(page, 'Other wire')
  const text = page.getByRole('region', { name: 'The form of another wire' })
  await expect(text).toContainText('"max_completion_tokens": 1024')
  await page.getByLabel('Written for').selectOption('google-generate-content')
  await expect(text).toContainText('"functionDeclarations"')
  const targets = await page
    .getByLabel('Written for')
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
  expect(targets).toContain('bedrock-converse')
  expect(targets).not.toContain('anthropic-messages')
})

test('a notice leads to its place in both texts', async ({ page }) => {
  await openPlayground(page)
  await paste(page, STREAM)
  await expect(status(page)).toContainText('A stream of Anthropic Messages')
  await chooseTab(page, 'Canonical')
  await page.getByRole('button', { name: /the arguments are truncated/ }).click()
  await expect(page.getByRole('region', { name: 'Input with marks' }).locator('.current')).toContainText(
    'toolu_01E6uQg7SzUj5YmWeBh9MrPx',
  )
  await expect(page.getByRole('region', { name: 'Canonical form' }).locator('.current')).toContainText(
    'toolu_01E6uQg7SzUj5YmWeBh9MrPx',
  )
})

test('a notice of a translation is marked in both texts', async ({ page }) => {
  await openPlayground(page)
  await example(page, /rich schema/)
  await chooseTab(page, 'Other wire')
  await page.getByLabel('Written for').selectOption('anthropic-messages')
  await page.getByRole('button', { name: /plan_trip cannot be strict/ }).click()
  await expect(page.getByRole('region', { name: 'Input with marks' }).locator('.current')).toContainText(
    'plan_trip',
  )
  await expect(
    page.getByRole('region', { name: 'The form of another wire' }).locator('.current'),
  ).toContainText('plan_trip')
})

test('rejected fields are listed, and fixed one by one or together', async ({ page }) => {
  await openPlayground(page)
  await example(page, /is refused/)
  await chooseTab(page, 'Check')
  await expect(page.getByText('The provider refuses this request for 4 reasons.')).toBeVisible()
  await page.getByRole('button', { name: /the text is empty/ }).click()
  await expect(page.getByRole('region', { name: 'Input with marks' }).locator('.current')).toContainText(
    '"text": ""',
  )
  await page.getByRole('button', { name: 'Fix ANTHROPIC-CONTENT-01' }).click()
  await expect(page.getByText('The provider refuses this request for 3 reasons.')).toBeVisible()
  await page.getByRole('button', { name: 'Fix all 3' }).click()
  await expect(page.getByText('nothing is surely refused')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Input with marks' })).not.toContainText('"text": ""')
  await page.getByRole('button', { name: 'Undo the fix' }).click()
  await expect(page.getByText('The provider refuses this request for 3 reasons.')).toBeVisible()
})

test('a stream is shown at any moment', async ({ page }) => {
  await openPlayground(page)
  await example(page, /parallel calls/)
  await chooseTab(page, 'Playback')
  const answer = page.getByRole('region', { name: 'The answer at this moment' })
  await expect(answer).toContainText('call_porto')
  const slider = page.getByRole('slider')
  await slider.fill('7')
  await expect(answer).toContainText('being written')
  await expect(answer).not.toContainText('call_porto')
  await slider.press('Home')
  await expect(page.locator('[data-part="time"]')).toContainText('0 of 14 pieces')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.locator('[data-part="time"]')).toContainText('14 of 14 pieces')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
})

test('a cassette is played at its recorded pace, exchange by exchange', async ({ page }) => {
  await openPlayground(page)
  await example(page, /cassette/)
  const count = page.locator('[data-part="count"]')
  await expect(count).toContainText(/of \d+/)
  await page.getByRole('button', { name: 'Next record' }).click()
  await expect(page.getByLabel('Record', { exact: true })).toHaveValue('2')
  await expect(page.getByRole('tab', { name: 'Playback' })).toBeEnabled()
  await chooseTab(page, 'Playback')
  await expect(page.locator('[data-part="time"]')).toContainText(/\d+ of \d+ pieces, \d+\.\d\d s$/)
})

test('the schema of a tool is shown in every dialect', async ({ page }) => {
  await openPlayground(page)
  await example(page, /rich schema/)
  await chooseTab(page, 'Tool schema')
  const schemas = page.getByRole('region', { name: 'The schema in each dialect' })
  await expect(schemas).toContainText('google-generate-content')
  await expect(schemas).toContainText('minLength moved into the description /properties/from')
})

test('an address holds the input, and what was looked at', async ({ page, context }) => {
  await openPlayground(page)
  await paste(page, REQUEST)
  await expect(status(page)).toContainText('Anthropic')
  await chooseTab(page, 'Other wire')
  await page.getByLabel('Written for').selectOption('mistral-chat')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(status(page)).toContainText('The address of this page holds the input now')
  const other = await context.newPage()
  await openPlayground(other, new URL(page.url()).hash)
  await expect(other.getByLabel('Written for')).toHaveValue('mistral-chat')
  await expect(other.getByRole('region', { name: 'Input with marks' })).toContainText('Delete both files.')
})

test('too much text for an address, and a broken address, are reported', async ({ page }) => {
  await openPlayground(page, '#play=broken')
  await expect(status(page)).toContainText('This address is broken')
  const noise = Array.from({ length: 60_000 }, () => Math.random().toString(36)[2]).join('')
  await paste(
    page,
    JSON.stringify({
      model: 'claude',
      max_tokens: 1,
      messages: [{ role: 'user', content: [{ type: 'text', text: noise }] }],
    }),
  )
  await expect(page.getByRole('region', { name: 'Input with marks' })).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(status(page)).toContainText('too long for an address')
})

test('unreadable input is reported with its position, and stays', async ({ page }) => {
  await openPlayground(page)
  const broken = '{\n  "model": "x",\n  "messages": [}\n'
  await paste(page, broken)
  await expect(status(page)).toContainText('not JSON')
  await page.getByRole('button', { name: /not JSON/ }).click()
  await expect(page.getByRole('region', { name: 'Input with marks' }).locator('.current')).toContainText(
    '"messages": [}',
  )
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Input' })).toHaveValue(broken)
  await paste(page, 'Dear model, hello.')
  await expect(status(page)).toContainText('not JSON')
})

for (const [what, files] of [
  ['the worker', /\/worker-[^/]*\.js$/],
  ['a wire', /\/assets\/(?!worker-)[^/]*\.js$/],
] as const)
  test(`if ${what} could not be loaded, the next input is read`, async ({ page }) => {
    await openPlayground(page)
    const request = '{"model":"gpt-5","messages":[{"role":"user","content":"Hi"}]}'
    await page.route(files, (route) => route.abort())
    await paste(page, request)
    await expect(status(page)).toHaveClass(/bad/)
    await page.unroute(files)
    await paste(page, request)
    await expect(status(page)).toContainText('A request of OpenAI')
  })

test('markup in what is pasted stays text', async ({ page }) => {
  const evil = '<img src=x onerror="window.harmed=true"><script>window.harmed=true</script>'
  await openPlayground(page)
  await paste(
    page,
    JSON.stringify({
      model: evil,
      messages: [
        { role: 'user', content: evil },
        {
          role: 'assistant',
          tool_calls: [
            {
              id: evil,
              type: 'function',
              function: { name: evil, arguments: JSON.stringify({ [evil]: evil }) },
            },
          ],
        },
        { role: 'tool', tool_call_id: evil, content: evil },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: evil,
            description: evil,
            parameters: { type: 'object', properties: { [evil]: { type: evil, pattern: evil } } },
          },
        },
      ],
    }),
  )
  await expect(page.getByRole('region', { name: 'The conversation' })).toContainText('<img src=x')
  for (const name of ['Canonical', 'Other wire', 'Check', 'Tool schema']) {
    await chooseTab(page, name)
  }
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  expect(await page.locator('.toolwire-playground img, .toolwire-playground script').count()).toBe(0)
})

test('nothing is asked of anybody else, and there are no errors', async ({ page }) => {
  const { requests, errors } = await openPlayground(page)
  await example(page, /live session/)
  for (const name of ['Canonical', 'Other wire']) await chooseTab(page, name)
  const own = new URL(page.url()).origin
  expect(
    requests.filter((url) => !url.startsWith(own) && !url.startsWith('data:') && !url.startsWith('blob:')),
  ).toEqual([])
  expect(errors).toEqual([])
})

test('the keyboard reaches everything', async ({ page }) => {
  await openPlayground(page)
  await page.getByRole('button', { name: /is refused/ }).focus()
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('Anthropic')
  await page.getByRole('tab', { name: 'Conversation' }).focus()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Check' })).toBeFocused()
  await expect(page.getByText('The provider refuses this request')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Fix all 4' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('nothing is surely refused')).toBeVisible()
})
