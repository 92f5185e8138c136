import { accounts } from '#core/ledger'
import { partnerOfHolder } from '#issuing/holders'
import type { HolderId } from '#issuing/ids'
import { beginCase, decideCase, findCase, transitionCase } from '#issuing/kyc'
import { type Currency, money } from '#kernel/base/money.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { credit, debit } from '../../src/core/ledger/line.ts'
import { book } from '../../src/core/ledger/post.ts'
import { platform } from './staff.ts'
import type { World } from './world.ts'

const by = { actor: 'staff 7', fromWhere: 'test', reason: 'The documents are right.' }

/** Brings the KYC of a customer to `approved`, as an operator would. */
export const approveKyc = ({ app }: Pick<World, 'app'>, customerId: string): Promise<void> =>
  decide(async () => {
    const holderId = customerId as Parameters<typeof findCase>[1]
    const now = app.clock.now()
    if (!(await findCase(app.db, holderId)))
      await commit(
        app,
        now,
        beginCase(now, { holderId, partnerId: await partnerOfHolder(app.db, holderId) }, by).writes,
      )
    const kycCase = (await findCase(app.db, holderId))!
    await commit(app, now, transitionCase(now, kycCase, { ...by, action: 'submit' }))
    await decideCase(app, { by, scope: platform, caseId: kycCase.id, decision: { decision: 'approve' } })
  })

/** Moves the case of a customer as a worker or a person would. */
export function casesOf({ app }: World, customerId: string) {
  const holderId = customerId as HolderId
  const step = async (action: 'expire' | 'submit' | 'review') => {
    const now = app.clock.now()
    await commit(app, now, transitionCase(now, (await findCase(app.db, holderId))!, { ...by, action }))
  }
  const decide = async (decision: 'approve' | 'reject') => {
    const caseId = (await findCase(app.db, holderId))!.id
    const decided = decision === 'reject' ? { decision, rejectReason: 'suspected_forgery' as const } : { decision }
    await decideCase(app, { by, scope: platform, caseId, decision: decided })
  }
  return { step, decide }
}

/**
 * Books an amount on an account of a customer: below zero it is taken from it. No operation does yet, so the recipe is one
 * of tests.
 */
export async function bookOnAccount(
  { app }: World,
  { accountId, minor, reference, currency = 'EUR' }: BookedOnAccount,
): Promise<void> {
  const account = accounts.holderAvailable(accountId)
  const lines = [credit(account, money(minor, currency)), debit('test:elsewhere', money(minor, currency))]
  const now = app.clock.now()
  await commit(app, now, book(now, { recipe: 'testMovement', reference, lines }))
}
type BookedOnAccount = { accountId: string; minor: bigint; reference: string; currency?: Currency }
