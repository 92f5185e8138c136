import type { PaymentId } from '#acquiring/ids'
import { type PaymentsContext, requireSeenTransaction, type Transaction } from '#acquiring/payments'
import { type StaffCaller, seesMerchant } from '#core/access'

/** The transaction that a call of the staff is about. One whose merchant is not the caller's is not there. */
export const paymentInScope = (
  { db }: Pick<PaymentsContext, 'db'>,
  caller: StaffCaller,
  id: PaymentId,
): Promise<Transaction> => requireSeenTransaction(db, id, ({ merchantId }) => seesMerchant(caller, merchantId))
