/*
 * Fields of a body that a provider reads from headers: senders move them, and translations, which have no headers,
 * report them.
 */
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { parseJson } from '../../src/base/json/parse.js'
import { fetchSend } from '../../src/chat/send/fetch-send.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { adapters } from '../support/adapters.js'

const rows = adapters.flatMap(({ adapter }) =>
  Object.entries(adapter.codecs.limits.headerFields ?? {}).map(([field, header]) => ({
    ...{ adapter, field, header },
    request: { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'hi' }] },
  })),
)

const VENDOR = 'https://api.anthropic.com'
const BEDROCK = 'https://bedrock-runtime.us-east-1.amazonaws.com'

/** Returns the request that `fetchSend` sends. */
async function sentBy(
  { adapter, request }: (typeof rows)[number],
  fields: JsonObject,
  { url = VENDOR, headers = {} }: { readonly url?: string; readonly headers?: Record<string, string> } = {},
) {
  const sent: Request[] = []
  const send = fetchSend(adapter, {
    ...{ key: 'k', url, headers },
    fetch: async (to, init) => {
      sent.push(new Request(to, init))
      return Response.json({})
    },
  })
  await send({ ...request, ...fields }, { path: '/v1/messages' })
  return { headers: sent[0]?.headers, body: parseJson((await sent[0]?.text()) ?? '') }
}

test.each(rows)('fetchSend sends $field as the header $header', async (row) => {
  const { field, header, request } = row
  const { headers, body } = await sentBy(row, { [field]: ['one', 'two'] })
  expect(headers?.get(header)).toBe('one,two')
  expect(body).toEqual(request)
  const both = await sentBy(row, { [field]: ['one', 'two'] }, { headers: { [header]: 'two, three' } })
  expect(both.headers?.get(header)).toBe('one,two,three')
})

test.each(rows)('$field stays in the body at a server that reads it there', async (row) => {
  const { headers, body } = await sentBy(row, { [row.field]: ['one'] }, { url: BEDROCK })
  expect(headers?.get(row.header)).toBeNull()
  expect(body).toEqual({ ...row.request, [row.field]: ['one'] })
})

test.each(rows)('values of $field that no header can have stay in the body', async (row) => {
  for (const value of [[], ['one', 2], ['a\r\nx: y'], ['ü'], 'one', null, [['one']], ['a,b']]) {
    const { headers, body } = await sentBy(row, { [row.field]: value })
    expect(headers?.get(row.header)).toBeNull()
    expect(body).toEqual({ ...row.request, [row.field]: value })
  }
})

test.each(rows)('a translation names the header of $field', ({ adapter, field, header, request }) => {
  const { value: conversation } = adapter.decodeRequest({ ...request, [field]: ['one'] })
  const noticesFor = (limits: string | undefined) =>
    encodeConversation(conversation, { to: adapter, repair: true, limits }).notices.filter(
      ({ code }) => code === 'field-is-header',
    )
  expect(noticesFor(undefined)).toMatchObject([
    { path: `/${field}`, message: expect.stringContaining(header) },
  ])
  expect(noticesFor('bedrock')).toEqual([])
})
