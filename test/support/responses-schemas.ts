import { z } from 'zod'

// Schemas that strict readers of the Responses API accept, written from the public schemas:
// https://github.com/openresponses/openresponses/tree/main/schema. Additional members of OpenAI's API are
// from the types of `openai`. Objects are closed, like structs that reject unknown fields.

const integer = z.int()
const status = z.enum(['in_progress', 'completed', 'incomplete'])

const logProbability = z.strictObject({
  token: z.string(),
  logprob: z.number(),
  bytes: z.array(integer),
  top_logprobs: z.array(z.strictObject({ token: z.string(), logprob: z.number(), bytes: z.array(integer) })),
})

const urlCitation = z.strictObject({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string(),
  start_index: integer,
  end_index: integer,
})

const outputText = z.strictObject({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(urlCitation),
  logprobs: z.array(logProbability),
})
const refusal = z.strictObject({ type: z.literal('refusal'), refusal: z.string() })
const content = z.discriminatedUnion('type', [outputText, refusal])

const message = z.strictObject({
  type: z.literal('message'),
  id: z.string().regex(/^msg_[\w-]+$/),
  status,
  role: z.literal('assistant'),
  content: z.array(content),
})

const functionCall = z.strictObject({
  type: z.literal('function_call'),
  id: z.string().regex(/^fc_[\w-]+$/),
  call_id: z.string().min(1),
  name: z.string(),
  namespace: z.string().optional(),
  arguments: z.string(),
  status,
})

const customCall = z.strictObject({
  type: z.literal('custom_tool_call'),
  id: z.string().regex(/^ctc_[\w-]+$/),
  call_id: z.string().min(1),
  name: z.string(),
  namespace: z.string().optional(),
  input: z.string(),
  status,
})

export const compaction = z.strictObject({
  type: z.literal('compaction'),
  id: z.string().regex(/^cmp_[\w-]+$/),
  encrypted_content: z.string().min(1),
})

const webSearch = z.strictObject({
  type: z.literal('web_search_call'),
  id: z.string().regex(/^ws_[\w-]+$/),
  status,
  action: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('search'),
      query: z.string(),
      queries: z.array(z.string()).optional(),
      sources: z.array(z.strictObject({ type: z.literal('url'), url: z.string() })).optional(),
    }),
    z.strictObject({ type: z.literal('open_page'), url: z.string().nullable() }),
    z.strictObject({ type: z.literal('find_in_page'), url: z.string(), pattern: z.string() }),
  ]),
})

const codeInterpreter = z.strictObject({
  type: z.literal('code_interpreter_call'),
  id: z.string().regex(/^ci_[\w-]+$/),
  status,
  code: z.string().nullable(),
  container_id: z.string(),
  outputs: z.array(z.strictObject({ type: z.literal('logs'), logs: z.string() })).nullable(),
})

const item = z.discriminatedUnion('type', [
  message,
  functionCall,
  customCall,
  compaction,
  webSearch,
  codeInterpreter,
])

export const usage = z.strictObject({
  input_tokens: integer,
  input_tokens_details: z.strictObject({ cached_tokens: integer, cache_write_tokens: integer }),
  output_tokens: integer,
  output_tokens_details: z.strictObject({ reasoning_tokens: integer }),
  total_tokens: integer,
})

const functionTool = z.strictObject({
  type: z.literal('function'),
  name: z.string(),
  description: z.string().nullable(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
  strict: z.boolean().nullable(),
})

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.strictObject({ type: z.literal('function'), name: z.string() }),
  z.strictObject({
    type: z.literal('allowed_tools'),
    mode: z.enum(['none', 'auto', 'required']),
    tools: z.array(z.strictObject({ type: z.literal('function'), name: z.string() })),
  }),
])

const format = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text') }),
  z.strictObject({ type: z.literal('json_object') }),
  z.strictObject({
    type: z.literal('json_schema'),
    name: z.string(),
    description: z.string().nullable(),
    schema: z.record(z.string(), z.unknown()),
    strict: z.boolean(),
  }),
])

/** A complete response, as an answer and inside events. */
export const response = z.strictObject({
  id: z.string().regex(/^resp_[\w-]+$/),
  object: z.literal('response'),
  created_at: integer,
  completed_at: integer.nullable(),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
  incomplete_details: z.strictObject({ reason: z.enum(['max_output_tokens', 'content_filter']) }).nullable(),
  model: z.string(),
  previous_response_id: z.string().nullable(),
  instructions: z.string().nullable(),
  output: z.array(item),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  tools: z.array(functionTool),
  tool_choice: toolChoice,
  truncation: z.enum(['auto', 'disabled']),
  parallel_tool_calls: z.boolean(),
  text: z.strictObject({ format, verbosity: z.enum(['low', 'medium', 'high']).optional() }),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: integer,
  temperature: z.number(),
  reasoning: z.strictObject({
    effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullable(),
    summary: z.enum(['concise', 'detailed', 'auto']).nullable(),
  }),
  usage: usage.nullable(),
  max_output_tokens: integer.nullable(),
  max_tool_calls: integer.nullable(),
  store: z.boolean(),
  background: z.boolean(),
  service_tier: z.string(),
  metadata: z.record(z.string(), z.string()),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
  conversation: z.strictObject({ id: z.string() }).optional(),
})

const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), sequence_number: integer, ...shape })

const ofItem = { item_id: z.string(), output_index: integer }
const ofContent = { ...ofItem, content_index: integer }

/** Every event that the stream of a translated answer may contain. */
const events = z.discriminatedUnion('type', [
  event('response.created', { response }),
  event('response.in_progress', { response }),
  event('response.completed', { response }),
  event('response.incomplete', { response }),
  event('response.failed', { response }),
  event('response.output_item.added', { output_index: integer, item }),
  event('response.output_item.done', { output_index: integer, item }),
  event('response.content_part.added', { ...ofContent, part: content }),
  event('response.content_part.done', { ...ofContent, part: content }),
  event('response.output_text.delta', {
    ...ofContent,
    delta: z.string(),
    logprobs: z.array(logProbability),
  }),
  event('response.output_text.done', { ...ofContent, text: z.string(), logprobs: z.array(logProbability) }),
  event('response.refusal.delta', { ...ofContent, delta: z.string() }),
  event('response.refusal.done', { ...ofContent, refusal: z.string() }),
  event('response.function_call_arguments.delta', { ...ofItem, delta: z.string() }),
  event('response.function_call_arguments.done', { ...ofItem, arguments: z.string() }),
  event('response.custom_tool_call_input.delta', { ...ofItem, delta: z.string() }),
  event('response.custom_tool_call_input.done', { ...ofItem, input: z.string() }),
])

export type ResponsesEvent = z.infer<typeof events>

/** The answer of the compaction endpoint. */
export const compactedResponse = z.strictObject({
  id: z.string().regex(/^resp_[\w-]+$/),
  object: z.literal('response.compaction'),
  created_at: integer,
  output: z.array(
    z.union([
      compaction,
      z.strictObject({
        type: z.literal('message'),
        id: z.string().regex(/^msg_[\w-]+$/),
        status,
        role: z.literal('user'),
        content: z.array(z.looseObject({ type: z.string() })),
      }),
    ]),
  ),
  usage,
})

/** The body of a refused request. */
export const refused = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
  }),
})

/**
 * Parses an event stream of the Responses API strictly.
 * @throws ZodError for events that strict readers reject, or that do not belong together.
 */
export function readEvents(text: string): ResponsesEvent[] {
  const frames = text.split('\n\n').filter((frame) => frame !== '')
  const read = frames.map((frame) => {
    const [name, data] = frame.split('\n')
    const told = events.parse(JSON.parse(data?.replace(/^data: /, '') ?? ''))
    if (name !== `event: ${told.type}`) throw new Error(`${name} stands over ${told.type}`)
    return told
  })
  checkOrder(read)
  return read
}

/**
 * Checks the order that the specification requires: numbers without a gap, and a last response with all
 * finished items.
 */
function checkOrder(read: readonly ResponsesEvent[]): void {
  const numbers = read.map(({ sequence_number }) => sequence_number)
  if (numbers.some((number, index) => number !== index)) throw new Error(`the numbers are ${numbers}`)
  const done = read
    .flatMap((told) => (told.type === 'response.output_item.done' ? [told] : []))
    .sort((one, other) => one.output_index - other.output_index)
    .map((told) => told.item)
  const last = read.at(-1)
  const output = last !== undefined && 'response' in last ? last.response.output : undefined
  if (JSON.stringify(done) !== JSON.stringify(output))
    throw new Error(`the items ${JSON.stringify(done)} are not the output ${JSON.stringify(output)}`)
}
