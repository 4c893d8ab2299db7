import type { Argument, Command, Option } from 'commander'

/** The completion of a value: one of these words, a path, or any text. */
export type CompletionValue = { readonly words: readonly string[] } | 'path' | 'any'

export interface OptionTree {
  /** The flags of the option, such as `--to` or `-h`. */
  readonly flags: readonly string[]
  readonly description: string
  /** The completion of the value. Absent for options without a value. */
  readonly value?: CompletionValue
}

export interface CommandTree {
  readonly name: string
  readonly description: string
  readonly options: readonly OptionTree[]
  /** The completion of the arguments after the options. */
  readonly argument: CompletionValue
  readonly commands: readonly CommandTree[]
}

/** Returns the completions, derived from the command definitions. */
export function treeOf(command: Command, wires: readonly string[]): CommandTree {
  const own = command.createHelp().visibleOptions(command)
  const [argument] = command.registeredArguments
  return {
    name: command.name(),
    description: command.description(),
    options: [...own, ...globalOptions(command)].map((option) => optionTree(option, wires)),
    argument: argument === undefined ? { words: [] } : argumentValue(argument),
    commands: command.commands.map((child) => treeOf(child, wires)),
  }
}

/** Returns the options of all commands, except the version. */
function globalOptions({ parent }: Command): readonly Option[] {
  return parent?.options.filter(({ long }) => long !== '--version') ?? []
}

function optionTree(option: Option, wires: readonly string[]): OptionTree {
  const { short, long, description, required, optional } = option
  const flags = [long, short].filter((flag) => flag !== undefined)
  return { flags, description, ...((required || optional) && { value: optionValue(option, wires) }) }
}

/** Returns the completion of an option's value. The name of a value implies its type: `<wire>`, `<file>`. */
function optionValue({ flags, argChoices }: Option, wires: readonly string[]): CompletionValue {
  if (argChoices !== undefined) return { words: argChoices }
  const name = /<([a-z]+)/.exec(flags)?.[1]
  if (name === 'wire') return { words: wires }
  return name === 'file' || name === 'cassette' ? 'path' : 'any'
}

function argumentValue({ argChoices }: Argument): CompletionValue {
  return argChoices === undefined ? 'path' : { words: argChoices }
}
