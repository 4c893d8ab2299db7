import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { shown } from '../../traffic/input/shown-text.js'
import { createMock, type MockedRequest, serverNames } from '../../traffic/mock/index.js'
import { answererBy, type ServeOptions, serveAnswers } from '../../traffic/replay/server.js'
import { type ServingOptions, serveUntilStopped, withServingOptions } from '../serve-until-stopped.js'
import { type CommandSession, positiveInteger } from '../session.js'

interface Options extends ServingOptions {
  readonly as: string
  readonly model?: string
  readonly script?: string
  readonly repeatLast?: boolean
  readonly cassette?: string
  readonly contextWindow?: number
}

export function addMock(program: Command, session: CommandSession): void {
  const command = program
    .command('mock')
    .description('answer as a strict server of your choice, to develop clients against')
    .addOption(new Option('--as <server>', 'the server').choices(serverNames).makeOptionMandatory())
    .option('--model <name>', 'the model whose family and template decide (default: that of each request)')
    .option('--script <file>', 'the answers, one JSON object per line')
    .option('--repeat-last', 'repeat the last text after the end of the script')
    .option('--cassette <path>', 'answer accepted requests from recordings, in order')
    .option('--context-window <tokens>', 'tokens that the model accepts (default: 131072)', positiveInteger)
  withServingOptions(command)
    .addHelpText('after', EXAMPLE)
    .action((options: Options) => serveMock(options, session))
}

const EXAMPLE = `
Without a script, the first tool is called once with arguments made from its
schema; then a text follows.
A script: {"text":"…"}, {"refuse":"rate-limit"}, {"text":"…","error":true},
{"text":"…","cut":true},
{"thinking":"…","calls":[{"name":"read","arguments":{…}}]}
Example: does my agent run on vLLM with a Qwen model?
  toolwire mock --as vllm --model qwen3.7 --port 8000
  toolwire mock --as vllm --model qwen3.7 --port 8000 --script answers.jsonl`

async function serveMock(options: Options, session: CommandSession): Promise<void> {
  const { as, model, cassette, contextWindow, repeatLast: repeatsLast } = options
  const { streams } = session
  const script = options.script === undefined ? undefined : await readFile(options.script, 'utf8')
  const registry = await session.registry()
  const log = (request: MockedRequest) => streams.stderr.write(`${lineOf(request)}\n`)
  const onRequest = options.quiet ? undefined : log
  const mock = await createMock({
    as,
    model,
    registry,
    script,
    cassette,
    contextWindow,
    repeatsLast,
    onRequest,
  })
  const served = {
    listen: (listening: ServeOptions) => serveAnswers(answererBy(mock.fetch), listening),
    close: () => mock.close(),
  }
  const named = model === undefined ? as : `${as} with ${model}`
  await serveUntilStopped(served, options, { streams }, `answering as ${named}`)
}

/** The longest text of one request in the log. */
const LONGEST = 1000

function lineOf({ path, status, refusal, lostTools }: MockedRequest): string {
  const lost = lostTools === undefined ? [] : [`lost tools: ${lostTools.join(', ')}`]
  const words = [path, String(status), ...(refusal === undefined ? [] : [refusal]), ...lost]
  return shown(words.join('  '), LONGEST)
}
