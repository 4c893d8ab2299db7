import type { CommandTree, CompletionValue } from './tree.js'

export function bashCompletion({ name, commands, options }: CommandTree): string {
  const names = commands.map((command) => command.name).join(' ')
  return `# ${name} completion for bash: eval "$(${name} completion bash)"
_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  COMPREPLY=()
  case "$command $previous" in
${valueCases(commands).join('\n')}
  esac
  case $current in
    -*)
      case $command in
${commands.map((command) => `        ${command.name}) ${reply(flagsOf(command))} ;;`).join('\n')}
        *) ${reply(flagsOf({ options }))} ;;
      esac
      return ;;
  esac
  case $command in
    '') ${reply(names)} ;;
${argumentCases(commands).join('\n')}
  esac
}
complete -o default -F _${name} ${name}
`
}

function flagsOf({ options }: Pick<CommandTree, 'options'>): string {
  return options.flatMap(({ flags }) => flags).join(' ')
}

/**
 * Groups words by the options that accept them, because many options accept a wire. If no words are returned,
 * bash completes paths.
 */
function valueCases(commands: readonly CommandTree[]): string[] {
  const byWords = new Map<string, string[]>()
  for (const { name, options } of commands) {
    for (const { flags, value } of options) {
      const words = wordsOf(value)
      if (words === '') continue
      byWords.set(words, [...(byWords.get(words) ?? []), ...flags.map((flag) => `'${name} ${flag}'`)])
    }
  }
  return [...byWords].map(([words, places]) => `    ${places.join('|')}) ${reply(words)}; return ;;`)
}

function argumentCases(commands: readonly CommandTree[]): string[] {
  return commands.flatMap(({ name, argument }) => {
    const words = wordsOf(argument)
    return words === '' ? [] : [`    ${name}) ${reply(words)} ;;`]
  })
}

function wordsOf(value: CompletionValue | undefined): string {
  return typeof value === 'object' ? value.words.join(' ') : ''
}

function reply(words: string): string {
  return `COMPREPLY=($(compgen -W '${words}' -- "$current"))`
}
