import type { JsonValue } from '../../src/base/json/json-types.js'

/**
 * Other types of JSON in short form, as found next to recorded traffic. Many have the field names of a wire
 * (`messages`, `content`, `tools`, `error`, `parts`, `role`) with another meaning.
 */
export const FOREIGN_DOCUMENTS: Readonly<Record<string, JsonValue>> = {
  // Chats between people.
  'a Slack export': [
    { type: 'message', user: 'U1', text: 'hi', ts: '1700000000.000100', thread_ts: '1700000000.000100' },
  ],
  'a Slack event': {
    token: 't',
    team_id: 'T',
    event: { type: 'message', channel: 'C', user: 'U', text: 'x' },
    type: 'event_callback',
  },
  'a Slack answer': {
    ok: true,
    messages: [{ type: 'message', user: 'U1', text: 'hi', ts: '1.1' }],
    has_more: false,
  },
  'a Telegram export': {
    name: 'Ann',
    type: 'personal_chat',
    id: 1,
    messages: [{ id: 1, type: 'message', date: '2026-01-01T00:00:00', from: 'Ann', text: 'hi' }],
  },
  'a Telegram update': {
    update_id: 1,
    message: { message_id: 2, from: { id: 3, is_bot: false }, chat: { id: 4, type: 'private' }, text: 'hi' },
  },
  'a Discord export': {
    guild: { id: '1' },
    channel: { id: '2' },
    messages: [{ id: '3', type: 'Default', content: 'hi', author: { id: '4', name: 'a' } }],
    messageCount: 1,
  },
  'a Discord message': {
    id: '1',
    type: 0,
    content: 'hi',
    channel_id: '2',
    author: { id: '3', username: 'a' },
    attachments: [],
    embeds: [],
    mentions: [],
  },
  'a WhatsApp webhook': {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: [
          {
            value: { messages: [{ from: '2', id: 'w', type: 'text', text: { body: 'hi' } }] },
            field: 'messages',
          },
        ],
      },
    ],
  },
  'a Messenger export': {
    participants: [{ name: 'A' }],
    messages: [{ sender_name: 'A', timestamp_ms: 1, content: 'hi' }],
    title: 'A',
    thread_path: 'inbox/a',
  },
  'a Signal message': { envelope: { source: '+1', dataMessage: { message: 'hi', timestamp: 1 } } },
  'a Matrix event': {
    type: 'm.room.message',
    sender: '@a:b',
    content: { msgtype: 'm.text', body: 'hi' },
    event_id: '$1',
    room_id: '!1',
    origin_server_ts: 1,
  },
  'a Matrix sync': {
    next_batch: 's1',
    rooms: { join: { '!r': { timeline: { events: [{ type: 'm.room.message', content: { body: 'x' } }] } } } },
  },
  'a Teams message': {
    id: '1',
    messageType: 'message',
    createdDateTime: '2026-01-01T00:00:00Z',
    from: { user: { id: 'u' } },
    body: { contentType: 'text', content: 'hi' },
  },
  'a Bot Framework activity': {
    type: 'message',
    id: '1',
    timestamp: '2026-01-01T00:00:00Z',
    channelId: 'x',
    from: { id: 'u', role: 'user' },
    recipient: { id: 'b' },
    text: 'hi',
  },
  'an Intercom conversation': {
    type: 'conversation',
    id: '1',
    source: { type: 'conversation', body: '<p>hi</p>' },
    conversation_parts: { type: 'conversation_part.list', conversation_parts: [] },
  },
  'a Zendesk ticket': {
    ticket: {
      id: 1,
      subject: 's',
      description: 'd',
      status: 'open',
      comments: [{ body: 'x', author_id: 2 }],
    },
  },
  'a mail': {
    id: '1',
    threadId: '2',
    labelIds: ['INBOX'],
    snippet: 's',
    payload: {
      partId: '',
      mimeType: 'multipart/alternative',
      parts: [{ partId: '0', mimeType: 'text/plain', body: { size: 2, data: 'aGk' } }],
    },
  },
  'a JMAP answer': {
    methodResponses: [['Email/get', { list: [{ id: 'M1', subject: 's' }] }, '0']],
    sessionState: '1',
  },
  'an SMS': {
    sid: 'SM1',
    body: 'hi',
    from: '+1',
    to: '+2',
    status: 'delivered',
    error_code: null,
    error_message: null,
  },
  // Exports of chat products and bot platforms.
  'a ChatGPT export': [
    {
      title: 't',
      create_time: 1,
      mapping: {
        a: {
          id: 'a',
          message: { id: 'a', author: { role: 'user' }, content: { content_type: 'text', parts: ['hi'] } },
          parent: null,
          children: [],
        },
      },
      current_node: 'a',
    },
  ],
  'a Claude export': [
    {
      uuid: 'u',
      name: 'n',
      created_at: 'x',
      chat_messages: [{ uuid: 'v', text: 'hi', sender: 'human', attachments: [] }],
    },
  ],
  'a Character chat': {
    chat_id: 'c',
    turns: [{ turn_key: { turn_id: '1' }, author: { name: 'x', is_human: true }, candidates_count: 1 }],
  },
  'a ShareGPT conversation': {
    id: 'x',
    conversations: [
      { from: 'human', value: 'hi' },
      { from: 'gpt', value: 'ho' },
    ],
  },
  'an Alpaca record': { instruction: 'i', input: '', output: 'o' },
  'a preference pair': { prompt: 'p', chosen: 'a', rejected: 'b' },
  'a Rasa story': {
    nlu: [{ intent: 'greet', examples: ['hi'] }],
    stories: [{ story: 's', steps: [{ intent: 'greet' }, { action: 'utter_greet' }] }],
  },
  'a Dialogflow request': {
    responseId: '1',
    queryResult: {
      queryText: 'hi',
      parameters: {},
      fulfillmentMessages: [{ text: { text: ['x'] } }],
      intent: { name: 'i' },
    },
    session: 's',
  },
  'an Alexa request': {
    version: '1.0',
    session: { new: true, sessionId: 's' },
    request: { type: 'IntentRequest', requestId: 'r', intent: { name: 'Hello', slots: {} } },
  },
  'a Lex event': {
    sessionId: 's',
    inputTranscript: 'hi',
    interpretations: [{ intent: { name: 'i', slots: null, state: 'ReadyForFulfillment' } }],
    messages: [{ contentType: 'PlainText', content: 'x' }],
  },
  'a Watson answer': {
    output: { generic: [{ response_type: 'text', text: 'x' }], intents: [{ intent: 'i', confidence: 1 }] },
    context: { global: {} },
  },
  // Other endpoints of model providers.
  'an embedding': {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.1] }],
    model: 'm',
    usage: { prompt_tokens: 1, total_tokens: 1 },
  },
  'a list of models': { object: 'list', data: [{ id: 'm', object: 'model', created: 1, owned_by: 'o' }] },
  'an image answer': { created: 1, data: [{ b64_json: 'aGk=' }] },
  'a moderation': {
    id: 'modr-1',
    model: 'm',
    results: [{ flagged: false, categories: { hate: false }, category_scores: { hate: 0.1 } }],
  },
  'a transcription': {
    text: 'hi',
    task: 'transcribe',
    language: 'english',
    duration: 1.2,
    segments: [{ id: 0, start: 0, end: 1, text: 'hi' }],
  },
  'a batch': {
    id: 'batch_1',
    object: 'batch',
    endpoint: '/v1/x',
    errors: null,
    input_file_id: 'f',
    status: 'completed',
    request_counts: { total: 1, completed: 1, failed: 0 },
  },
  'an uploaded file': {
    id: 'file-1',
    object: 'file',
    bytes: 1,
    created_at: 1,
    filename: 'f',
    purpose: 'batch',
  },
  'a fine-tuning job': {
    object: 'fine_tuning.job',
    id: 'ft',
    model: 'm',
    status: 'succeeded',
    hyperparameters: { n_epochs: 3 },
    error: null,
  },
  'a reranking': {
    id: 'x',
    results: [{ index: 0, relevance_score: 0.9 }],
    meta: { api_version: { version: '2' } },
  },
  'a tokenizer': {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [{ id: 0, content: '<s>', special: true }],
    model: { type: 'BPE', vocab: {}, merges: [] },
  },
  'a model card': {
    architectures: ['X'],
    hidden_size: 1,
    model_type: 'x',
    vocab_size: 2,
    torch_dtype: 'bfloat16',
  },
  // Descriptions and settings of software.
  'an OpenAPI document': {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: {
      '/chat': {
        post: {
          requestBody: { content: { 'application/json': { schema: {} } } },
          responses: { 200: { description: 'ok' } },
        },
      },
    },
    components: { schemas: {} },
  },
  'a Swagger document': {
    swagger: '2.0',
    info: { title: 't', version: '1' },
    paths: {},
    definitions: { M: { type: 'object', properties: { role: { type: 'string' } } } },
  },
  'an AsyncAPI document': {
    asyncapi: '3.0.0',
    info: { title: 't', version: '1' },
    channels: { c: { messages: { m: { payload: { type: 'object' } } } } },
  },
  'an OpenRPC document': {
    openrpc: '1.3.2',
    info: { title: 't', version: '1' },
    methods: [{ name: 'm', params: [], result: { name: 'r', schema: {} } }],
  },
  'a JSON Schema': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { messages: { type: 'array' }, tools: { type: 'array' } },
    required: ['messages'],
  },
  'a JSON Schema of a message': {
    title: 'Message',
    type: 'object',
    properties: { role: { enum: ['user', 'assistant'] }, content: { type: 'string' } },
    definitions: {},
  },
  'a package': {
    name: 'x',
    version: '1.0.0',
    type: 'module',
    scripts: { test: 'x' },
    dependencies: { a: '^1' },
  },
  'a lock file': { name: 'x', lockfileVersion: 3, requires: true, packages: { '': { name: 'x' } } },
  'a TypeScript configuration': { compilerOptions: { strict: true, module: 'nodenext' }, include: ['src'] },
  'a Deno configuration': { tasks: { dev: 'deno run x' }, imports: { a: 'npm:a' }, lint: { rules: {} } },
  'a Composer file': { name: 'a/b', type: 'library', require: { php: '>=8' }, autoload: { 'psr-4': {} } },
  'a renovate configuration': {
    extends: ['config:base'],
    packageRules: [{ matchPackageNames: ['x'], enabled: false }],
  },
  'VS Code settings': { 'editor.tabSize': 2, 'files.exclude': {}, 'chat.tools.autoApprove': false },
  'VS Code tasks': {
    version: '2.0.0',
    tasks: [{ label: 'build', type: 'shell', command: 'make', group: 'build' }],
  },
  'a list of MCP servers': { mcpServers: { files: { command: 'npx', args: ['-y', 'x'], env: {} } } },
  'an agent card': {
    name: 'n',
    description: 'd',
    url: 'https://x',
    version: '1',
    capabilities: { streaming: true },
    skills: [{ id: 's', name: 's', description: 'd', tags: [] }],
  },
  'a plugin manifest': {
    schema_version: 'v1',
    name_for_human: 'n',
    name_for_model: 'n',
    description_for_model: 'd',
    api: { type: 'openapi', url: 'u' },
  },
  'a browser extension': { manifest_version: 3, name: 'n', version: '1', permissions: [], action: {} },
  'a web manifest': {
    name: 'n',
    short_name: 'n',
    start_url: '/',
    display: 'standalone',
    icons: [{ src: 'x', sizes: '1x1', type: 'image/png' }],
  },
  translations: {
    messages: { greeting: 'Hello', error: 'Oops' },
    tools: { save: 'Save' },
    role: { user: 'User', assistant: 'Assistant' },
  },
  'translations of an extension': { appName: { message: 'x', description: 'The name' } },
  'an ICU catalog': { locale: 'en', messages: [{ id: 'a', message: 'Hi', translation: 'Ho' }] },
  'a Postman collection': {
    info: { name: 'n', schema: 's' },
    item: [
      {
        name: 'r',
        request: { method: 'POST', url: { raw: 'u' }, body: { mode: 'raw', raw: '{}' } },
        response: [],
      },
    ],
  },
  'a Terraform state': {
    version: 4,
    terraform_version: '1.9',
    serial: 1,
    lineage: 'l',
    outputs: {},
    resources: [{ mode: 'managed', type: 't', name: 'n', instances: [] }],
  },
  'a Kubernetes object': {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', labels: {} },
    spec: { containers: [{ name: 'c', image: 'i' }] },
    status: { phase: 'Running', message: 'm' },
  },
  'a Kubernetes status': {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'not found',
    reason: 'NotFound',
    code: 404,
  },
  'a CloudFormation template': {
    AWSTemplateFormatVersion: '2010-09-09',
    Resources: { B: { Type: 'AWS::S3::Bucket', Properties: {} } },
    Outputs: {},
  },
  'a state machine': { StartAt: 'A', States: { A: { Type: 'Task', Resource: 'arn', End: true } } },
  'a GitHub workflow as JSON': {
    name: 'ci',
    on: { push: {} },
    jobs: { test: { 'runs-on': 'x', steps: [{ uses: 'a@v1' }, { run: 'make' }] } },
  },
  // Output of tools.
  'an ESLint report': [
    {
      filePath: '/a.js',
      messages: [{ ruleId: 'x', severity: 2, message: 'm', line: 1, column: 1 }],
      errorCount: 1,
      warningCount: 0,
    },
  ],
  'a SARIF report': {
    version: '2.1.0',
    $schema: 's',
    runs: [
      { tool: { driver: { name: 'x', rules: [] } }, results: [{ ruleId: 'r', message: { text: 'm' } }] },
    ],
  },
  'a stylelint report': [
    { source: 'a.css', errored: true, warnings: [{ line: 1, rule: 'r', severity: 'error', text: 't' }] },
  ],
  'an audit': { auditReportVersion: 2, vulnerabilities: {}, metadata: { vulnerabilities: { total: 0 } } },
  'a coverage summary': {
    total: { lines: { total: 1, covered: 1, pct: 100 } },
    '/a.js': { lines: { total: 1, covered: 1, pct: 100 } },
  },
  'a test report': {
    numTotalTests: 1,
    success: true,
    testResults: [
      { name: 'a', status: 'passed', message: '', assertionResults: [{ title: 't', status: 'passed' }] },
    ],
  },
  'a Lighthouse report': {
    lighthouseVersion: '12',
    requestedUrl: 'u',
    audits: { a: { id: 'a', score: 1 } },
    categories: { performance: { score: 1 } },
  },
  'a Jupyter notebook': {
    cells: [
      {
        cell_type: 'code',
        source: ['print(1)'],
        outputs: [{ output_type: 'stream', text: ['1'] }],
        metadata: {},
        execution_count: 1,
      },
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  },
  'a Jupyter message': {
    header: { msg_id: '1', msg_type: 'execute_request' },
    parent_header: {},
    metadata: {},
    content: { code: '1' },
  },
  'a log line': {
    level: 'error',
    time: 1,
    msg: 'failed',
    error: { type: 'Error', message: 'm', stack: 's' },
    pid: 1,
    hostname: 'h',
  },
  'a log line of bunyan': {
    name: 'x',
    hostname: 'h',
    pid: 1,
    level: 50,
    err: { message: 'm', name: 'Error', stack: 's' },
    msg: 'm',
    time: 't',
    v: 0,
  },
  'a line of a structured log': {
    severity: 'ERROR',
    message: 'it failed',
    timestamp: 't',
    labels: { role: 'user' },
    httpRequest: { status: 500 },
  },
  'a Sentry event': {
    event_id: 'e',
    platform: 'node',
    level: 'error',
    exception: { values: [{ type: 'Error', value: 'm' }] },
    message: 'm',
    tags: {},
  },
  'a trace without models': {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 's' } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId: 't',
                spanId: 's',
                name: 'GET /',
                attributes: [{ key: 'http.method', value: { stringValue: 'GET' } }],
              },
            ],
          },
        ],
      },
    ],
  },
  'attributes of a span': {
    'http.request.method': 'POST',
    'url.full': 'https://x',
    'http.response.status_code': 200,
  },
  'a Chrome trace': {
    traceEvents: [{ name: 'x', ph: 'X', ts: 1, dur: 2, pid: 1, tid: 1, args: { data: {} } }],
    displayTimeUnit: 'ms',
  },
  'a CPU profile': {
    nodes: [
      {
        id: 1,
        callFrame: { functionName: 'f', scriptId: '0', url: '', lineNumber: 0, columnNumber: 0 },
        children: [],
      },
    ],
    startTime: 0,
    endTime: 1,
  },
  'a source map': { version: 3, file: 'a.js', sources: ['a.ts'], names: [], mappings: 'AAAA' },
  // Answers of other services.
  'an error with a message': { message: 'Not Found', documentation_url: 'https://docs', status: '404' },
  'an error of a gateway': { error: 'invalid_token', error_description: 'The token expired' },
  'a problem document': {
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail: 'No',
    instance: '/x',
  },
  'a GraphQL answer': {
    data: { viewer: { messages: { nodes: [{ id: '1', content: 'hi' }] } } },
    errors: [{ message: 'm', path: ['viewer'] }],
  },
  'a GraphQL request': { query: 'query { a }', variables: { input: {} }, operationName: null },
  'a JSON:API document': {
    data: [{ type: 'messages', id: '1', attributes: { content: 'hi', role: 'user' } }],
    included: [],
    meta: {},
  },
  'a HAL document': { _links: { self: { href: '/x' } }, _embedded: { messages: [{ id: 1, content: 'hi' }] } },
  'a page of a list': { items: [{ id: 1, type: 'message', text: 'x' }], total: 1, page: 1, has_more: false },
  'a call of a language server': {
    jsonrpc: '2.0',
    id: 1,
    method: 'textDocument/hover',
    params: { textDocument: { uri: 'file:///a' }, position: { line: 0, character: 0 } },
  },
  'an answer of a language server': {
    jsonrpc: '2.0',
    id: 1,
    result: { contents: { kind: 'markdown', value: 'x' }, range: {} },
  },
  'an error of a language server': {
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32601, message: 'Unhandled method textDocument/x' },
  },
  'an Ethereum call': {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ to: '0x1', data: '0x2' }, 'latest'],
  },
  'an Ethereum answer': { jsonrpc: '2.0', id: 1, result: '0x10' },
  'a debug adapter event': {
    seq: 1,
    type: 'event',
    event: 'output',
    body: { category: 'console', output: 'x' },
  },
  'a DevTools event': {
    method: 'Network.requestWillBeSent',
    params: { requestId: '1', request: { url: 'u', method: 'GET' } },
  },
  'a GitHub issue': {
    id: 1,
    number: 2,
    title: 't',
    body: 'b',
    state: 'open',
    user: { login: 'l', type: 'User' },
    labels: [{ name: 'bug' }],
    comments: 0,
  },
  'a GitHub event': {
    action: 'opened',
    issue: { number: 1, title: 't' },
    repository: { full_name: 'a/b' },
    sender: { login: 'l', type: 'User' },
  },
  'a payment event': {
    id: 'evt_1',
    object: 'event',
    api_version: '2026-01-01',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', object: 'payment_intent', amount: 1 } },
    livemode: false,
  },
  'a cloud event': {
    specversion: '1.0',
    id: '1',
    source: '/x',
    type: 'com.x.message',
    data: { content: 'hi' },
  },
  'a queue record': {
    Records: [{ messageId: '1', receiptHandle: 'r', body: '{}', attributes: {}, eventSource: 'aws:sqs' }],
  },
  'a notification': {
    Type: 'Notification',
    MessageId: '1',
    TopicArn: 'arn',
    Message: '{}',
    Timestamp: 't',
    Signature: 's',
  },
  'a gateway event': {
    resource: '/x',
    path: '/x',
    httpMethod: 'POST',
    headers: {},
    requestContext: { requestId: 'r' },
    body: '{}',
    isBase64Encoded: false,
  },
  'a search answer': {
    took: 1,
    timed_out: false,
    hits: { total: { value: 1 }, hits: [{ _index: 'i', _id: '1', _score: 1, _source: { content: 'x' } }] },
  },
  'a metrics answer': {
    status: 'success',
    data: { resultType: 'vector', result: [{ metric: { __name__: 'up' }, value: [1, '1'] }] },
  },
  'a document of a database': {
    name: 'projects/p/x',
    fields: { role: { stringValue: 'user' }, content: { stringValue: 'hi' } },
    createTime: 't',
    updateTime: 't',
  },
  'a Notion page': {
    object: 'page',
    id: 'p',
    parent: { type: 'database_id', database_id: 'd' },
    properties: { Name: { id: 'title', type: 'title', title: [{ type: 'text', text: { content: 'x' } }] } },
  },
  'Notion blocks': {
    object: 'list',
    results: [
      {
        object: 'block',
        type: 'paragraph',
        paragraph: { rich_text: [{ type: 'text', text: { content: 'x' } }] },
      },
    ],
    has_more: false,
  },
  'a ProseMirror document': {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'hi' }] }],
  },
  'a Slate document': [{ type: 'paragraph', children: [{ text: 'hi' }] }],
  'a Lexical document': {
    root: { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', text: 'hi' }] }] },
  },
  'a Quill delta': { ops: [{ insert: 'Hello ' }, { insert: 'x', attributes: { bold: true } }] },
  'an Editor.js document': {
    time: 1,
    blocks: [{ id: 'a', type: 'paragraph', data: { text: 'hi' } }],
    version: '2.30',
  },
  'a Block Kit message': {
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: 'hi' } },
      { type: 'actions', elements: [{ type: 'button', action_id: 'a' }] },
    ],
  },
  'an adaptive card': {
    type: 'AdaptiveCard',
    version: '1.5',
    body: [{ type: 'TextBlock', text: 'hi' }],
    actions: [{ type: 'Action.Submit', title: 'x' }],
  },
  'a syntax tree': {
    type: 'Program',
    body: [
      {
        type: 'ExpressionStatement',
        expression: { type: 'CallExpression', callee: { type: 'Identifier', name: 'f' }, arguments: [] },
      },
    ],
    sourceType: 'module',
  },
  'a Markdown tree': {
    type: 'root',
    children: [{ type: 'paragraph', children: [{ type: 'text', value: 'hi' }] }],
  },
  'a toot': {
    id: '1',
    created_at: 't',
    content: '<p>hi</p>',
    visibility: 'public',
    account: { id: '2', username: 'u' },
    media_attachments: [],
  },
  'an ActivityPub note': {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: 'i',
    type: 'Note',
    attributedTo: 'a',
    content: 'hi',
    to: [],
  },
  'a Bluesky post': {
    uri: 'at://x',
    cid: 'c',
    author: { did: 'd', handle: 'h' },
    record: { $type: 'app.bsky.feed.post', text: 'hi', createdAt: 't' },
  },
  'a Reddit listing': {
    kind: 'Listing',
    data: { children: [{ kind: 't3', data: { title: 't', selftext: 's', author: 'a' } }], after: null },
  },
  'a JSON feed': {
    version: 'https://jsonfeed.org/version/1.1',
    title: 't',
    items: [{ id: '1', content_text: 'x', url: 'u' }],
  },
  'linked data': {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: 'h',
    author: { '@type': 'Person', name: 'n' },
  },
  // Data of other domains.
  GeoJSON: {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: { name: 'x' } },
    ],
  },
  'a GeoJSON feature': {
    type: 'Feature',
    id: '1',
    geometry: null,
    properties: { role: 'user', content: 'x' },
  },
  TopoJSON: { type: 'Topology', objects: { a: { type: 'GeometryCollection', geometries: [] } }, arcs: [] },
  'a FHIR message': {
    resourceType: 'Bundle',
    type: 'message',
    entry: [{ resource: { resourceType: 'MessageHeader', eventCoding: { code: 'x' } } }],
  },
  'a FHIR outcome': {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code: 'invalid', details: { text: 't' } }],
  },
  'an animation': { v: '5.7', fr: 30, ip: 0, op: 60, w: 1, h: 1, layers: [{ ty: 4, nm: 'l', shapes: [] }] },
  'a Vega chart': {
    $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    data: { values: [{ a: 1 }] },
    mark: 'bar',
    encoding: { x: { field: 'a', type: 'quantitative' } },
  },
  'a glTF scene': { asset: { version: '2.0' }, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], meshes: [] },
  'a Figma file': {
    document: { id: '0:0', type: 'DOCUMENT', children: [] },
    components: {},
    schemaVersion: 0,
  },
  'an Excalidraw drawing': {
    type: 'excalidraw',
    version: 2,
    elements: [{ id: 'a', type: 'text', text: 'hi' }],
    appState: {},
  },
  'a workflow of n8n': {
    name: 'w',
    nodes: [{ id: '1', name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', parameters: { text: 'x' } }],
    connections: {},
  },
  'a state of XState': {
    id: 'm',
    initial: 'a',
    states: { a: { on: { GO: 'b' } }, b: { type: 'final' } },
    context: {},
  },
  'a form': { title: 't', sections: [{ id: 's', fields: [{ type: 'text', name: 'role', label: 'Role' }] }] },
  'an invoice': {
    invoice_id: 'i',
    parts: [{ name: 'screw', quantity: 2 }],
    total: 1.5,
    currency: 'EUR',
    customer: { name: 'n', role: 'buyer' },
  },
  'a recipe': { name: 'Soup', tools: ['pot', 'spoon'], steps: [{ text: 'Boil' }], output: 'soup' },
  'a list of people': [
    { name: 'Ann', role: 'user', id: 1 },
    { name: 'Bob', role: 'admin', id: 2 },
  ],
  'a list of roles': {
    roles: [
      { role: 'user', permissions: ['read'] },
      { role: 'assistant', permissions: [] },
    ],
  },
  'a theatre programme': {
    title: 'Hamlet',
    cast: [{ role: 'Hamlet', content: 'x' }],
    scenes: [{ type: 'text', text: 'To be' }],
  },
  'a playlist': {
    type: 'playlist',
    id: 'p',
    tracks: [{ name: 't', duration: 1 }],
    owner: { type: 'user', id: 'u' },
  },
  'a car': { id: 'call_me', name: 'X', arguments: 'none', type: 'car' },
  'a phone call': { call: { id: 'c', from: '+1', to: '+2', status: 'completed' }, result: 'answered' },
  'a chess game': {
    id: 'g',
    moves: [{ from: 'e2', to: 'e4' }],
    status: 'mate',
    players: { white: { name: 'a' } },
  },
  weather: {
    latitude: 1,
    longitude: 2,
    current: { temperature: 3 },
    hourly: { time: ['t'], temperature: [1] },
  },
  numbers: [1, 2, 3],
  words: ['user', 'assistant', 'tool'],
  nothing: {},
  'an empty list': [],
  'a list of nothing': [{}, {}],
  'only a text': { text: 'hello' },
  'only a type': { type: 'message' },
  'only an id': { id: 'call_1' },
}
