import type { Texts } from '../../../i18n/language.tsx'
import { cardName } from '../../../parts/brand.ts'
import type { Payment } from './detail.tsx'

type MoneyText = (amount: string, currency: string) => string

const percent = (basisPoints: number) => `${(basisPoints / 100).toFixed(2)} %`

export const detailTexts = {
  en: {
    payment: 'Payment',
    payments: 'Payments',
    copyId: 'Copy id',
    refundedSoFar: (amount: string) => `${amount} refunded`,
    sentence: ({ brand, card, net, currency, status, customerEmail }: Payment, money: MoneyText) => {
      const who = customerEmail ?? 'The customer'
      if (status === 'failed')
        return `${who} tried to pay with ${cardName({ brand, card })}, and the payment was declined.`
      if (status === 'uncertain' || status === 'reversing')
        return `It is not known yet whether ${who} was charged. Florin keeps asking the acquirer; do not charge again.`
      const rest = net === undefined ? '' : ` You receive ${money(net, currency)}.`
      return `${who} paid with ${cardName({ brand, card })}.${rest}`
    },
    timeline: 'Timeline',
    ledger: 'Ledger',
    entry: 'Entry',
    account: 'Account',
    debit: 'Debit',
    credit: 'Credit',
    notifications: 'Notifications',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    history: 'Who did what',
    money: 'Money',
    paid: 'Paid',
    fee: 'Fee',
    refunded: 'Refunded',
    feeBack: 'Fee returned',
    chargedBack: 'Charged back',
    youReceive: 'You receive',
    merchantReceives: 'The merchant receives',
    price: 'Price',
    priceText: ({ basisPoints, fixed }: { basisPoints: number; fixed: string }) => `${percent(basisPoints)} + ${fixed}`,
    batch: 'Settlement batch',
    payout: 'Payout',
    facts: 'Details',
    card: 'Card',
    holder: 'Holder',
    customer: 'Customer',
    order: 'Order',
    description: 'Description',
    merchant: 'Merchant',
    site: 'Site',
    initiator: 'Initiated by',
    byShopper: 'the shopper',
    byMerchant: 'the merchant',
    connector: 'Connector',
    reference: 'Acquirer’s reference',
    authorizationCode: 'Authorization code',
    threeDSecure: '3-D Secure',
    threeDSecureWords: {
      frictionless: 'confirmed by the bank without a question',
      challenged: 'the shopper has confirmed',
      attempted: 'tried; the bank does not take part',
    } as Readonly<Record<string, string>>,
    apiStatus: 'Status in the API',
  },
  ro: {
    payment: 'Plata',
    payments: 'Plăți',
    copyId: 'Copiază id-ul',
    refundedSoFar: (amount: string) => `${amount} rambursați`,
    sentence: ({ brand, card, net, currency, status, customerEmail }: Payment, money: MoneyText) => {
      const who = customerEmail ?? 'Clientul'
      if (status === 'failed')
        return `${who} a încercat să plătească cu ${cardName({ brand, card })}, iar plata a fost respinsă.`
      if (status === 'uncertain' || status === 'reversing')
        return `Nu se știe încă dacă ${who} a plătit. Florin întreabă în continuare banca acceptatoare; nu încasa din nou.`
      const rest = net === undefined ? '' : ` Primești ${money(net, currency)}.`
      return `${who} a plătit cu ${cardName({ brand, card })}.${rest}`
    },
    timeline: 'Desfășurare',
    ledger: 'Registru',
    entry: 'Înregistrarea',
    account: 'Cont',
    debit: 'Debit',
    credit: 'Credit',
    notifications: 'Notificări',
    attempts: (count: number) => (count === 1 ? '1 încercare' : `${count} încercări`),
    history: 'Cine ce a făcut',
    money: 'Bani',
    paid: 'Plătit',
    fee: 'Comision',
    refunded: 'Rambursat',
    feeBack: 'Comision returnat',
    chargedBack: 'Contestat',
    youReceive: 'Primești',
    merchantReceives: 'Comerciantul primește',
    price: 'Preț',
    priceText: ({ basisPoints, fixed }: { basisPoints: number; fixed: string }) => `${percent(basisPoints)} + ${fixed}`,
    batch: 'Lot de decontare',
    payout: 'Virament',
    facts: 'Detalii',
    card: 'Card',
    holder: 'Titular',
    customer: 'Client',
    order: 'Comanda',
    description: 'Descriere',
    merchant: 'Comerciant',
    site: 'Magazin',
    initiator: 'Inițiată de',
    byShopper: 'client',
    byMerchant: 'comerciant',
    connector: 'Conector',
    reference: 'Referința băncii acceptatoare',
    authorizationCode: 'Cod de autorizare',
    threeDSecure: '3-D Secure',
    threeDSecureWords: {
      frictionless: 'confirmată de bancă fără întrebare',
      challenged: 'clientul a confirmat',
      attempted: 'încercată; banca nu participă',
    } as Readonly<Record<string, string>>,
    apiStatus: 'Starea în API',
  },
} satisfies Texts<unknown>
