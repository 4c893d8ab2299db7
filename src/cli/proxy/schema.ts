import type { JsonObject } from '../../json/types.js'

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

const target = object(
  {
    wire: described(text, 'The wire that is spoken there: its id or a short name.'),
    target: described(text, 'The base URL as a client of that wire would be given it.'),
    model: described(text, 'The model that is to answer. Default: the name that the client gave.'),
    keyVariable: described(
      text,
      'The environment variable that has the key. Default: the usual ones of the wire.',
    ),
    headers: described(textMembers, 'Further headers of each request. They are no place for keys.'),
    limits: described(
      { anyOf: [text, { type: 'object' }] },
      'Which limits of the wire hold there: a profile by its name, or what differs.',
    ),
    settings: described(
      { type: 'object' },
      'Settings that take the place of the client’s, under their canonical names; null leaves one out.',
    ),
    fields: described(
      { type: 'object' },
      'Further fields of the native request, where it has none of that name.',
    ),
    maxOutputTokens: described(positive, 'Tokens that an answer may have where the client does not say it.'),
    stream: described(
      { type: 'boolean' },
      'Whether answers are asked for as streams. Default: as the client asks.',
    ),
  },
  ['wire', 'target'],
)

const route = object(
  {
    name: described(text, 'What the route is called in the log.'),
    from: described(text, 'The wire of the clients. Default: any.'),
    models: described(texts, 'The clients’ names of models, as globs (small-*). Default: all.'),
    strict: described(
      { type: 'boolean' },
      'Whether what cannot be carried without a loss is refused. Default: false.',
    ),
    to: described(
      { anyOf: [target, { type: 'array', items: target, minItems: 1 }] },
      'Where it is answered. Of several the next one is asked when one cannot be reached or refuses with 429 or 5xx.',
    ),
  },
  ['to'],
)

/** What a config file of the proxy may hold. `docs/proxy.schema.json` is the same, for editors. */
export const CONFIG_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'toolwire proxy',
  ...object(
    {
      $schema: text,
      port: described({ type: 'integer', minimum: 0, maximum: 65_535 }, 'Default: 0, the system chooses.'),
      host: described(text, 'The address to listen on. Default: 127.0.0.1.'),
      tokenVariable: described(
        text,
        'The environment variable that has what clients must show as their key.',
      ),
      clients: described(
        texts,
        'The wires that clients may speak, beside those that routes name. Default: all.',
      ),
      routes: described(
        { type: 'array', items: route, minItems: 1 },
        'The first that takes the client’s wire and model counts.',
      ),
      state: described(
        text,
        'Where answers are kept for the next turn: redis://…, sqlite://…, or another store that Keyv has a package for. Default: in memory.',
      ),
      stateLifetime: described(milliseconds, 'Milliseconds that they are kept. Default: 86400000, a day.'),
      origins: described(
        texts,
        'Pages that may use the proxy from a browser, by their origins (https://chat.example.com). Default: none.',
      ),
      passOn: described(
        { type: 'boolean' },
        'Whether what means nothing here goes to the first target of the client’s own wire as it is. Default: false.',
      ),
      maxBodyBytes: described(positive, 'The longest body of a request. Default: 67108864.'),
      requestTimeout: described(
        milliseconds,
        'Milliseconds until a request has to have come whole. Default: 300000.',
      ),
      answerTimeout: described(
        milliseconds,
        'Milliseconds until a target has to begin its answer. Default: 600000.',
      ),
      idleTimeout: described(milliseconds, 'Milliseconds for which a target may be silent. Default: 300000.'),
      keepAliveInterval: described(
        milliseconds,
        'Milliseconds between frames that keep a stream open. Default: 15000.',
      ),
    },
    ['routes'],
  ),
}
