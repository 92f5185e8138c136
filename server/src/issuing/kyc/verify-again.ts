import { verificationsOf } from '#issuing/documents'
import { settingsOf } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { KycContext } from './context.ts'
import type { CaseId } from './ids.ts'
import { sendBack } from './review/decide-case.ts'
import type { StepToSendBack } from './review/step-to-send-back.ts'
import { doneOf } from './steps/done.ts'
import type { KycStep } from './steps/steps.ts'
import { getCase } from './store.ts'
import { type KycCase, transitionCase } from './transition-case.ts'

/** How long an approval holds, if the identity document does and the programme says nothing else. */
export type Validity = { valid: Temporal.Duration }

/**
 * Has an approved customer take steps again when the identity document has expired or the approval is too old. Until then
 * the case waits for the earlier of the two; right after the approval this is called to find out when that is.
 */
export const verifyAgain = (ctx: KycContext, { id, valid: usual }: Validity & { id: CaseId }): Promise<void> =>
  decide(async () => {
    const kycCase = await getCase(ctx.db, id)
    if (kycCase.status !== 'approved') return
    const { kycValid } = await settingsOf(ctx.db, kycCase.partnerId)
    const valid = kycValid === undefined ? usual : Temporal.Duration.from(kycValid)
    const ends = await endsOf(ctx, kycCase, valid)
    const now = ctx.clock.now()
    const over = { document: isOver(ends.document, now), approval: isOver(ends.approval, now) }
    const writes =
      over.document || over.approval
        ? await expire(ctx, { now, kycCase, over, valid })
        : [waitUntil(kycCase, earlier(ends.approval, ends.document))]
    await commit(ctx, now, writes, 'verify-again')
  })

type Ends = { document: Instant | undefined; approval: Instant }

async function endsOf(ctx: KycContext, { holderId, decidedAt }: KycCase, valid: Temporal.Duration): Promise<Ends> {
  const { id } = await verificationsOf(ctx, holderId)
  return {
    // On its last day it is valid.
    document: id?.expiresOn?.add({ days: 1 }).toZonedDateTime('UTC').toInstant(),
    approval: decidedAt!.toZonedDateTimeISO('UTC').add(valid).toInstant(),
  }
}

const isOver = (end: Instant | undefined, now: Instant): boolean =>
  end !== undefined && Temporal.Instant.compare(end, now) <= 0

const earlier = (one: Instant, other: Instant | undefined): Instant =>
  other && Temporal.Instant.compare(other, one) < 0 ? other : one

const waitUntil = ({ id, version, status }: KycCase, due: Instant): Write =>
  update('kyc.cases', {
    set: { due_at: due, leased_until: null, version: version + 1 },
    where: { id, version, status },
  })

type Over = { document: boolean; approval: boolean }
type Expired = Validity & { now: Instant; kycCase: KycCase; over: Over }

async function expire(ctx: KycContext, { now, kycCase, over, valid }: Expired): Promise<Write[]> {
  const done = await doneOf(ctx, kycCase)
  const again = stepsOf(over).filter(({ step }) => done.submitted.has(step))
  const reason = over.document ? 'The identity document has expired.' : `The approval is older than ${valid}.`
  return [
    ...transitionCase(now, kycCase, { action: 'expire', actor: 'florin', reason }),
    ...again.map((step) => sendBack(now, kycCase, done, step)),
  ]
}

const stepsOf = ({ document, approval }: Over): StepToSendBack[] => [
  ...(document ? [{ step: 'id-verification', rejectReason: 'document_expired' } as const] : []),
  ...(approval ? changing.map((step) => ({ step, rejectReason: 'confirmation_due' }) as const) : []),
]
/** What changes in a life: the customer says it again, as it is now. */
const changing = ['personal-info', 'residence', 'wealth-and-income', 'pep'] as const satisfies readonly KycStep[]
