import type { CommandTree, CompletionValue, OptionTree } from './tree.js'

export function fishCompletion({ name, commands, options }: CommandTree): string {
  const lines = [
    `# ${name} completion for fish: ${name} completion fish > ~/.config/fish/completions/${name}.fish`,
    `complete -c ${name} -f`,
    ...options.map((option) => optionLine(name, '__fish_use_subcommand', option)),
    ...commands.flatMap((command) => [
      `complete -c ${name} -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.description)}`,
      ...commandLines(name, command),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

function commandLines(program: string, { name, options, argument }: CommandTree): string[] {
  const condition = `__fish_seen_subcommand_from ${name}`
  const values = argument === 'any' ? '' : valuesOf(argument)
  return [
    ...options.map((option) => optionLine(program, condition, option)),
    ...(values === '' ? [] : [`complete -c ${program} -n ${quoted(condition)} ${values}`]),
  ]
}

function optionLine(program: string, condition: string, { flags, description, value }: OptionTree): string {
  const named = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const given = value === undefined ? '' : ` ${value === 'any' ? '-x' : `-r ${valuesOf(value)}`}`
  return `complete -c ${program} -n ${quoted(condition)} ${named.join(' ')} -d ${quoted(description)}${given}`
}

function valuesOf(value: Exclude<CompletionValue, 'any'>): string {
  if (value === 'path') return '-F'
  return value.words.length === 0 ? '' : `-f -a ${quoted(value.words.join(' '))}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
