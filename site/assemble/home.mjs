// The home page and the page of the playground. The code comes from a file that the tests run.
import { readdirSync } from 'node:fs'
import { shownOf } from '../../scripts/snippets.mjs'
import { head } from './markdown.mjs'
import { adapters, ROOT, repositoryUrl } from './sources.mjs'

const EXAMPLE = 'examples/snippets/home.ts'
const IMPORTS = /^import [\s\S]*?\n\n/

export function homePage() {
  return `${head({ layout: 'page', title: 'Toolwire', titleTemplate: 'tool calls of every LLM provider', home: true })}
<main class="home">
<div class="home-pair">
<div class="home-say">

# Any model can continue the conversation

A history with tool calls has the format of the provider that wrote it. Toolwire converts it for any other provider: calls, results,
tools, streams. Each change is reported.

\`npm install toolwire\`

[Getting started](/guides/getting-started){.go .first}
[Playground](/playground){.go}
[Providers](/wires/){.go}

${proof()}

<div class="home-side bad">

## Without Toolwire

The history of one provider, sent to another:

\`\`\`text
HTTP 400 invalid_request_error

messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_01.
\`\`\`

[Refused requests and their repair](/guides/refusals)

</div>
</div>
<div class="home-side good">

## With Toolwire

Two providers, one list of messages:

\`\`\`ts
${shownOf(ROOT + EXAMPLE).replace(IMPORTS, '')}\`\`\`

[The complete program](${repositoryUrl(EXAMPLE)})

</div>
</div>
<div class="home-more">

[**No silent loss** Each change is a notice with a code, a path and a reason.](/guides/guarantees)
[**Tools** Checked arguments, policies, approvals, limits, queues.](/guides/agent-loop)
[**Proxy** Claude Code with Gemini, Codex with Claude.](/guides/proxy)
[**Record and replay** Tests without network and keys.](/guides/replay)

</div>
</main>
`
}

/** Returns the figures below the links: counted, so that they are never stale. */
function proof() {
  const wires = adapters().filter(({ isWire }) => isWire).length
  const fixtures = readdirSync(`${ROOT}fixtures`, { recursive: true }).filter((file) =>
    /\.(json|sse|eventstream)$/.test(file),
  ).length
  const laws = new Set(readdirSync(`${ROOT}test/laws`).flatMap((file) => /^\d+/.exec(file)?.[0] ?? [])).size
  return `${wires} wires, ${adapters().length - wires} formats. [${laws} laws](/guides/guarantees) are tested on ${fixtures.toLocaleString('en')} fixtures.`
}

export function playgroundPage() {
  const description = 'Paste a request, an answer or a stream: see it on every wire, with all notices.'
  return `${head({ layout: 'page', title: 'Playground', description, playground: true })}<Playground />\n`
}
