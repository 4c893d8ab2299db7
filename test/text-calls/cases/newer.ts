import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isObject } from '../../../src/base/json/read-json.js'
import {
  apertus,
  clineXml,
  commandRAction,
  functionGemma,
  gemma4,
  gigaChat3,
  granite20bFc,
  hunyuanV3,
  inkling,
  internlm2Plugin,
  kimiK3,
  longCat,
  miniCpm5,
  minimaxM3,
  phi4Functools,
  step3Steptml,
} from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

type Called = readonly [name: string, given: JsonObject]

const plain = (value: JsonValue | undefined) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Writes a value with bare keys, and with a mark on either side of texts. */
function braced(value: JsonValue | undefined, mark: string): string {
  if (typeof value === 'string') return mark + value + mark
  if (Array.isArray(value)) return `[${value.map((item) => braced(item, mark)).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}:${braced(inner, mark)}`)
    .join(',')}}`
}

const M3 = ']<]minimax[>['

/** Writes a value as the elements of MiniMax M3. */
function elements(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.map((item) => `${M3}<item>${elements(item)}${M3}</item>`).join('')
  if (!isObject(value)) return plain(value)
  return Object.entries(value)
    .map(([key, inner]) => `${M3}<${key}>${elements(inner)}${M3}</${key}>`)
    .join('')
}

const lines = (given: JsonObject, one: (key: string, value: string, type: string) => string) =>
  Object.entries(given)
    .map(([key, value]) => one(key, plain(value), typeName(value)))
    .join('')

function typeName(value: JsonValue | undefined): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

const pairs = (given: JsonObject, tag = 'arg') =>
  lines(given, (key, value) => `<${tag}_key>${key}</${tag}_key>\n<${tag}_value>${value}</${tag}_value>\n`)

const json = ([name, given]: Called, key = 'arguments', nameKey = 'name') =>
  JSON.stringify({ [nameKey]: name, [key]: given })

const each =
  (one: (call: Called) => string) =>
  (...calls: readonly Called[]) =>
    calls.map(one).join('\n')

export const cases: readonly DialectCases[] = [
  {
    dialect: 'gemma4',
    dialects: [gemma4],
    cases: [
      ...usualCases({
        write: each(([name, given]) => `<|tool_call>call:${name}${braced(given, '<|"|>')}<tool_call|>`),
      }),
      {
        name: 'thinking of its own',
        text: '<|channel>thought\nLet me see.\n<channel|><|tool_call>call:now{}<tool_call|>',
        parts: [{ thought: '\nLet me see.\n' }, ['now', {}]],
      },
      {
        name: 'without the word before the name',
        text: '<|tool_call>:get{url:<|"|>a<|"|>}<tool_call|>',
        parts: [['get', { url: 'a' }]],
      },
      {
        name: 'in round brackets and with JSON strings',
        text: '<|tool_call>call:get_weather(city="Oslo", days=2)<tool_call|>',
        parts: [['get_weather', { city: 'Oslo', days: 2 }]],
      },
      {
        name: 'a number that is declared as text, and a bare text',
        text: '<|tool_call>call:get_weather{city:108,days:2}<tool_call|><|tool_call>call:get{url:a b}<tool_call|>',
        parts: [
          ['get_weather', { city: '108', days: 2 }],
          ['get', { url: 'a b' }],
        ],
      },
      {
        name: 'a cut string',
        text: '<|tool_call>call:get{url:<|"|>a',
        parts: [{ name: 'get', status: 'truncated', raw: 'url:<|"|>a' }],
      },
    ],
  },
  {
    dialect: 'function-gemma',
    dialects: [functionGemma],
    cases: usualCases({
      write: each(
        ([name, given]) => `<start_function_call>call:${name}${braced(given, '<escape>')}<end_function_call>`,
      ),
    }),
  },
  {
    dialect: 'minimax-m3',
    dialects: [minimaxM3],
    cases: [
      ...usualCases({
        write: (...calls) =>
          `${M3}<tool_call>\n${calls.map(([name, given]) => `${M3}<invoke name="${name}">${elements(given)}${M3}</invoke>\n`).join('')}${M3}</tool_call>`,
      }).filter(({ name }) => name !== 'values of every type'),
      {
        name: 'values of every declared type',
        text: `${M3}<tool_call>${M3}<invoke name="set_light">${M3} <on>true${M3} </on>${M3}<level>-1.5${M3}</level>${M3}<colour>null${M3}</colour>${M3}<rooms>${M3}<item>x${M3}</item>${M3}<item>y "z"${M3}</item>${M3}</rooms>${M3}</invoke>${M3}</tool_call>`,
        parts: [['set_light', { on: true, level: -1.5, colour: null, rooms: ['x', 'y "z"'] }]],
      },
      {
        name: 'thinking of its own, which the prompt began',
        text: `Let me see.</mm:think>${M3}<tool_call>${M3}<invoke name="now">${M3}</invoke>${M3}</tool_call>`,
        parts: [{ thought: 'Let me see.' }, ['now', {}]],
        options: { beginsInThinking: true },
      },
      {
        name: 'a cut value',
        text: `${M3}<tool_call>${M3}<invoke name="get">${M3}<url>a`,
        parts: [{ name: 'get', status: 'truncated', raw: `${M3}<url>a` }],
      },
    ],
  },
  {
    dialect: 'kimi-k3',
    dialects: [kimiK3],
    cases: [
      ...usualCases({
        write: (...calls) =>
          `<|open|>tools<|sep|>${calls
            .map(
              ([name, given], index) =>
                `<|open|>call tool="${name}" index="${index + 1}"<|sep|>${lines(given, (key, value, type) => `<|open|>argument key="${key}" type="${type}"<|sep|>${value}<|close|>argument<|sep|>`)}<|close|>call<|sep|>`,
            )
            .join('')}<|close|>tools<|sep|>`,
      }),
      {
        name: 'a whole answer, whose thinking the prompt began',
        text: 'Hm.<|close|>think<|sep|><|open|>response<|sep|>I look.<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool="now" index="1"<|sep|><|close|>call<|sep|><|close|>tools<|sep|><|close|>message<|sep|><|end_of_msg|>',
        parts: [{ thought: 'Hm.' }, 'I look.', ['now', {}]],
        options: { beginsInThinking: true },
      },
      {
        name: 'a whole answer without calls',
        text: 'Hm.<|close|>think<|sep|><|open|>response<|sep|>Hello.<|close|>response<|sep|><|close|>message<|sep|><|end_of_msg|>',
        parts: [{ thought: 'Hm.' }, 'Hello.'],
        options: { beginsInThinking: true },
      },
      {
        name: 'arguments in one object',
        text: '<|open|>tools<|sep|><|open|>call tool="get" index="1"<|sep|><|open|>json type="object"<|sep|>{"url": "a"}<|close|>json<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
        parts: [['get', { url: 'a' }]],
      },
    ],
  },
  {
    dialect: 'hunyuan-v3',
    dialects: [hunyuanV3],
    cases: usualCases({
      write: (...calls) =>
        `<tool_calls>\n${calls.map(([name, given]) => `<tool_call>${name}<tool_sep>\n${pairs(given)}</tool_call>\n`).join('')}</tool_calls>`,
    }),
  },
  {
    dialect: 'giga-chat3',
    dialects: [gigaChat3],
    cases: [
      ...usualCases({ write: each((call) => `<|function_call|>${json(call)}`) }),
      {
        name: 'in a message of its own, with its end',
        text: `So.<|message_sep|>\n\nfunction call<|role_sep|>\n${json(['now', {}])}<|message_sep|>\n\n`,
        parts: ['So.', ['now', {}]],
      },
    ],
  },
  {
    dialect: 'mini-cpm5',
    dialects: [miniCpm5],
    cases: [
      ...usualCases({
        write: each(
          ([name, given]) =>
            `<function name="${name}">${lines(given, (key, value) => `<param name="${key}">${value}</param>`)}</function>`,
        ),
      }),
      {
        name: 'a value in CDATA',
        text: '<function name="get"><param name="url"><![CDATA[<a href="/x">hi</a> </param></function>]]></param></function>',
        parts: [['get', { url: '<a href="/x">hi</a> </param></function>' }]],
      },
      {
        name: 'a cut value in CDATA',
        text: '<function name="get"><param name="url"><![CDATA[<a',
        parts: [{ name: 'get', status: 'truncated', raw: '<param name="url"><![CDATA[<a' }],
      },
    ],
  },
  {
    dialect: 'apertus',
    dialects: [apertus],
    cases: [
      ...usualCases({
        write: (...calls) =>
          `<|tools_prefix|>${JSON.stringify(calls.map(([name, given]) => ({ [name]: given })))}<|tools_suffix|>`,
      }),
      {
        name: 'thinking of its own',
        text: '<|inner_prefix|>Hm.<|inner_suffix|><|tools_prefix|>[{"now": {}}]',
        parts: [{ thought: 'Hm.' }, ['now', {}]],
      },
      {
        name: 'an object of several keys',
        text: '<|tools_prefix|>[{"now": {}, "get": {}}]<|tools_suffix|>',
        parts: ['<|tools_prefix|>[{"now": {}, "get": {}}]<|tools_suffix|>'],
      },
    ],
  },
  {
    dialect: 'inkling',
    dialects: [inkling],
    cases: [
      ...usualCases({
        write: each(
          (call) =>
            `<|message_model|>${call[0]}<|content_invoke_tool_json|>${json(call, 'args')}<|end_message|>`,
        ),
      }),
      {
        name: 'a whole answer, which begins in the prompt',
        text: '<|content_thinking|>Hm.<|end_message|><|message_model|><|content_text|>I look.<|end_message|><|message_model|>now<|content_invoke_tool_json|>{"name": "now", "args": {}}<|end_message|><|content_model_end_sampling|>',
        parts: [{ thought: 'Hm.' }, 'I look.', ['now', {}]],
      },
      {
        name: 'a call whose mark was in the prompt',
        text: 'now<|content_invoke_tool_json|>{"name": "now", "args": {}}<|end_message|>',
        parts: [['now', {}]],
      },
    ],
  },
  {
    dialect: 'long-cat',
    dialects: [longCat],
    cases: [
      ...usualCases({ write: each((call) => `<longcat_tool_call>\n${json(call)}\n</longcat_tool_call>`) }),
      {
        name: 'keys and values',
        text: `<longcat_think>Hm.</longcat_think>\n<longcat_tool_call>get_weather\n${pairs({ city: 'Oslo', days: 2 }, 'longcat_arg')}</longcat_tool_call>`,
        parts: [{ thought: 'Hm.' }, ['get_weather', { city: 'Oslo', days: 2 }]],
      },
    ],
  },
  {
    dialect: 'step3-steptml',
    dialects: [step3Steptml],
    cases: usualCases({
      write: (...calls) =>
        `<｜tool_calls_begin｜>${calls
          .map(
            ([name, given]) =>
              `<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="${name}">${lines(given, (key, value) => `<steptml:parameter name="${key}">${value}</steptml:parameter>`)}</steptml:invoke><｜tool_call_end｜>`,
          )
          .join('\n')}<｜tool_calls_end｜>`,
    }),
  },
  {
    dialect: 'internlm2-plugin',
    dialects: [internlm2Plugin],
    cases: usualCases({
      write: each((call) => `<|action_start|><|plugin|>\n${json(call, 'parameters')}<|action_end|>`),
    }),
  },
  {
    dialect: 'granite-20b-fc',
    dialects: [granite20bFc],
    cases: usualCases({ write: each((call) => `<function_call> ${json(call)}`) }),
  },
  {
    dialect: 'command-r-action',
    dialects: [commandRAction],
    cases: usualCases({
      isCode: true,
      write: (...calls) =>
        `Action:\n\`\`\`json\n[${calls.map((call) => json(call, 'parameters', 'tool_name')).join(',')}]\n\`\`\``,
    }),
  },
  {
    dialect: 'phi4-functools',
    dialects: [phi4Functools],
    cases: usualCases({
      onlyFirst: true,
      write: (...calls) => `functools[${calls.map((call) => json(call)).join(',')}]<|end|>`,
    }),
  },
  {
    dialect: 'phi4-functools',
    dialects: [phi4Functools],
    cases: usualCases({ write: each((call) => `<|tool_call|>${json(call)}<|/tool_call|>`) }),
  },
  {
    dialect: 'cline-xml',
    dialects: [clineXml],
    cases: [
      ...usualCases({
        write: each(
          ([name, given]) =>
            `<${name}>\n${lines(given, (key, value) => `<${key}>${value.includes('\n') ? `\n${value}\n` : value}</${key}>\n`)}</${name}>`,
        ),
      }),
      {
        name: 'a value that contains its own end tag',
        text: '<write_file>\n<path>a.xml</path>\n<content>\n<content>a</content> b\n</content>\n</write_file>',
        parts: [['write_file', { path: 'a.xml', content: '<content>a</content> b' }]],
      },
      {
        name: 'HTML with the name of a tool',
        text: 'Use <bash>ls</bash> or <get href="a">.',
        parts: ['Use <bash>ls</bash> or <get href="a">.'],
      },
      {
        name: 'a call without arguments of a tool with arguments',
        text: 'An empty <bash></bash> is text.',
        parts: ['An empty <bash></bash> is text.'],
      },
      {
        name: 'a cut value',
        text: '<bash>\n<command>ls',
        parts: [{ name: 'bash', status: 'truncated', raw: '<command>ls' }],
      },
    ],
  },
]
