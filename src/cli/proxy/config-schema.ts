import type { JsonObject } from '../../base/json/json-types.js'
import type { ModelReasoning, ModelRow } from '../../translate/catalogue/model-row.js'

const text = { type: 'string', minLength: 1 }
const texts = { type: 'array', items: text, minItems: 1 }
const textMembers = { type: 'object', additionalProperties: { type: 'string' } }
const positive = { type: 'integer', minimum: 1 }
const milliseconds = { type: 'integer', minimum: 1, maximum: 2_147_483_647 }

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}

function described(schema: JsonObject, description: string): JsonObject {
  return { ...schema, description }
}

const substitute = {
  ...object(
    {
      command: described(texts, 'The program of an MCP server, and what it is given.'),
      url: described(text, 'Or the address of an MCP server.'),
      tokenVariable: described(
        text,
        'The environment variable with the token for the server at that address.',
      ),
      variables: described(texts, 'Environment variables that the program gets besides the usual ones.'),
      tool: described(text, 'The tool of the server.'),
      argument: described(text, 'Its argument that gets the query or the program. Default: query, code.'),
      maxRuns: described(positive, 'Calls that are run for one request, at most. Default: 8.'),
      timeout: described(milliseconds, 'Milliseconds that one call may take. Default: 60000.'),
      maxOutputLength: described(positive, 'Characters of its output that the model gets. Default: 50000.'),
    },
    ['tool'],
  ),
  oneOf: [{ required: ['command'] }, { required: ['url'] }],
}

const SUBSTITUTE = { $ref: '#/$defs/substitute' }

const target = object(
  {
    wire: described(text, 'The wire of the target: its id or a short name.'),
    target: described(text, 'The base URL, as a client of that wire would use it.'),
    model: described(text, 'The model that is to answer. Default: the name that the client sends.'),
    keyVariable: described(
      text,
      'The environment variable with the key. Default: those of the wire’s vendor.',
    ),
    keyHeader: described(
      text,
      'The header that shows the key; authorization shows it as a bearer. Default: as the wire, or the platform, has it.',
    ),
    headers: described(textMembers, 'Further headers of each request. Do not put keys here.'),
    limits: described(
      { anyOf: [text, { type: 'object' }] },
      'The limits of the target: the name of a profile, or single limits.',
    ),
    settings: described(
      { type: 'object' },
      'Settings that replace the client’s, under their canonical names; null omits one.',
    ),
    fields: described(
      { type: 'object' },
      'Further fields of the native request, if it has none of that name.',
    ),
    maxOutputTokens: described(positive, 'The output limit of requests without one.'),
    fill: described(
      { type: 'boolean' },
      'Whether requests without one get the most that the model gives, where the wire requires one. Default: true.',
    ),
    cache: described(
      { enum: ['auto', 'marks', 'none'] },
      'Prompt caching: marks and a key (auto), marks alone, or none. Default: auto at the vendor’s hosts, else marks.',
    ),
    hosted: described(
      { enum: ['carry', 'drop'] },
      'Web search, code execution and MCP servers of requests: those of the target (carry), or left out (drop). Default: carry.',
    ),
    substitutes: described(
      object({ web_search: SUBSTITUTE, code_execution: SUBSTITUTE }),
      'MCP servers whose tools run web search or code in place of the target’s provider. Default: none.',
    ),
    deferredTools: described(
      { enum: ['declare', 'search'] },
      'Tools with defer_loading: all are declared (declare), or a function tool_search finds them (search). Default: declare.',
    ),
    repair: described(
      { type: 'integer', minimum: 0, maximum: 5 },
      'How often a request that the target refuses (400, 422) is mended and sent again. Default: 1.',
    ),
    stream: described(
      { type: 'boolean' },
      'Whether to request streams from the target. Default: as the client does.',
    ),
  },
  ['wire', 'target'],
)

const list = { type: 'array', items: { type: 'string' } }
const flag = { type: 'boolean' }
const whole = { type: 'integer', minimum: 0 }

/** How a model reasons: `ModelReasoning`. */
const modelReasoning = object({
  efforts: list,
  instead: textMembers,
  budget: object({ least: whole, most: whole }, ['least']),
  budgets: { type: 'object', additionalProperties: whole },
  alwaysOn: { const: true },
  startsOff: { const: true },
  effortLeavesOff: { const: true },
  refusedSettings: list,
  back: {
    anyOf: [
      { enum: ['as-it-came', 'in-text', 'none'] },
      object({ field: text, needed: { enum: ['answers', 'calls'] }, empty: { type: 'string' } }, ['field']),
    ],
  },
} satisfies Record<keyof ModelReasoning, JsonObject>)

/** A row of the catalogue: `ModelRow`. */
const modelRow = object(
  {
    name: described(text, 'The name of the model, without the vendor before it; * stands for anything.'),
    also: described(texts, 'Further names of the same.'),
    source: described(texts, 'Where it is known from.'),
    date: described({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }, 'When that was read.'),
    reasoning: described(
      { anyOf: [{ const: false }, modelReasoning] },
      'How it reasons; false if it does not.',
    ),
    output: described(positive, 'The most tokens of an answer.'),
    context: described(positive, 'The most tokens of request and answer.'),
    input: described(list, 'Media that it takes from the user: image, audio, video, file.'),
    resultInput: described(list, 'Media that it takes in results.'),
    strictTools: described(flag, 'Whether it has strict tools.'),
    parallelSwitch: described(flag, 'Whether requests may say if it can make several calls at once.'),
    toolChoices: described(list, 'What can be said of which tool is to be called.'),
    refusedSettings: described(list, 'Settings that it refuses.'),
    profiles: described(textMembers, 'The profile of limits that it needs, by wire.'),
    deprecated: described(text, 'What is to be used instead.'),
  } satisfies Record<keyof ModelRow, JsonObject>,
  ['name', 'source', 'date'],
)

/** Where it stands in the schema below. */
const TARGET = { $ref: '#/properties/routes/items/properties/to/anyOf/0' }

const route = object(
  {
    name: described(text, 'What the route is called in the log.'),
    from: described(text, 'The wire of the clients. Default: any.'),
    models: described(texts, 'The clients’ names of models, as globs (small-*). Default: all.'),
    strict: described(
      { type: 'boolean' },
      'Whether to refuse requests that cannot be translated without loss. Default: false.',
    ),
    to: described(
      { anyOf: [target, { type: 'array', items: TARGET, minItems: 1 }] },
      'The targets. The next one is asked when one cannot be reached or refuses with 429 or 5xx.',
    ),
  },
  ['to'],
)

/** What a config file of the proxy may hold. `docs/proxy.schema.json` is the same, for editors. */
export const CONFIG_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'toolwire proxy',
  $defs: { substitute },
  ...object(
    {
      $schema: text,
      port: described({ type: 'integer', minimum: 0, maximum: 65_535 }, 'Default: 0, the system chooses.'),
      host: described(text, 'The address to listen on. Default: 127.0.0.1.'),
      tokenVariable: described(
        text,
        'The environment variable with the token that clients send as their key.',
      ),
      users: described(
        { type: 'object', additionalProperties: text, propertyNames: text, minProperties: 1 },
        'Users, each with the environment variable of the token that their clients send as their key.',
      ),
      secretVariable: described(
        text,
        'The environment variable with the secret that encrypts the summaries which clients keep.',
      ),
      models: described(
        { type: 'array', items: modelRow },
        'What is known of models, besides what toolwire models shows; a row of the same name replaces it.',
      ),
      clients: described(texts, 'The wires of clients, besides those that routes name. Default: all.'),
      routes: described(
        { type: 'array', items: route, minItems: 1 },
        'The first route that matches the client’s wire and model is used.',
      ),
      state: described(
        text,
        'The store of what later turns need: redis://…, sqlite://…, or any store with a Keyv package. Default: in memory.',
      ),
      stateLifetime: described(milliseconds, 'Milliseconds that they are kept. Default: 86400000, a day.'),
      origins: described(
        texts,
        'Origins of web pages that may use the proxy (https://chat.example.com). Default: none.',
      ),
      passOn: described(
        { type: 'boolean' },
        'Whether to forward other requests unchanged to the first target of the client’s own wire. Default: false.',
      ),
      maxBodyBytes: described(positive, 'The longest body of a request. Default: 67108864.'),
      requestTimeout: described(
        milliseconds,
        'Milliseconds until the whole request has to arrive. Default: 300000.',
      ),
      answerTimeout: described(
        milliseconds,
        'Milliseconds until a target has to begin its answer. Default: 600000.',
      ),
      idleTimeout: described(
        milliseconds,
        'Milliseconds that a target may be silent within an answer. Default: 300000.',
      ),
      keepAliveInterval: described(
        milliseconds,
        'Milliseconds of silence after which a stream gets a keep-alive frame. Default: 15000.',
      ),
    },
    ['routes'],
  ),
}
