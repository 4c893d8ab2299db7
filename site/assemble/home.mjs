// The first page, and that of the playground. The code on it is that of a file which the tests run.
import { shownOf } from '../../scripts/snippets.mjs'
import { head } from './markdown.mjs'
import { ROOT } from './sources.mjs'

const EXAMPLE = 'examples/snippets/home.ts'

export function homePage() {
  return `${head({ layout: 'page', title: 'Toolwire', titleTemplate: 'tool calls of every LLM provider', home: true })}
<main class="home">
<div class="home-say">

# Any model can continue the conversation

A history with tool calls belongs to the provider that wrote it. Toolwire reads it, and writes it for any other: calls, results,
tools, streams. What does not fit is changed and reported, never lost silently.

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

Or: \`tool_call_id\` not found, an id that is too long, a missing thought signature, a block of another provider, a schema that is refused.

[Why requests are refused, and what mends them](/guides/refusals)

</div>
<div class="home-side good">

## With

Two providers, one list of messages:

\`\`\`ts
${shownOf(ROOT + EXAMPLE)}\`\`\`

</div>
</div>
<div class="home-more">

[**Nothing is lost silently** Each change is a notice with a code, a path and a reason.](/guides/overview)
[**Run the calls** Checked arguments, policies, approvals, limits, queues.](/guides/agent-loop)
[**Behind any client** Claude Code with Gemini, Codex with Claude.](/guides/proxy)
[**Record and replay** Tests without network and keys.](/guides/replay)

</div>
</main>
`
}

export function playgroundPage() {
  const description = 'Paste a request, an answer or a stream: see it on every wire, and what is lost.'
  return `${head({ layout: 'page', title: 'Playground', description, playground: true })}<Playground />\n`
}
