import { i18nOf } from '#core/pages'
import type { StaffEmail } from '#core/staff-emails'
import { type BankAccount, lastFour } from './bank-account.ts'
import type { MerchantPayout } from './payout.ts'

/**
 * To those of the merchant who may change its bank account: the bank has sent a payout back, why, and what to do.
 * @param reason As the bank or the operator has said it.
 */
export function emailOfReturnedPayout(payout: MerchantPayout, account: BankAccount, reason: string): StaffEmail {
  const amount = i18nOf('en').money(payout.amount)
  return {
    merchantId: payout.merchantId,
    permission: 'bank-accounts:change',
    kind: 'payout-returned',
    fact: `payout ${payout.id} came back`,
    content: {
      subject: `Your payout of ${amount} came back`,
      title: 'A payout came back',
      paragraphs: [
        `The bank has returned payout ${payout.id} of ${amount}. You have lost nothing: the money is in your balance again.`,
        'The bank account is held, so that the next payout does not come back too. Tell the operator the right account, or that this one can be paid again; then the money is in your next payout.',
      ],
      facts: [
        ['Amount', amount, 'main'],
        ['Payout', String(payout.id)],
        ['Bank account', `${account.holderName}, ending in ${lastFour(account)}`],
        ['Reason of the bank', reason],
      ],
    },
  }
}
