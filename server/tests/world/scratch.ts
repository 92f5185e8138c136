import { statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Twice what a whole run writes. */
const neededBytes = 6 * 2 ** 30

/**
 * Where databases of tests are. In memory where there is plenty: a database is a thousand small files, and making,
 * copying and dropping one takes several times longer on a disk. Nothing here survives the machine, nor needs to.
 */
export const scratch = isSpacious('/dev/shm') ? '/dev/shm' : tmpdir()

/** A new folder there. The caller removes it. */
export const scratchFolder = (prefix: string): Promise<string> => mkdtemp(join(scratch, prefix))

function isSpacious(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path)
    return Math.min(bavail * bsize, process.availableMemory()) > neededBytes
  } catch {
    return false
  }
}
