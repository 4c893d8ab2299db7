// Posts a browser's requests to the chat routes of the documentation, offline. Prints the answers as JSON in
// the last line: node test/support/run-chat-routes.mjs The examples are answered from recordings; these
// requests go to a server of this process.
const networkFetch = globalThis.fetch
process.env.CHAT_SECRET = 'of this test'
const said = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Do I need an umbrella?' }] }
const posted = { id: 'chat-1', trigger: 'submit-message', messages: [said] }
const input = { threadId: 't1', runId: 'r1', messages: [{ id: 'm1', role: 'user', content: 'An umbrella?' }] }
const answers = {}

async function tried(name, answer) {
  // Each route is answered anew, by clients that are created after this import.
  await import(`../../examples/offline.mjs?${name}`)
  const folder = name === 'chat-route' ? '' : 'snippets/'
  const response = await answer(await import(`../../build/examples/${folder}${name}.js`))
  answers[name] = await response.text()
}

const request = (body) => new Request('http://local/api/chat', { method: 'POST', body: JSON.stringify(body) })
await tried('chat-route', ({ POST }) => POST(request(posted)))
await tried('chat-stored', async ({ GET, POST }) => {
  const text = await (await POST(request(posted))).text()
  const lastEventId = /^id: (.*)$/m.exec(text)?.[1] ?? ''
  const again = new Request('http://local/', { headers: { 'last-event-id': lastEventId } })
  return GET(again, { params: Promise.resolve({ id: 'chat-1' }) })
})
await tried('chat-hono', ({ app }) => app.fetch(request(posted)))
await tried('ag-ui-route', ({ POST }) => POST(request(input)))
await tried('chat-express', async ({ app }) => {
  const server = app.listen(0)
  const url = `http://127.0.0.1:${server.address().port}/api/chat`
  return networkFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(posted),
  })
})
process.stderr.write(`\n${JSON.stringify(answers)}`)
process.exit(0)
