import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { runCli } from '../support/run-cli.js'

const scriptFor = async (shell: string) => (await runCli(['completion', shell])).stdout

describe('toolwire completion bash', () => {
  /** Returns bash's completions of the last word, as if the user pressed Tab. */
  async function offered(...words: string[]): Promise<string[]> {
    const script = `${await scriptFor('bash')}
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_toolwire
printf '%s\\n' "\${COMPREPLY[@]}"`
    const text = execFileSync('bash', ['-c', script, 'bash', 'toolwire', ...words], { encoding: 'utf8' })
    return text.split('\n').filter(Boolean)
  }

  it.each([
    ['commands', [''], ['calls', 'decode', 'encode', 'translate', 'lint', 'inspect', 'completion']],
    ['one command', ['ins'], ['inspect']],
    ['options', ['inspect', '--h'], ['--html', '--help']],
    ['options before a command', ['--no'], ['--no-color']],
    ['wires, by their ids and their short names', ['calls', '--wire', 'f'], ['failing', 'fake', 'f']],
    ['choices', ['replay', '--match', ''], ['exact', 'in-order', 'best']],
    ['shells', ['completion', ''], ['bash', 'zsh', 'fish']],
  ])('offers %s', async (_case, words, expected) => {
    expect(await offered(...words)).toEqual(expect.arrayContaining(expected))
  })

  it('leaves paths to the shell', async () => {
    expect(await offered('calls', 'RE')).toEqual([])
    expect(await offered('inspect', '--html', '')).toEqual([])
    expect(await scriptFor('bash')).toContain('complete -o default -F _toolwire toolwire')
  })
})

describe('the scripts', () => {
  it.each(['bash', 'zsh', 'fish'])(
    'for %s name every command, option and wire that there is',
    async (shell) => {
      const script = await scriptFor(shell)
      const help = (await runCli(['--help'])).stdout
      for (const [, command = ''] of help.matchAll(/^ {2}([a-z]+) .*\[options\]/gm)) {
        expect(script).toContain(command)
        const { stdout } = await runCli([command, '--help'])
        for (const [, option = ''] of stdout.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm))
          expect(script).toContain(option)
      }
      for (const wire of ['plain', 'fake', 'pretend']) expect(script).toContain(wire)
    },
  )

  it('are for these shells only', async () => {
    const { status, stderr } = await runCli(['completion', 'tcsh'])
    expect(stderr).toContain('Allowed choices are bash, zsh, fish')
    expect(status).toBe(2)
  })
})
