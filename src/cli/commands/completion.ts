import { Argument, type Command } from 'commander'
import { bashCompletion } from '../completion/bash.js'
import { fishCompletion } from '../completion/fish.js'
import { type CommandTree, treeOf } from '../completion/tree.js'
import { zshCompletion } from '../completion/zsh.js'
import type { CommandSession } from '../session.js'

const SHELLS: Readonly<Record<string, (tree: CommandTree) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

export function addCompletion(program: Command, session: CommandSession): void {
  program
    .command('completion')
    .description('print a shell script that completes commands, options and wires')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .addHelpText('after', EXAMPLE)
    .action(async (shell: string) => {
      const wires = (await session.wireNames()).flat()
      session.streams.stdout.write(SHELLS[shell]?.(treeOf(program, wires)) ?? '')
    })
}

const EXAMPLE = `
Example: for every new shell
  echo 'eval "$(toolwire completion bash)"' >> ~/.bashrc
  echo 'eval "$(toolwire completion zsh)"' >> ~/.zshrc      # after compinit
  toolwire completion fish > ~/.config/fish/completions/toolwire.fish`
