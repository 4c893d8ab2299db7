// The package as its users get it: packed, and installed into a folder of its own, which is gone when the work is done.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * @param work is handed the folder, and what installs further packages there.
 * @param tarball the packed package. Default: it is packed now.
 */
export async function withPackage(name, work, tarball) {
  const folder = mkdtempSync(join(tmpdir(), `toolwire-${name}-`))
  const add = (...packages) =>
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', ...packages], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
    add(tarball === undefined ? packInto(folder) : resolve(tarball))
    return await work(folder, add)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns the path of the tarball. */
function packInto(folder) {
  const options = ['pack', '--json', '--silent', '--pack-destination', folder]
  const [{ filename }] = JSON.parse(execFileSync('npm', options, { encoding: 'utf8' }))
  return join(folder, filename)
}
