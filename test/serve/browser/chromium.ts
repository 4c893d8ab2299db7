import { spawnSync } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Browser, launch } from 'puppeteer-core'
import { pipeResponse } from '../../../src/chat/serve/index.js'
import { projectRoot } from '../../support/project.js'

const found = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)
export const hasChromium = found !== undefined
if (!hasChromium)
  console.warn(
    'There is no Chromium on this machine: what needs one is not tested (Debian: apt-get install chromium).',
  )

export function openBrowser(): Promise<Browser> {
  return launch({
    executablePath: spawnSync('which', [found ?? 'chromium'])
      .stdout.toString()
      .trim(),
    // A container has no namespaces for the sandbox, and little shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
}

/** Serves the page. Other requests are answered by a handler as in Next.js. */
export async function servePage(handler: (request: Request) => Promise<Response>) {
  const { outputFiles } = await build({
    entryPoints: [join(projectRoot, 'test/serve/browser/page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const script = outputFiles[0]?.text ?? ''
  const server = createServer(async (request, response) => {
    const url = `http://local${request.url}`
    if (url.endsWith('/page.js')) response.setHeader('content-type', 'text/javascript').end(script)
    else if (url.includes('/api/')) await pipeResponse(await handler(await requestOf(request, url)), response)
    else response.setHeader('content-type', 'text/html').end(PAGE)
  }).listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>Chat</title><div id="root"></div><script type="module" src="/page.js"></script>'

async function requestOf(request: IncomingMessage, url: string): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method = 'GET' } = request
  return new Request(url, method === 'GET' ? { method } : { method, body: Buffer.concat(chunks) })
}
