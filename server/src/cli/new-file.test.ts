import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../../tests/world/scratch.ts'

test('a file is whole or not there: a write that the disk takes a part of is not taken for all of it', async () => {
  const folder = await scratchFolder('florin-new-file-')
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'rows.csv')
  const program = `
    import { openNewFile } from ${JSON.stringify(join(import.meta.dirname, 'new-file.ts'))}
    const file = await openNewFile(${JSON.stringify(path)}, 'Name another file.')
    await file.append(Array.from({ length: 2000 }, () => 'x'.repeat(59)))
    await file.finish()`
  const run = (limit: string) =>
    spawnSync('sh', [
      '-c',
      `trap '' XFSZ; ulimit -f ${limit}; exec "$0" --input-type=module -e "$1"`,
      process.execPath,
      program,
    ])
  expect(run('64').status).not.toBe(0)
  expect(existsSync(path)).toBe(false)
  expect(run('unlimited').status).toBe(0)
  expect(existsSync(path)).toBe(true)
})
