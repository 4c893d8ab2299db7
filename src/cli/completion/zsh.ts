import type { CommandTree, CompletionValue, OptionTree } from './tree.js'

export function zshCompletion({ name, commands, options }: CommandTree): string {
  const described = commands.map((command) => quoted(`${command.name}:${command.description}`))
  return `#compdef ${name}
# ${name} completion for zsh: eval "$(${name} completion zsh)", after compinit
_${name}() {
  local -a commands=(
    ${described.join('\n    ')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments ${options.flatMap(specs).join(' ')}
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`
}

function commandCase({ name, options, argument }: CommandTree): string {
  const lines = [...options.flatMap(specs), quoted(`*:argument:${action(argument)}`)]
  return `    ${name})
      _arguments ${lines.join(' \\\n        ')} ;;`
}

/**
 * Returns option specifications: \`--to[description]:value:(words)\`; options that can be repeated begin with
 * \`*\`.
 */
function specs({ flags, description, value }: OptionTree): string[] {
  const told = description.replace(/[[\]\\:]/g, '\\$&')
  const given = value === undefined ? '' : `:value:${action(value)}`
  return flags.map((flag) => quoted(`*${flag}[${told}]${given}`))
}

function action(value: CompletionValue): string {
  if (value === 'path') return '_files'
  return value === 'any' || value.words.length === 0 ? ' ' : `(${value.words.join(' ')})`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
