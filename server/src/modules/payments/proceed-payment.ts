import { randomUUID } from 'node:crypto'
import type { AuthorizeAnswer } from '#connectors/acquirer/acquirer.ts'
import { commit, decide } from '#kernel/commit.ts'
import type { PaymentId, SiteId } from '#kernel/ids.ts'
import { answerOrNothing, type PaymentsHouse, resolveAfter } from './house.ts'
import { movePayment } from './move-payment.ts'
import type { Payment } from './payment.ts'
import { refuse } from './refusals.ts'
import { settleAuthorization } from './settle-authorization.ts'
import { findPayment } from './store.ts'

/**
 * The shopper is back from their bank with its answer, which we pass on unread. A second return of the same shopper (a
 * reload, the back button) finds the payment moved and changes nothing.
 */
export async function proceedPayment(
  house: PaymentsHouse,
  { siteId, paymentId, response }: { siteId: SiteId; paymentId: PaymentId; response: Readonly<Record<string, string>> },
): Promise<Payment> {
  const { payment, asks } = await decide(async () => {
    const found = await findPayment(house.db, siteId, paymentId)
    if (!found) throw refuse('payment_not_found')
    if (found.status !== 'challenging') return { payment: found, asks: false }
    const now = house.clock.now()
    const ask = { key: randomUUID(), kind: 'proceed' as const, minor: found.amount.minor }
    const moved = movePayment(now, found, 'proceed', { ask, challenge: undefined, dueAt: now.add(resolveAfter) })
    await commit(house, now, moved.writes)
    return { payment: moved.payment, asks: true }
  })
  if (!asks) return payment
  const answer = await answerOrNothing<AuthorizeAnswer>(
    house.acquirer.proceed({ key: payment.ask!.key, authorization: payment.key, response }),
  )
  return settleAuthorization(house, payment, answer)
}
