import { randomUUID } from 'node:crypto'
import type { DocumentsContext, TakenVerification } from '#issuing/documents'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { keepCorrectable } from '../store.ts'
import type { HostedStep } from './steps.ts'
import { actorOf, takeStep } from './take-step.ts'

type Parts = { db: Reader; keys: KeyRing }

/** What the module of documents asks of KYC. */
export const documentSteps = (parts: Parts): Pick<DocumentsContext, 'keepCorrectable' | 'takeVerification'> => ({
  keepCorrectable: (holderId) => keepCorrectable(parts.db, holderId),
  takeVerification: (taken) => takeVerification(parts, taken),
})

/** The writes by which what is handed in on our pages is a step of the holder's case. Refuses what is under review. */
async function takeVerification(
  ctx: Parts,
  { now, id, holderId, partnerId, kind, fromWhere }: TakenVerification,
): Promise<Write[]> {
  const step = stepOf[kind]
  const { caseId, writes } = await takeStep(ctx, { now, holderId, partnerId, step })
  const submission = insert('kyc.submissions', {
    case_id: caseId,
    step,
    key: randomUUID(),
    sealed: null,
    digest: null,
    verification_id: id,
    actor: actorOf(holderId),
    from_where: fromWhere,
    submitted_at: now,
  })
  return [...writes, submission]
}

const stepOf = { id: 'id-verification', poa: 'poa-verification' } as const satisfies Record<
  TakenVerification['kind'],
  HostedStep
>
