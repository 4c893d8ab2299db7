// The package as its users get it: packed, and installed into a folder of its own, which is gone when the work is done.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @param work is handed the folder, and what installs further packages there. */
export async function withPackage(name, work) {
  const folder = mkdtempSync(join(tmpdir(), `toolwire-${name}-`))
  const add = (...packages) =>
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', ...packages], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  try {
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { encoding: 'utf8' }),
    )
    writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
    add(`./${filename}`)
    return await work(folder, add)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
