import { type Texts, useTexts } from '../i18n/language.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'

/** How each status of a payment looks and reads. */
const tones: Readonly<Record<string, Tone>> = {
  captured: 'good',
  verified: 'good',
  authorized: 'info',
  capturing: 'info',
  voiding: 'info',
  cancelling: 'info',
  authorizing: 'wait',
  challenging: 'wait',
  disputed: 'wait',
  uncertain: 'unsure',
  reversing: 'unsure',
  failed: 'bad',
  chargedBack: 'bad',
  voided: 'neutral',
  cancelled: 'neutral',
  refunded: 'neutral',
  refunding: 'info',
  opened: 'wait',
  won: 'good',
  represented: 'good',
  lost: 'bad',
  crediting: 'info',
  credited: 'good',
}

const words: Texts<Readonly<Record<string, string>>> = {
  en: {
    captured: 'Paid',
    verified: 'Card verified',
    authorized: 'Authorized',
    capturing: 'Capture sent',
    voiding: 'Void sent',
    cancelling: 'Cancellation sent',
    authorizing: 'With the bank',
    challenging: 'Shopper is confirming',
    disputed: 'Disputed',
    uncertain: 'Outcome unknown, checking',
    reversing: 'Outcome unknown, undoing',
    failed: 'Declined',
    chargedBack: 'Charged back',
    voided: 'Voided',
    cancelled: 'Cancelled before settlement',
    refunded: 'Refunded',
    refunding: 'Refund sent',
    opened: 'Dispute opened',
    won: 'Dispute won',
    represented: 'Returned after a won dispute',
    lost: 'Dispute lost',
    crediting: 'Sent to the card',
    credited: 'Paid to the card',
  },
  ro: {
    captured: 'Plătită',
    verified: 'Card verificat',
    authorized: 'Autorizată',
    capturing: 'Încasare trimisă',
    voiding: 'Anulare trimisă',
    cancelling: 'Anulare trimisă',
    authorizing: 'La bancă',
    challenging: 'Clientul confirmă',
    disputed: 'Contestată',
    uncertain: 'Rezultat necunoscut, se verifică',
    reversing: 'Rezultat necunoscut, se anulează',
    failed: 'Respinsă',
    chargedBack: 'Contestată și pierdută',
    voided: 'Anulată',
    cancelled: 'Anulată înainte de decontare',
    refunded: 'Rambursată',
    refunding: 'Rambursare trimisă',
    opened: 'Contestație deschisă',
    won: 'Contestație câștigată',
    represented: 'Întoarsă după o contestație câștigată',
    lost: 'Contestație pierdută',
    crediting: 'Trimisă spre card',
    credited: 'Plătită pe card',
  },
}

export function PaymentStatus({ status, reason }: { status: string; reason?: string | undefined }) {
  const t = useTexts(words)
  const reasons = useTexts(declines)
  const word = t[status] ?? status
  const why = status === 'failed' && reason ? `: ${reasons[reason] ?? reason.replaceAll('_', ' ')}` : ''
  return <Badge tone={tones[status] ?? 'neutral'}>{`${word}${why}`}</Badge>
}

/** Why a payment was declined, in a few words. */
export const declines: Texts<Readonly<Record<string, string>>> = {
  en: {
    insufficient_funds: 'not enough funds',
    do_not_honor: 'the bank said no',
    card_expired: 'the card has expired',
    authentication_failed: '3-D Secure failed',
    authentication_required: '3-D Secure is required',
    abandoned: 'the shopper left',
    declined_by_bank: 'the bank said no',
    rejected_by_processor: 'the processor rejected it',
    limit_exceeded: 'over the limit of the card',
    card_lost_or_stolen: 'the bank refused',
    card_closed: 'the card is closed',
    card_blacklisted: 'the card is blocked',
    security_code_wrong: 'wrong security code',
    provider_error: 'the bank could not be reached',
  },
  ro: {
    insufficient_funds: 'fonduri insuficiente',
    do_not_honor: 'banca a refuzat',
    card_expired: 'cardul a expirat',
    authentication_failed: '3-D Secure a eșuat',
    authentication_required: 'este nevoie de 3-D Secure',
    abandoned: 'clientul a plecat',
    declined_by_bank: 'banca a refuzat',
    rejected_by_processor: 'procesatorul a respins-o',
    limit_exceeded: 'peste limita cardului',
    card_lost_or_stolen: 'banca a refuzat',
    card_closed: 'cardul este închis',
    card_blacklisted: 'cardul este blocat',
    security_code_wrong: 'cod de securitate greșit',
    provider_error: 'banca nu a putut fi contactată',
  },
}
