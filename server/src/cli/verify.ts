import { Command } from 'commander'
import { headOf, sealBefore } from '#kernel/audit/seal/check-chain.ts'
import type { Db } from '#kernel/db/db.ts'
import { sealsLateAfterSeconds } from '../audit/seal.ts'
import { renderReport, verify } from '../audit/verify.ts'
import { print } from './printing.ts'
import { withApp } from './with-app.ts'

type Options = { since?: string; head?: true; expect?: string; resume?: string }

export const verifyCommand = (): Command =>
  new Command('verify')
    .option('--since <seal or date>', 'check only what was written after this seal, or since this date')
    .option('--resume <file>', 'keep in this file how far it is, and go on from there; it is removed at the end')
    .option('--expect <hash>', 'the chain of seals must have the seal with this hash, which --head printed earlier')
    .option('--head', 'print the number and the hash of the newest seal, to be kept elsewhere, and check nothing')
    .action((options: Options) =>
      withApp(async (app) => {
        await app.by('books:read')
        await (options.head ? printHead(app.db) : run(app, options))
      }),
    )

async function printHead(db: Db): Promise<void> {
  const head = await headOf(db)
  if (!head) throw new Error('Nothing is sealed yet. A running worker seals what is new every few seconds.')
  print(head, `seal ${head.id} of ${head.sealedAt}: ${head.hash}`)
}

async function run(
  app: Parameters<typeof verify>[0],
  { since: unread, expect: unchecked, resume }: Options,
): Promise<void> {
  const since = unread === undefined ? 0n : await readSince(app.db, unread)
  const expected = unchecked === undefined ? undefined : readHash(unchecked)
  const { progress, end } = showProgress(resume)
  const report = await verify(app, { since, expected, sealsLateAfterSeconds, progress, keptIn: resume }).finally(end)
  print(report, renderReport(report))
  if (report.differences.length > 0) process.exitCode = 1
}

async function readSince(db: Db, text: string): Promise<bigint> {
  if (/^\d{1,18}$/.test(text)) return BigInt(text)
  try {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
    return await sealBefore(db, Temporal.Instant.from(isDay ? `${text}T00:00:00Z` : text))
  } catch (cause) {
    throw new Error(
      `--since ${text}: name a seal by its number, or a date such as 2026-11-20 or 2026-11-20T12:00:00Z.`,
      {
        cause,
      },
    )
  }
}

function readHash(text: string): string {
  if (/^[0-9a-f]{16,64}$/.test(text)) return text
  throw new Error('--expect: a hash as --head prints it, of 64 hexadecimal digits, or at least the first 16 of them.')
}

/** On a terminal it says what it is at. Who stops it learns how to go on. */
function showProgress(resume: string | undefined) {
  const show = (text: string) => process.stderr.isTTY && process.stderr.write(`\r${text}\u001b[K`)
  const stopped = () => {
    console.error(
      resume === undefined
        ? '\nStopped. With --resume and the name of a file it could be gone on with.'
        : `\nStopped. Run the same command again to go on; ${resume} says how far it was.`,
    )
    process.exit(130)
  }
  process.once('SIGINT', stopped)
  return {
    progress: (what: string) => void show(what),
    end: () => {
      process.off('SIGINT', stopped)
      show('')
    },
  }
}
