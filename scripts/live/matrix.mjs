import { ResponseError } from 'toolwire'
import { redactText } from 'toolwire/replay'
import { CASES } from './cases.mjs'
import { Lab, NotShown } from './lab.mjs'

/** Returns the cases of these ids; all of them for an empty list. */
export function casesNamed(ids) {
  const unknown = ids.find((id) => !CASES.some((one) => one.id === id))
  if (unknown !== undefined)
    throw new Error(`unknown case "${unknown}"; known are ${CASES.map(({ id }) => id).join(', ')}`)
  return ids.length === 0 ? CASES : CASES.filter(({ id }) => ids.includes(id))
}

/** Runs one case at one target. `status` is `passed`, `failed` or `not shown`; `detail` is the proof or the reason. */
export async function runCase(target, { id, title, play, mock, run }, isRecording = false) {
  const reason = target.server === undefined ? target.lacks[id] : (mock ?? target.lacks[id])
  const outcome = { id, title, exchanges: [] }
  if (reason !== undefined) return { ...outcome, status: 'not shown', detail: reason }
  const lab = new Lab(target, play, isRecording)
  try {
    const detail = await run(lab)
    return { ...outcome, status: 'passed', detail, exchanges: lab.exchanges }
  } catch (thrown) {
    const status = thrown instanceof NotShown ? 'not shown' : 'failed'
    return { ...outcome, status, detail: textOfError(thrown), exchanges: lab.exchanges }
  }
}

/** Returns the redacted text of an error, since providers quote keys. */
function textOfError(thrown) {
  const { message } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const status = thrown instanceof ResponseError ? thrown.status : undefined
  const text = redactText(status === undefined ? message : `${status}: ${message}`)
  return text.replace(/\s+/g, ' ').slice(0, 400)
}

/** Runs the cases at the targets, one request at a time. Calls `onTarget` with each finished target. */
export async function runMatrix({ targets, cases, isRecording = false, onTarget = () => {} }) {
  const rows = []
  for (const target of targets) {
    const outcomes = []
    for (const one of cases) outcomes.push(await runCase(target, one, isRecording))
    rows.push({ target, outcomes })
    onTarget(rows.at(-1))
  }
  return rows
}
