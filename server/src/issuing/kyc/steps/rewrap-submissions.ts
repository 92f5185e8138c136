import { sql } from 'kysely'
import type { HolderId } from '#issuing/ids'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { KycContext } from '../context.ts'
import type { SubmissionId } from '../ids.ts'
import type { SubmittedStep } from './steps.ts'
import { sealAnswersAgain } from './submission.ts'

type Parts = Pick<KycContext, 'db' | 'react' | 'clock' | 'keys'>

/** Seals up to `limit` submissions again under the newest master key; to be called until `rewrapped` is 0. */
export async function rewrapSubmissions(
  ctx: Parts,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const unreadable: string[] = []
  let rewrapped = 0
  for (const { id, sealed, ...name } of await sealedBefore(ctx.db, ctx.keys.newestVersion('documents'), limit)) {
    try {
      const again = sealAnswersAgain(ctx.keys, name, sealed)
      const write = update('kyc.submissions', { set: { sealed: again }, where: { id, sealed } })
      await commit(ctx, ctx.clock.now(), [write], 'rewrap-submissions')
      rewrapped++
    } catch (error) {
      // Another process has done it; anything else is a record that does not open.
      if (!(error instanceof StaleWrite)) unreadable.push(String(id))
    }
  }
  return { rewrapped, unreadable }
}

type Row = { id: SubmissionId; holderId: HolderId; step: SubmittedStep; key: string; sealed: Uint8Array }

async function sealedBefore(db: Reader, newest: number, limit: number): Promise<Row[]> {
  const rows = await db.read
    .selectFrom('kyc.submissions as submission')
    .innerJoin('kyc.cases as case', 'case.id', 'submission.case_id')
    .select(['submission.id', 'case.holder_id as holderId', 'submission.step', 'submission.key', 'submission.sealed'])
    .where('submission.sealed', 'is not', null)
    .where(sql<boolean>`get_byte(submission.sealed, 0) <> ${newest}`)
    .orderBy('submission.id')
    .limit(limit)
    .execute()
  // What is sealed was submitted as answers.
  return rows.map(({ sealed, step, ...row }) => ({ ...row, step: step as SubmittedStep, sealed: sealed! }))
}
