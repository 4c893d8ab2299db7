import { userMessage } from 'toolwire'
import { fromChatTemplate } from 'toolwire/chat-template'
import { readTextCalls } from 'toolwire/text-calls'

// In place of the file `chat_template.jinja` of a model.
const readTemplate = () => `
{%- for tool in tools or [] -%}{{- tool | tojson -}}{%- endfor -%}
{%- for message in messages -%}
  {{- '<|' + message.role + '|>' + message.content -}}
  {%- for call in message.tool_calls or [] -%}
    {{- '<|call|>' + call.function.name + '<|with|>' -}}
    {{- call.function.arguments | tojson -}}
    {{- '<|done|>' -}}
  {%- endfor -%}
  {{- '<|end|>' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|assistant|>' -}}{%- endif -%}
`
const complete = (_prompt: string) =>
  'I look.<|call|>weather<|with|>{"city": "Oslo"}<|done|>'

const template = fromChatTemplate(readTemplate(), {
  variables: { bos_token: '<s>', eos_token: '</s>' },
})
const tools = [
  {
    type: 'function' as const,
    name: 'weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
    },
  },
]

// The writer: the prompt that the model was trained on.
const prompt = template.prompt({
  messages: [userMessage('Do I need an umbrella in Oslo?')],
  tools,
})

// The reader: text and calls of an answer.
const { dialect, gaps } = template
if (dialect !== undefined)
  console.log(
    readTextCalls(complete(prompt), { dialects: [dialect], tools }),
  )
for (const { feature, detail } of gaps) console.log(feature, detail)
