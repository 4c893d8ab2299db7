// Bundles the types of the public entries from `build` into `dist`. Types shared by several entries are in
// `dist/chunks`.
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { publicEntries, UNBUNDLED } from './entries.mjs'

export async function bundleTypes() {
  const files = publicEntries().flatMap(([, entries]) => entries)
  const built = await rolldown({
    input: Object.fromEntries(files.map((file) => [file, `${UNBUNDLED}/${file}.d.ts`])),
    checks: { bundlerTimings: false },
    external: /^[^./]/,
    // Versions of the plugin later than 0.23 need Node 22.
    plugins: [{ name: 'metadata', transform: openMetadata }, dts({ dtsInput: true, tsconfig: false })],
  })
  await built.write({ dir: 'dist', entryFileNames: '[name].ts', chunkFileNames: 'chunks/[name].ts' })
  await built.close()
}

/**
 * In the sources each wire adds its metadata keys to one interface (`src/base/model/metadata.ts`). A bundle
 * has no module with that name to extend, and third-party adapters have other keys, so the bundled interface
 * allows every key.
 */
function openMetadata(code) {
  return code
    .replace(/^declare module '\.[^']*' \{[\s\S]*?^\}$/gm, '')
    .replace(/^(export interface MetadataKeys \{)$/m, '$1\n    readonly [key: string]: unknown;')
}
