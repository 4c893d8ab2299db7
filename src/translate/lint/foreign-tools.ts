import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { compact, without } from '../../base/json/write-json.js'
import { toolChoice, toolDefinition } from '../../base/model/canonical.js'
import type { FunctionTool, ToolChoice } from '../../base/model/types.js'
import { isOfForm } from './foreign-parts.js'

/** Keys of the objects that wrap tool definitions. */
const AROUND: readonly string[] = ['function', 'toolSpec', 'functionDeclarations']
/** Names of the parameter schema. */
const SCHEMAS: readonly string[] = ['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema']
/** Members of definitions that are decoded or have no meaning for the model. */
const KNOWN: readonly string[] = [
  ...[
    'type',
    'name',
    'description',
    'strict',
    'title',
    'annotations',
    'outputSchema',
    '_meta',
    'cache_control',
  ],
  ...SCHEMAS,
]

/** Reads the function definitions in a list of another format; undefined if a definition is unknown. */
export function readTools(tools: JsonValue): FunctionTool[] | undefined {
  if (!isArray(tools)) return undefined
  const read = tools.flatMap((tool) => (isObject(tool) ? definitionsIn(tool) : [undefined]))
  const known = read.filter((tool) => tool !== undefined)
  return known.length < read.length ? undefined : known
}

function definitionsIn(tool: JsonObject): (FunctionTool | undefined)[] {
  const inner = AROUND.map((key) => tool[key]).find((value) => value !== undefined)
  if (isArray(inner)) return inner.flatMap((one) => (isObject(one) ? definitionsIn(one) : [undefined]))
  return [definitionOf(isObject(inner) ? inner : tool)]
}

function definitionOf(tool: JsonObject): FunctionTool | undefined {
  const { type = 'function', name, description, strict } = tool
  const given = SCHEMAS.map((key) => tool[key]).find((value) => value !== undefined)
  // One format puts the schema under the name of its kind.
  const parameters = isObject(given) && isObject(given.json) ? given.json : given
  const isKnown =
    Object.keys(tool).every((key) => KNOWN.includes(key)) && (type === 'function' || type === 'custom')
  const definition = compact({ type: 'function', name, description, parameters, strict })
  if (!isKnown || !isFunctionTool(definition)) return undefined
  return definition
}

function isFunctionTool(value: JsonObject): value is JsonObject & FunctionTool {
  return isOfForm(value, toolDefinition.form)
}

const WORDS: Readonly<Record<string, 'auto' | 'none' | 'required'>> = {
  auto: 'auto',
  none: 'none',
  any: 'required',
  required: 'required',
}

/** Reads the tool choice of another format. */
export function readChoice(choice: JsonValue): ToolChoice | undefined {
  if (typeof choice === 'string') return wordOf(choice)
  if (!isObject(choice)) return undefined
  if (isChoice(choice)) return choice
  const { type, function: inner, tool, name, toolName, mode } = choice
  const named = [inner, tool].find(isObject)?.name ?? name ?? toolName
  if (typeof named === 'string') return { type: 'tool', name: named }
  const [key, ...more] = Object.keys(without(choice, 'type'))
  if (more.length > 0) return undefined
  if (key === undefined) return wordOf(type)
  return wordOf(typeof mode === 'string' ? mode.toLowerCase() : key)
}

function isChoice(value: JsonObject): value is JsonObject & ToolChoice {
  return isOfForm(value, toolChoice.form)
}

function wordOf(word: JsonValue | undefined): ToolChoice | undefined {
  const type = typeof word === 'string' && Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
  return type && { type }
}
