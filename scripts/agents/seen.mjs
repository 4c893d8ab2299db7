// The results: stored in seen.jsonl, and shown as the tables of README.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('seen.jsonl', import.meta.url)
const PAGE = new URL('README.md', import.meta.url)
const API_NAMES = {
  'anthropic-messages': 'Messages',
  'bedrock-converse': 'Converse',
  'google-generate-content': 'generateContent',
  'mistral-chat': 'Chat',
  'ollama-chat': '`/api/chat`',
  'openai-chat': 'Chat',
  'openai-responses': 'Responses',
}
const MARK = '<!-- what was seen -->'

/** Stores one successful run. It replaces an earlier one of the same kind. */
export function keep(run) {
  const date = new Date().toISOString().slice(0, 10)
  const kind = ({ server, agent, from, model, to, scenario }) =>
    [server, agent, from, model, to, scenario].join(' ')
  const others = read().filter((other) => kind(other) !== kind(run))
  const all = [...others, { date, ...run }].sort((one, other) => (kind(one) < kind(other) ? -1 : 1))
  writeFileSync(FILE, all.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

/** Writes the tables between the marks of the page. */
export function writeTable() {
  const all = read()
  const runs = all.filter(({ server }) => server === undefined)
  const served = all.filter(({ server }) => server !== undefined)
  const servers = namesOf(served, 'server')
  const repairs = runs.filter(({ scenario }) => scenario === 'repair')
  const others = runs.filter(({ scenario }) => scenario !== 'repair')
  const wires = namesOf(repairs, 'to')
  const scenarios = namesOf(others, 'scenario')
  const tables = [
    table(
      ['client', ...wires, 'seen'],
      byClient(repairs).map((row) => countsRow(row, wires)),
    ),
    table(
      ['client', 'lost', 'changed'],
      byClient(repairs).map((row) => noticesRow(row)),
    ),
    table(
      ['client', ...scenarios, 'seen'],
      byClient(others).map((row) => scenariosRow(row, scenarios)),
    ),
    table(
      ['client', ...servers, 'seen'],
      byClient(served).map((row) => serversRow(row, servers)),
    ),
  ]
  const [before, , after] = readFileSync(PAGE, 'utf8').split(MARK)
  writeFileSync(PAGE, [before, `\n${tables.join('\n')}`, after].join(MARK))
}

function namesOf(runs, member) {
  return [...new Set(runs.map((run) => run[member]))].sort()
}

function byClient(runs) {
  return namesOf(
    runs.map((run) => ({ client: clientOf(run) })),
    'client',
  ).map((name) => runs.filter((run) => clientOf(run) === name))
}

function read() {
  if (!existsSync(FILE)) return []
  return readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function clientOf({ agent, version, from, model }) {
  return `${agent} ${version}, ${from}${model === undefined ? '' : `, model ${model}`}`
}

function countsRow(runs, wires) {
  const counts = wires.map((wire) => runs.find(({ to }) => to === wire)?.requests ?? '–')
  return [clientOf(runs[0]), ...counts, runs.map(({ date }) => date).sort()[0]]
}

/** Returns the number of wires over which it completed each scenario. */
function scenariosRow(runs, scenarios) {
  const counts = scenarios.map((name) => {
    const own = runs.filter(({ scenario }) => scenario === name)
    if (own.length === 0) return '–'
    return own.some(({ givesUp }) => givesUp) ? `gives up (${own.length})` : own.length
  })
  return [clientOf(runs[0]), ...counts, runs.map(({ date }) => date).sort()[0]]
}

/** Returns the APIs of each server over which it completed the scenario `repair`, with its refused requests. */
function serversRow(runs, servers) {
  const apis = servers.map((name) => {
    const own = runs.filter(({ server, scenario }) => server === name && scenario === 'repair')
    return (
      own
        .map(({ to, refused = [] }) => [API_NAMES[to] ?? to, ...refused.map(() => '†')].join(''))
        .join(', ') || '–'
    )
  })
  return [clientOf(runs[0]), ...apis, runs.map(({ date }) => date).sort()[0]]
}

function noticesRow(runs) {
  const listed = (name) => {
    const codes = [...new Set(runs.flatMap((run) => Object.keys(run[name])))].sort()
    return (
      codes
        .map((code) =>
          noticeOf(
            code,
            runs.filter((run) => code in run[name]),
            runs,
          ),
        )
        .join(', ') || '–'
    )
  }
  return [clientOf(runs[0]), listed('lost'), listed('changed')]
}

/** Adds the wires that reported the notice, unless all did. */
function noticeOf(code, told, runs) {
  const wires = told.map(({ to }) => to)
  return told.length === runs.length ? `\`${code}\`` : `\`${code}\` (${wires.join(', ')})`
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |\n`
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('')
}
