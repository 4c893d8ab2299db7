import { Readable } from 'node:stream'

/** Plays the server of a case for a client of the AWS SDK, which sends with a handler of its own. */
export function playedHandler(fetch) {
  const handle = async ({ method, path, headers, body }) => {
    const response = await fetch(`http://server${path}`, { method, headers, body })
    const answer = {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: Readable.from([Buffer.from(await response.arrayBuffer())]),
    }
    return { response: answer }
  }
  return { handle }
}

export const AWS_ACCESS = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'conformance', secretAccessKey: 'conformance' },
}
