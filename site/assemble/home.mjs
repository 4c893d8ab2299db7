// The home page and the page of the playground. The code comes from a file that the tests run.
import { shownOf } from '../../scripts/snippets.mjs'
import { head } from './markdown.mjs'
import { ROOT } from './sources.mjs'

const EXAMPLE = 'examples/snippets/home.ts'

export function homePage() {
  return `${head({ layout: 'page', title: 'Toolwire', titleTemplate: 'tool calls of every LLM provider', home: true })}
<main class="home">
<div class="home-say">

# Any model can continue the conversation

A history with tool calls has the format of the provider that wrote it. Toolwire converts it for any other provider: calls, results,
tools, streams. Changes are reported, and data is never lost silently.

[Getting started](/guides/getting-started){.go .first}
[Playground](/playground){.go}
[Wires](/wires/){.go}

</div>
<div class="home-pair">
<div class="home-side bad">

## Without

The history of one provider, sent to another:

\`\`\`text
HTTP 400 invalid_request_error

messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_01. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.
\`\`\`

Or: \`tool_call_id\` not found, an id that is too long, a missing thought signature, a block of another provider, a refused schema.

[Refused requests and their repair](/guides/refusals)

</div>
<div class="home-side good">

## With

Two providers, one list of messages:

\`\`\`ts
${shownOf(ROOT + EXAMPLE)}\`\`\`

</div>
</div>
<div class="home-more">

[**No silent loss** Each change is a notice with a code, a path and a reason.](/guides/overview)
[**Tools** Checked arguments, policies, approvals, limits, queues.](/guides/agent-loop)
[**Proxy** Claude Code with Gemini, Codex with Claude.](/guides/proxy)
[**Record and replay** Tests without network and keys.](/guides/replay)

</div>
</main>
`
}

export function playgroundPage() {
  const description = 'Paste a request, an answer or a stream: see it on every wire, with all notices.'
  return `${head({ layout: 'page', title: 'Playground', description, playground: true })}<Playground />\n`
}
