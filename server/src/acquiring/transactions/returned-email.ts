import type { Transaction } from '#acquiring/payments'
import type { Site } from '#core/directory'
import { i18nOf } from '#core/pages'
import type { StaffEmail } from '#core/staff-emails'

/** To those who may refund: the money of a refund or of a payout to a card did not arrive, and is theirs again. */
export function emailOfReturn({ id, type, parentId, merchantId, amount }: Transaction, site: Site): StaffEmail {
  const what = type === 'refund' ? 'refund' : 'card payout'
  const sum = i18nOf('en').money(amount)
  return {
    ...{ merchantId, permission: 'refunds:create', kind: 'refund-returned', fact: `${what} ${id} came back` },
    content: {
      subject: `A ${what} came back: ${sum}, transaction ${id}`,
      title: `A ${what} did not reach the card`,
      paragraphs: [
        `The bank of the card has sent the money of ${what} ${id} back, and it is on your balance again. The card may be closed.`,
        type === 'refund'
          ? 'The shopper has not received it. Refund the payment again, or ask them how they want to be paid.'
          : 'The customer has not received it. Ask them for another card, or how they want to be paid.',
      ],
      facts: [
        ['Amount', sum, 'main'],
        ['Transaction', String(id)],
        ...(parentId === undefined ? [] : [['Payment', String(parentId)] as const]),
        ['Site', `${site.name} (${site.id})`],
      ],
    },
  }
}
