// A server of one wire whose model is a script: it looks, repairs, checks, and says that it is done.
import { createContext, streamFrames } from '../../dist/src/adapter-kit.js'
import { serveFetch } from '../../dist/src/replay/server.js'

const STEPS = ['cat sum.js', "sed -i 's/a - b/a + b/' sum.js", 'node check.js']
const SHELL = /^(bash|shell|local_shell|shell_command|exec_command|run_shell_command|run_command|execute)$/i

/** Gives the URL, what it was asked, and a way to end it. */
export async function startModel(adapter) {
  const asked = []
  const { url, close } = await serveFetch(async (input, init) => {
    const request = new Request(input, init)
    const { http } = adapter.codecs
    const path = new URL(request.url).pathname
    if (!http.path.test(path)) return new Response('not here', { status: 404 })
    const body = await request.json()
    const conversation = adapter.decodeRequest(body).value
    asked.push(conversation)
    return answer(adapter, next(conversation), http.streams(path, body))
  })
  return { url: `${url}${adapter.codecs.http.base ?? ''}`, asked, close }
}

/** What comes next is told by how many of its steps were answered. */
function next({ messages, tools = [] }) {
  const tool = tools.find(({ name }) => SHELL.test(name))
  const results = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-result'))
  const command = STEPS[results.length]
  const thinking = { type: 'reasoning', text: `Step ${results.length + 1} of ${STEPS.length}.` }
  if (tool === undefined || command === undefined)
    return said([thinking, { type: 'text', text: 'Done: sum.js adds now.' }], 'stop')
  const call = {
    ...{
      type: 'tool-call',
      id: `call_step${results.length}_${Date.now()}`,
      name: tool.name,
      kind: 'function',
    },
    ...{ status: 'complete', arguments: argumentsFor(tool, command), providerExecuted: false },
  }
  return said([thinking, call], 'tool-calls')
}

/** Each agent calls the command otherwise; some want it as a list, some a description beside it. */
function argumentsFor({ parameters = {} }, command) {
  const { properties = {}, required = [] } = parameters
  const name = ['command', 'cmd', 'script', 'input'].find((each) => each in properties) ?? 'command'
  const isList = properties[name]?.type === 'array'
  const rest = required.filter((each) => each !== name).map((each) => [each, sample(properties[each])])
  return { [name]: isList ? ['bash', '-lc', command] : command, ...Object.fromEntries(rest) }
}

function sample({ type, enum: words } = {}) {
  if (words !== undefined) return words[0]
  return { number: 1, integer: 1, boolean: false, array: [], object: {} }[type] ?? 'repairing'
}

function said(parts, reason) {
  return {
    id: `answer-${Date.now()}`,
    model: 'script',
    message: { role: 'assistant', parts },
    finish: { reason },
    usage: { inputTokens: 100, outputTokens: 10, totalTokens: 110 },
  }
}

function answer({ id, codecs, encodeResponse }, response, streams) {
  if (!streams) return Response.json(encodeResponse(response).value)
  const frames = [...streamFrames(response, codecs, createContext(id))]
  const headers = { 'content-type': codecs.stream.framing.contentType }
  return new Response(new Blob(frames).stream(), { headers })
}
