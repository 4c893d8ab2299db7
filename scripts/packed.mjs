// The package in its published form: packed, and installed into a separate folder that is removed at the end.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Installs the packed package in a temporary folder, and runs `work` there.
 * @param work called with the folder, and a function that installs further packages there.
 * @param tarball the packed package. Default: the package is packed first.
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
    add(tarball === undefined ? join(folder, packInto(folder)) : resolve(tarball))
    return await work(folder, add)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Packs the package into a folder.
 * @returns the name of the tarball.
 */
export function packInto(folder) {
  const options = ['pack', '--json', '--silent', '--pack-destination', folder]
  const [{ filename }] = JSON.parse(execFileSync('npm', options, { encoding: 'utf8' }))
  return filename
}
