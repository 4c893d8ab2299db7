// Writes the software bill of materials of the package in CycloneDX: installed dependencies, and bundled
// packages.
//     npm run build && node scripts/sbom.mjs > toolwire.cdx.json
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { name, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const all = everything()
const own = all.metadata.component['bom-ref']
const edges = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
const direct = edges.get(own).filter((reference) => Object.hasOwn(dependencies, nameOf(reference)))
const inside = [...direct, ...bundled()]
const used = withTheirs(inside)

const { metadata } = all
console.log(
  JSON.stringify(
    {
      ...all,
      metadata: { ...metadata, component: { ...metadata.component, name } },
      components: all.components
        .filter((component) => used.has(component['bom-ref']))
        .map((component) => ({ ...component, scope: 'required' })),
      dependencies: [
        { ref: own, dependsOn: inside },
        ...[...used].map((ref) => ({ ref, dependsOn: edges.get(ref) })),
      ],
    },
    null,
    2,
  ),
)

/**
 * Returns all packages of the lock file, including development tools, because npm counts bundled packages as
 * such.
 */
function everything() {
  const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=library', '--package-lock-only']
  return JSON.parse(execFileSync('npm', options, { encoding: 'utf8', maxBuffer: 2 ** 28 }))
}

/** Returns the packages bundled in the package's files. */
function bundled() {
  const licenses = readFileSync('dist/THIRD-PARTY-LICENSES.md', 'utf8')
  return [...licenses.matchAll(/^## (\S+) (\d\S*)$/gm)].map(([, packageName, version]) => {
    const reference = `${packageName}@${version}`
    if (!edges.has(reference)) throw new Error(`${reference} is bundled, and the lock file does not have it`)
    return reference
  })
}

function withTheirs(references, found = new Set()) {
  for (const reference of references) {
    if (found.has(reference)) continue
    found.add(reference)
    withTheirs(edges.get(reference), found)
  }
  return found
}

function nameOf(reference) {
  return reference.slice(0, reference.lastIndexOf('@'))
}
