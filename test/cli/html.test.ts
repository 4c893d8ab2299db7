import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { tries } from '../support/cases.js'
import { runCli } from '../support/run-cli.js'

const folder = mkdtempSync(join(tmpdir(), 'toolwire-html-'))
afterAll(() => rmSync(folder, { recursive: true }))
const page = join(folder, 'page.html')

async function pageOf(records: readonly unknown[], argv: readonly string[] = []) {
  const result = await runCli(['inspect', '--jsonl', '--html', page, ...argv], records)
  return { ...result, html: existsSync(page) ? readFileSync(page, 'utf8') : '' }
}

/** Returns the tags of a page with their attributes, and the text between the tags. */
const tagsIn = (html: string) => html.match(/<[^>]*>/g) ?? []
const textOf = (html: string) =>
  html
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_match, code) => String.fromCharCode(code))

/** Returns the policy of a page, as a browser decodes it. */
const policyOf = (html: string) =>
  (/Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '').replace(/&#(\d+);/g, (_match, code) =>
    String.fromCharCode(code),
  )

const recordWith = (text: string) => ({
  id: text,
  request: {
    fake: 1,
    model: text,
    tools: [text],
    messages: [
      { role: 'system', parts: [{ say: text }] },
      { role: 'user', parts: [{ say: text }] },
      { role: 'assistant', parts: [{ say: text }, { call: text, id: 'c1', args: { [text]: text } }] },
      { role: 'tool', parts: [{ result: text, id: 'c1' }] },
    ],
  },
  response: {
    fake: 1,
    answer: [{ say: text }, { call: text, id: `c2${text}`, text: `{"a": ${text}` }],
    end: text,
  },
})

it('shows results next to their calls, and broken calls and notices at their positions', async () => {
  const record = {
    id: 'one',
    request: {
      fake: 1,
      tools: ['get_weather'],
      messages: [
        { role: 'user', parts: [{ say: 'Weather?' }] },
        { role: 'assistant', parts: [{ call: 'get_weather', id: 'c1', args: { city: 'Oslo' } }] },
        { role: 'tool', parts: [{ result: '<tool_error>offline</tool_error>', id: 'c1' }] },
      ],
    },
    response: {
      fake: 1,
      answer: [{ call: 'pay', id: 'c2', text: '{"cents":' }, { say: 'Hm.' }],
      end: 'done',
    },
  }
  const { html, stdout, stderr, status } = await pageOf([record, { id: 'two', response: {} }, 7])
  expect(stdout).toBe('')
  expect(stderr).toBe(
    `toolwire: 2 of 3 records failed; see "error" in their place on the page\ntoolwire: wrote ${page}\n`,
  )
  expect(status).toBe(1)
  const text = textOf(html).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/get_weather c1 \{ "city": "Oslo" \} error offline/)
  expect(text).toMatch(
    /pay malformed: do not run c2 \{"cents": no result warning the arguments are malformed.*Hm\./,
  )
  expect(text).toContain('3 records')
  expect(text.match(/offline/g)).toHaveLength(2)
  expect(html.match(/<article /g)).toHaveLength(3)
  expect(html.match(/<a href="#r\d"/g)).toHaveLength(3)
  expect(html).toContain('class="pair broken"')
})

it('joins the text pieces of an answer', async () => {
  const { html } = await pageOf([
    { response: { fake: 1, answer: [{ say: 'It is 330 m tall' }, { say: '.' }], end: 'done' } },
  ])
  expect(html).toContain('<p class="text">It is 330 m tall.</p>')
})

it('marks provider-executed calls, and shows their results', async () => {
  const adapters = new URL('../../adapters/', import.meta.url)
  const fixture = 'fixtures/anthropic-messages/provider-executed'
  const { status } = await runCli(['inspect', fixture, '--html', page], '', { adapters })
  const html = readFileSync(page, 'utf8')
  expect(status).toBe(0)
  expect(html).toContain('class="pair there"')
  expect(textOf(html).replaceAll(/\s+/g, ' ')).toMatch(
    /web_search provider-executed srvtoolu\w+ \{ "query": .*? \} ok/,
  )
})

it('lists the requests of one conversation together, under its question', async () => {
  const adapters = new URL('../../adapters/', import.meta.url)
  const weather = { role: 'user', content: 'Does it rain in Oslo?' }
  const call = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }
  const later = [
    weather,
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'rain' },
  ]
  const requestOf = (messages: readonly object[]) => ({
    wire: 'openai-chat',
    request: { model: 'gpt-5.4', messages },
  })
  const other = requestOf([{ role: 'user', content: 'And a joke?' }])
  const input = [requestOf([weather]), other, requestOf(later)]
  await runCli(['inspect', '--jsonl', '--html', page], input, { adapters })
  const list = /<nav[\s\S]*/.exec(readFileSync(page, 'utf8'))?.[0] ?? ''
  expect(textOf(list)).toMatch(/3 records, 2 conversations/)
  expect(list.match(/Does it rain in Oslo\?/g)).toHaveLength(1)
  expect(list.indexOf('#r3')).toBeLessThan(list.indexOf('And a joke?'))
})

it("names a conversation by the user's text, not by an agent's preamble", async () => {
  const adapters = new URL('../../adapters/', import.meta.url)
  const content = ['<system-reminder>Today is Monday.</system-reminder>', 'Rain?'].map((text) => ({
    type: 'text',
    text,
  }))
  const record = { wire: 'openai-chat', request: { model: 'gpt-5.4', messages: [{ role: 'user', content }] } }
  await runCli(['inspect', '--jsonl', '--html', page], [record, record], { adapters })
  expect(readFileSync(page, 'utf8')).toContain('<p class="thread">Rain? ')
})

it('loads no other file, and runs only the script of the page', async () => {
  const { html } = await pageOf([recordWith('x')])
  expect(html).toContain(`content="default-src &#39;none&#39;; style-src`)
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(html.match(/<script\b/g)).toHaveLength(1)
  expect(policyOf(html)).toContain(`script-src 'sha256-${hash}';`)
  expect(html).not.toMatch(/<(link|iframe|object|embed|base|form)\b|@import|url\(/i)
  for (const tag of tagsIn(html)) {
    expect(tag).not.toMatch(/\son\w+=/i)
    for (const [, address = ''] of tag.matchAll(/\b(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^(#|data:image\/)/)
  }
})

it.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style></title><svg onload=alert(1)>',
  '--><!-- ]]>',
  '`alert(1)`',
  'javascript:alert(1)',
  '&lt;script&gt;',
  '\u202eevil\u0000\u001b[31m',
])('shows %j as the text that it is', async (hostile) => {
  const harmless = await pageOf([recordWith('harmless')])
  const { html } = await pageOf([recordWith(hostile)])
  expect(tagsIn(html).map(nameOf)).toEqual(tagsIn(harmless.html).map(nameOf))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(html).not.toMatch(/[\u0000-\u0008\u001b\u202e]/)
  if (!hostile.includes('\u0000')) expect(textOf(html)).toContain(hostile)
})

it('has the same tags for any texts', async () => {
  const harmless = tagsIn((await pageOf([recordWith('harmless')])).html).map(nameOf)
  const hostile = fc.string({ unit: fc.constantFrom(...'<>"\'&/= \n;`!-[]{}\\', 'script', 'a', '\ud800') })
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const { html } = await pageOf([recordWith(`t${text}`)])
      expect(tagsIn(html).map(nameOf)).toEqual(harmless)
    }),
    tries(50),
  )
})

/** Returns the tag and the names of its attributes. */
function nameOf(tag: string): string {
  return tag.replace(/"[^"]*"/g, '""')
}

it('keeps the page that is there when it cannot be made', async () => {
  const kept = join(folder, 'kept.html')
  writeFileSync(kept, 'old')
  const { status, stderr } = await runCli(['inspect', 'missing.json', '--html', kept])
  expect(stderr).toContain('missing.json: no such file')
  expect(status).toBe(2)
  expect(readFileSync(kept, 'utf8')).toBe('old')
})

it.each([60, 3000, 100_000])('shows records that are nested %i levels deep', async (levels) => {
  const nested = '['.repeat(levels) + ']'.repeat(levels)
  const text = `{"a": ${nested}, "b": "the end"}`
  const { status, stderr, html } = await pageOf([
    { id: 'deep', response: { fake: 1, answer: [{ call: 'get', id: 'c1', text }], end: 'done' } },
    { id: 'next', response: { fake: 1, answer: [{ say: 'still here' }], end: 'done' } },
  ])
  expect([status, stderr]).not.toEqual([2, expect.anything()])
  expect(textOf(html)).toContain('still here')
  expect(textOf(html)).toContain('the end')
  expect(html.length).toBeLessThan(400_000)
})
