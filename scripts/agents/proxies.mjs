// The proxy in two forms: the function, and the command.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createProxy } from '../../build/src/proxy/index.js'
import { serveFetch } from '../../build/src/traffic/replay/server.js'

/**
 * Starts the proxy. Returns its URL, its refusals, the losses and changes in the notices of all requests, and
 * a function that stops it.
 * @param target the wire, its known refusals, and `strict`: the model, the limits and the address of a server,
 * whose requests go to `url`. Default: those of the wire.
 */
export async function startProxy(client, { adapter, known, strict }, url) {
  const { model = 'script', limits } = strict ?? {}
  const to = { adapter, url, model, limits, maxOutputTokens: 4096 }
  const told = []
  const { fetch } = createProxy({
    routes: [{ from: client, to: strict ? { ...to, url: strict.url, rules: known } : to }],
    fetch: strict && ((address, init) => globalThis.fetch(moved(address, url), init)),
    onAnswered: (one) => told.push(one),
  })
  const server = await serveFetch((input, init) => fetch(new Request(input, init)))
  const refused = () => told.filter(({ status }) => status >= 400)
  return {
    ...server,
    refusals: () =>
      refused().map(({ method, path, status, error }) => `${method} ${path} ${status}: ${error}`),
    notices: () => counted(told.flatMap(({ notices }) => notices)),
  }
}

/** Returns the same path at another host. */
function moved(address, url) {
  const { pathname, search } = new URL(address)
  return new URL(pathname + search, url)
}

/** Counts notices by code. Warnings are losses. */
function counted(notices) {
  const counts = { lost: {}, changed: {} }
  for (const { severity, code } of notices) {
    const of = severity === 'warning' ? counts.lost : counts.changed
    of[code] = (of[code] ?? 0) + 1
  }
  return counts
}

/**
 * Starts the command-line proxy in the same way. Its log is shown in the terminal, and refusals are parsed
 * from it.
 */
export async function startCommand({ id: from }, { adapter: { id: to }, strict = {} }, url) {
  const { model = 'script', limits } = strict
  const args = ['proxy', '--from', from, '--to', to, '--target', url, '--model', model, '--verbose']
  if (limits !== undefined) args.push('--limits', limits)
  const child = spawn(process.execPath, ['dist/cli.js', ...args, '--max-output-tokens', '4096'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines = []
  createInterface(child.stderr).on('line', (line) => {
    lines.push(line)
    console.log(`  | ${line}`)
  })
  const [base] = await once(createInterface(child.stdout), 'line')
  return {
    url: base,
    refusals: () => lines.filter((line) => /^[A-Z]+ {2}\S+ {2}[45]\d\d/.test(line)),
    notices: () =>
      counted(lines.flatMap((line) => /^ {2}(?<severity>\S+) (?<code>\S+) at/.exec(line)?.groups ?? [])),
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
