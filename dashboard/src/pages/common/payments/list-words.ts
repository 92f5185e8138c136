import type { Entry } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'

type Row = Entry<'listPayments'>

/** What the lists of payments say, of merchants and of the operator. */
export const listWords = {
  en: {
    title: 'Payments',
    amount: 'Amount',
    status: 'Status',
    type: 'Kind',
    card: 'Card',
    method: 'Method',
    methods: { card: 'Card', wallet: 'Any wallet' },
    site: 'Site',
    merchant: 'Merchant',
    created: 'Created',
    currency: 'Currency',
    customer: 'Customer',
    last4: 'Last four digits',
    brand: 'Card brand',
    initiator: 'Started by',
    connector: 'Connector',
    reason: 'Why declined',
    link: 'Payment link',
    text: 'Text',
    initiators: { cit: 'The customer', mit: 'The shop' },
    replay: 'Replay notifications',
    replayEffect: 'What your server was told last of each is sent again as it was, in a new delivery.',
    notNotified: 'Your server was not told of it: there is nothing to send again.',
    empty: 'No payments yet',
    emptyHint: 'Payments appear here the moment a shopper pays. Make a payment link, or connect your shop.',
    emptyOfAll: 'Payments of all merchants appear here the moment a shopper pays.',
  },
  ro: {
    title: 'Plăți',
    amount: 'Suma',
    status: 'Stare',
    type: 'Fel',
    card: 'Card',
    method: 'Metodă',
    methods: { card: 'Card', wallet: 'Orice portofel' },
    site: 'Magazin',
    merchant: 'Comerciant',
    created: 'Creată',
    currency: 'Moneda',
    customer: 'Clientul',
    last4: 'Ultimele patru cifre',
    brand: 'Marca cardului',
    initiator: 'Pornită de',
    connector: 'Conector',
    reason: 'De ce a fost respinsă',
    link: 'Link de plată',
    text: 'Text',
    initiators: { cit: 'Client', mit: 'Magazin' },
    replay: 'Retrimite notificările',
    replayEffect:
      'Ce i s-a spus ultima dată serverului tău despre fiecare se trimite din nou așa cum a fost, într-o livrare nouă.',
    notNotified: 'Serverului tău nu i s-a spus de ea: nu este nimic de retrimis.',
    empty: 'Încă nu sunt plăți',
    emptyHint: 'Plățile apar aici în clipa în care un client plătește. Fă un link de plată sau conectează magazinul.',
    emptyOfAll: 'Plățile tuturor comercianților apar aici în clipa în care un client plătește.',
  },
} satisfies Texts<unknown>

/** What a transaction is. */
export const kindWords = {
  en: {
    deposit: 'Payment',
    refund: 'Refund',
    credit: 'Payout to a card',
    chargeback: 'Chargeback',
    representment: 'Chargeback won',
    reinstatement: 'Money that came back',
    'capture-failure': 'Capture that failed',
    'verify-card': 'Card check',
  },
  ro: {
    deposit: 'Plată',
    refund: 'Rambursare',
    credit: 'Plată către card',
    chargeback: 'Contestație',
    representment: 'Contestație câștigată',
    reinstatement: 'Bani care s-au întors',
    'capture-failure': 'Încasare eșuată ulterior',
    'verify-card': 'Verificare de card',
  },
} satisfies Texts<Record<Row['type'], string>>

/** The store's words, of which some mean several of ours. An address may have them; they are not offered beside ours. */
export const storeStatusWords = {
  en: {
    start: 'With the bank (start)',
    '3d-pending': 'Shopper is confirming (3d-pending)',
    'in-progress': 'Under way (in-progress)',
    'complete-ok': 'Paid (complete-ok)',
    'complete-failed': 'Declined (complete-failed)',
    'refund-ok': 'Refunded (refund-ok)',
    'void-ok': 'Voided (void-ok)',
    'cancel-ok': 'Cancelled before settlement (cancel-ok)',
    'charge-back': 'Disputed or charged back (charge-back)',
    uncertain: 'Outcome unknown',
  },
  ro: {
    start: 'La bancă (start)',
    '3d-pending': 'Clientul confirmă (3d-pending)',
    'in-progress': 'În curs (in-progress)',
    'complete-ok': 'Plătită (complete-ok)',
    'complete-failed': 'Respinsă (complete-failed)',
    'refund-ok': 'Rambursată (refund-ok)',
    'void-ok': 'Anulată (void-ok)',
    'cancel-ok': 'Anulată înainte de decontare (cancel-ok)',
    'charge-back': 'Contestată (charge-back)',
    uncertain: 'Rezultat necunoscut',
  },
} satisfies Texts<Record<Row['publicStatus'], string>>
