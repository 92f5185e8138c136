import type { Entry } from '../api/client.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Badge } from '../ui/badge.tsx'
import { statusesOf } from './status.tsx'

type Payment = Entry<'listPayments'>
export type DeclineReason = NonNullable<Payment['declineReason']>

/** How each status of a payment, and of what follows one, looks and reads; docs/states has them. */
const table = statusesOf<Payment['status']>({
  captured: ['good', 'Paid', 'Plătită'],
  verified: ['good', 'Card verified', 'Card verificat'],
  authorized: ['info', 'Authorized', 'Autorizată'],
  capturing: ['info', 'Capture sent', 'Încasare trimisă'],
  voiding: ['info', 'Void sent', 'Anulare trimisă'],
  cancelling: ['info', 'Cancellation sent', 'Renunțare trimisă'],
  authorizing: ['wait', 'With the bank', 'La bancă'],
  challenging: ['wait', 'Shopper is confirming', 'Clientul confirmă'],
  disputed: ['wait', 'Disputed', 'Contestată'],
  uncertain: ['unsure', 'Outcome unknown, checking', 'Rezultat necunoscut, se verifică'],
  reversing: ['unsure', 'Outcome unknown, undoing', 'Rezultat necunoscut, se anulează'],
  failed: ['bad', 'Declined', 'Respinsă'],
  chargedBack: ['bad', 'Charged back', 'Contestată și pierdută'],
  voided: ['neutral', 'Voided', 'Anulată'],
  cancelled: ['neutral', 'Cancelled before settlement', 'Anulată înainte de decontare'],
  refunded: ['neutral', 'Refunded', 'Rambursată'],
  refunding: ['info', 'Refund sent', 'Rambursare trimisă'],
  opened: ['wait', 'Dispute opened', 'Contestație deschisă'],
  won: ['good', 'Dispute won', 'Contestație câștigată'],
  captureFailed: ['bad', 'Capture failed', 'Încasare eșuată'],
  returned: ['bad', 'Came back', 'Întoarsă'],
  reinstated: ['good', 'Back after it did not arrive', 'Revenită, nu a ajuns'],
  represented: ['good', 'Returned after a won dispute', 'Întoarsă după o contestație câștigată'],
  lost: ['bad', 'Dispute lost', 'Contestație pierdută'],
  crediting: ['info', 'Sent to the card', 'Trimisă spre card'],
  credited: ['good', 'Paid to the card', 'Plătită pe card'],
})
export const paymentWords = table.texts

/** @param status one of ours; the search has it as text. */
export function PaymentStatus({ status, reason }: { status: string; reason?: string | undefined }) {
  const words: Readonly<Record<string, string>> = useTexts(paymentWords)
  const reasonOf = useDeclineWord()
  const word = words[status] ?? status
  return (
    <Badge tone={table.toneOf(status)}>{status === 'failed' && reason ? `${word}: ${reasonOf(reason)}` : word}</Badge>
  )
}

/** Why a payment was declined, in a few words, each of which means one reason. */
export const declines: Texts<Readonly<Record<DeclineReason, string>>> = {
  en: {
    insufficient_funds: 'not enough funds',
    declined_by_bank: 'the bank did not say why',
    card_lost_or_stolen: 'the bank refused, do not retry',
    card_expired: 'the card has expired',
    card_closed: 'the card is closed',
    card_blacklisted: 'the card is blocked',
    limit_exceeded: 'over the limit of the card',
    security_code_wrong: 'wrong security code',
    authentication_failed: '3-D Secure failed',
    authentication_required: '3-D Secure is required',
    rejected_by_processor: 'the processor rejected it',
    provider_error: 'the bank could not be reached',
  },
  ro: {
    insufficient_funds: 'fonduri insuficiente',
    declined_by_bank: 'banca nu a spus de ce',
    card_lost_or_stolen: 'banca a refuzat, nu reîncerca',
    card_expired: 'cardul a expirat',
    card_closed: 'cardul este închis',
    card_blacklisted: 'cardul este blocat',
    limit_exceeded: 'peste limita cardului',
    security_code_wrong: 'cod de securitate greșit',
    authentication_failed: '3-D Secure a eșuat',
    authentication_required: 'este nevoie de 3-D Secure',
    rejected_by_processor: 'procesatorul a respins-o',
    provider_error: 'banca nu a putut fi contactată',
  },
}

const noReason: Texts<Readonly<Record<string, string>>> = {
  en: { unknown: 'no reason is known' },
  ro: { unknown: 'nu se știe motivul' },
}

/** The words of a reason that came as text. */
export function useDeclineWord(): (reason: string) => string {
  const words: Readonly<Record<string, string>> = { ...useTexts(declines), ...useTexts(noReason) }
  return (reason) => words[reason] ?? reason.replaceAll('_', ' ')
}
