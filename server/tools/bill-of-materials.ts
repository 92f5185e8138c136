import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What a release lists beside its archive, for those who must know what they run: `NAME-VERSION.cdx.json`, every package
 * below it as CycloneDX with its licence and the SHA-512 that npm compares, and `SHA256SUMS` of both files. npm makes the
 * list from the lock file in `folder`, so nothing is in it that is not installed from there.
 */
export function writeBillOfMaterials({ folder, to }: { folder: string; to: string }): void {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Named
  const parameters = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error']
  const listed = execFileSync('npm', ['sbom', ...parameters], { cwd: folder, encoding: 'utf8', maxBuffer: bytesMax })
  const bill = JSON.parse(listed) as { metadata: { component: Named } }
  // npm calls it by the folder it is in.
  bill.metadata.component.name = name
  const file = `${name}-${version}.cdx.json`
  writeFileSync(join(to, file), `${JSON.stringify(bill, null, 2)}\n`)
  const sums = [`${name}-${version}.tgz`, file].map((one) => `${sha256Of(join(to, one))}  ${one}\n`)
  writeFileSync(join(to, 'SHA256SUMS'), sums.join(''))
}
type Named = { name: string; version: string }
const bytesMax = 64 * 1024 * 1024

const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
