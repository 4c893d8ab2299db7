import { createServer } from 'node:http'

/** Serves a gateway: `answer` receives the path and the body, and returns status, headers and text. */
export function serve(port, answer) {
  createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { status = 200, headers, body } = await answer(request.method, request.url, text)
    const isText = typeof body === 'string'
    const type = isText ? 'text/plain; charset=utf-8' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(isText ? body : JSON.stringify(body))
  }).listen(port, '127.0.0.1')
}

/** Sends a body to a server of Messages. */
export async function sentToMessages(baseUrl, key, body) {
  const response = await fetch(`${baseUrl}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(body),
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
