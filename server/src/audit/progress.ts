import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { Findings, type Found } from '#kernel/audit/findings.ts'

/**
 * How far a verification has come, kept in a file so that a run which was interrupted is gone on with: each part is
 * checked once, as of the moment of the run that came to it.
 */
export type Progress = {
  findings: Findings
  /** The seal up to which the chain is walked. */
  walked: bigint
  /** Does a part unless it was done before, and keeps that it is done. */
  part(name: string, work: () => Promise<void>): Promise<void>
  /** Keeps how far the walk has come. */
  walkedTo(seal: bigint): Promise<void>
  /** The file is not needed any more. */
  end(): Promise<void>
}

type Kept = Found & { since: string; walked: string; done: readonly string[] }

/** Without a file nothing is kept. Throws when the file is of a verification since another seal. */
export async function openProgress(file: string | undefined, since: bigint): Promise<Progress> {
  const kept = file === undefined ? undefined : await readKept(file)
  if (kept && kept.since !== String(since))
    throw new Error(
      `${file} is of a verification since seal ${kept.since}: continue with --since ${kept.since}, or name another file.`,
    )
  const findings = new Findings(kept)
  const done = new Set(kept?.done)
  let walked = BigInt(kept?.walked ?? since)
  const keep = async () => {
    if (file === undefined) return
    const { checked, differences, more } = findings.report()
    const state: Kept = { since: String(since), walked: String(walked), done: [...done], checked, differences, more }
    // When it is stopped meanwhile, the old file is there or the new one.
    await writeFile(`${file}.new`, JSON.stringify(state, undefined, 2))
    await rename(`${file}.new`, file)
  }
  return {
    findings,
    get walked() {
      return walked
    },
    part: async (name, work) => {
      if (done.has(name)) return
      await work()
      done.add(name)
      await keep()
    },
    walkedTo: async (seal) => {
      walked = seal
      await keep()
    },
    end: async () => {
      if (file !== undefined) await rm(file, { force: true })
    },
  }
}

async function readKept(file: string): Promise<Kept | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const kept = JSON.parse(text) as Kept
    BigInt(kept.walked)
    return kept
  } catch (cause) {
    throw new Error(`${file} is not a file of a verification that was interrupted: remove it, or name another.`, {
      cause,
    })
  }
}
