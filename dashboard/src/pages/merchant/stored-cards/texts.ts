import type { Entry } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'
import { statusesOf } from '../../../parts/status.tsx'

export type StoredCard = Entry<'listStoredCards'>

export const cardStates = statusesOf<StoredCard['status']>({
  active: ['good', 'Stored', 'Salvat'],
  deleted: ['neutral', 'Removed', 'Șters'],
})

/** When a card lapses: that it works for months to come is nothing to point out. */
export const lapses = statusesOf<StoredCard['expires']>({
  expired: ['bad', 'Expired', 'Expirat'],
  'this-month': ['wait', 'Ends this month', 'Expiră luna aceasta'],
  'next-month': ['info', 'Ends next month', 'Expiră luna viitoare'],
  later: ['neutral', 'Later than next month', 'După luna viitoare'],
})

export const cardWords = {
  en: {
    title: 'Stored cards',
    card: 'Card',
    expiry: 'Expires',
    customer: 'Customer',
    subscriptions: 'Subscriptions',
    holder: 'Holder',
    site: 'Site',
    status: 'Status',
    created: 'Stored on',
    method: 'Kind',
    methods: { card: 'Card', applePay: 'Apple Pay token', googlePay: 'Google Pay token' },
    lastUsed: 'Last used',
    unused: 'Not lately',
    none: 'None',
  },
  ro: {
    title: 'Carduri salvate',
    card: 'Card',
    expiry: 'Expiră',
    customer: 'Client',
    subscriptions: 'Abonamente',
    holder: 'Titular',
    site: 'Magazin',
    status: 'Stare',
    created: 'Salvat la',
    method: 'Fel',
    methods: { card: 'Card', applePay: 'Token Apple Pay', googlePay: 'Token Google Pay' },
    lastUsed: 'Folosit ultima dată',
    unused: 'Nu recent',
    none: 'Niciunul',
  },
} satisfies Texts<unknown>

/** Who has left the card, by the first of these that is known. */
export const customerOf = ({ firstName, lastName, email, storeCustomerId }: StoredCard): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || storeCustomerId
