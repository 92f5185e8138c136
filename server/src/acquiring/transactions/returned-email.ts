import type { CaptureFailure, Transaction } from '#acquiring/payments'
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

/** To the same: a payment that was captured was not paid after all. */
export function emailOfCaptureFailure({ id, parentId, merchantId, amount }: CaptureFailure, site: Site): StaffEmail {
  const sum = i18nOf('en').money(amount)
  return {
    ...{
      merchantId,
      permission: 'refunds:create',
      kind: 'capture-failed',
      fact: `capture of payment ${parentId} failed`,
    },
    content: {
      subject: `A payment was not paid after all: ${sum}, payment ${parentId}`,
      title: 'A capture has failed after it was done',
      paragraphs: [
        `The processor has reversed payment ${parentId}, which it had captured. It is deducted from your balance, and our fee is returned.`,
        'Hold what is not delivered yet, and ask the shopper for another payment. The same authorization cannot be captured again. A subscription charges the bill again by itself.',
      ],
      facts: [
        ['Amount', sum, 'main'],
        ['Payment', String(parentId)],
        ['Capture failure', String(id)],
        ['Site', `${site.name} (${site.id})`],
      ],
    },
  }
}
