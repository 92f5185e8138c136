import type { Texts } from '../../../i18n/language.tsx'
import type { Payment } from './detail.tsx'

type What =
  | 'paid'
  | 'declined'
  | 'pending'
  | 'unknown'
  | 'held'
  | 'releasing'
  | 'released'
  | 'cancelling'
  | 'cancelled'
  | 'verified'
  | 'other'

/** Of what is paid with a card; what follows a payment has statuses of its own, and a sentence by what it is. */
const whats: Readonly<Record<Payment['status'], What>> = {
  authorizing: 'pending',
  challenging: 'pending',
  authorized: 'held',
  capturing: 'held',
  captured: 'paid',
  disputed: 'paid',
  chargedBack: 'paid',
  refunded: 'paid',
  voiding: 'releasing',
  voided: 'released',
  cancelling: 'cancelling',
  cancelled: 'cancelled',
  uncertain: 'unknown',
  reversing: 'unknown',
  failed: 'declined',
  verified: 'verified',
  refunding: 'other',
  opened: 'other',
  won: 'other',
  represented: 'other',
  lost: 'other',
  crediting: 'other',
  credited: 'other',
  returned: 'other',
  reinstated: 'other',
  captureFailed: 'other',
}

/** What happened to a payment, as far as it is known. */
export const whatHappened = ({ type, status }: Pick<Payment, 'type' | 'status'>): What =>
  type === 'deposit' || type === 'verify-card' ? whats[status] : 'other'

/** Who, with which card, when, and what it is: a payment, a refund and so on. */
type Facts = { who: string; card: string; when: string; sum: string; kind: string }

/** One sentence of truth for the store. */
export const happenedTexts = {
  en: {
    paid: ({ who, card, when }) => `${who} paid with ${card} on ${when}.`,
    declined: ({ who, card, when }) => `${who} tried to pay with ${card} on ${when}.`,
    pending: ({ who, card }) => `${who} is paying with ${card}, and the bank has not decided yet.`,
    unknown: ({ who }) =>
      `It is not known yet whether ${who} was charged. Florin keeps asking the acquirer; do not charge again.`,
    held: ({ card, sum }) => `${sum} is held on ${card}. Nothing is charged before it is captured.`,
    releasing: ({ card, sum }) => `The release of ${sum} that is held on ${card} was sent. Nothing was charged.`,
    released: ({ card, sum }) => `${sum} that was held on ${card} is released. Nothing was charged.`,
    cancelling: ({ who, card, when }) =>
      `${who} paid with ${card} on ${when}. The cancellation was sent before it was settled.`,
    cancelled: ({ who, card, when }) =>
      `${who} paid with ${card} on ${when}, and it was cancelled before it was settled: nothing is charged.`,
    verified: ({ card, when }) => `${card} was checked on ${when}. Nothing was charged.`,
    other: ({ kind, sum, card, when }) => `${kind}: ${sum}, ${card}, ${when}.`,
  },
  ro: {
    paid: ({ who, card, when }) => `${who} a plătit cu ${card} pe ${when}.`,
    declined: ({ who, card, when }) => `${who} a încercat să plătească cu ${card} pe ${when}.`,
    pending: ({ who, card }) => `${who} plătește cu ${card}, iar banca nu a decis încă.`,
    unknown: ({ who }) =>
      `Nu se știe încă dacă ${who} a plătit. Florin întreabă în continuare banca acceptatoare; nu încasa din nou.`,
    held: ({ card, sum }) => `Suma de ${sum} este blocată pe ${card}. Nu se ia nimic înainte de încasare.`,
    releasing: ({ card, sum }) => `S-a trimis deblocarea sumei de ${sum} de pe ${card}. Nu s-a luat nimic de pe card.`,
    released: ({ card, sum }) => `Suma de ${sum} de pe ${card} nu mai este blocată. Nu s-a luat nimic de pe card.`,
    cancelling: ({ who, card, when }) =>
      `${who} a plătit cu ${card} pe ${when}. Anularea a fost trimisă înainte de decontare.`,
    cancelled: ({ who, card, when }) =>
      `${who} a plătit cu ${card} pe ${when}, iar plata a fost anulată înainte de decontare: nu se ia nimic de pe card.`,
    verified: ({ card, when }) => `${card} a fost verificat pe ${when}. Nu s-a luat nimic de pe card.`,
    other: ({ kind, sum, card, when }) => `${kind}: ${sum}, ${card}, ${when}.`,
  },
} satisfies Texts<Record<What, (facts: Facts) => string>>
