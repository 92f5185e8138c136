import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { cardName } from '../../../parts/brand.ts'
import { declineAdvice } from '../../../parts/decline-advice.ts'
import { useMoney } from '../../../parts/money.tsx'
import { formatTime, Time, useZone } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Link } from '../../../ui/link.tsx'
import { at } from '../../../urls.ts'
import { kindWords } from '../../common/payments/list-words.ts'
import type { Payment } from './detail.tsx'
import { leftOf } from './left.ts'
import { happenedTexts, whatHappened } from './what-happened.ts'

const texts = {
  en: {
    theCustomer: 'The customer',
    paidOut: (amount: string) => `You receive ${amount}, paid out with`,
    payout: (id: string) => `payout ${id}`,
    willReceive: (amount: string, day: string) => `You receive ${amount} on ${day}.`,
    receive: (amount: string) => `You receive ${amount}.`,
    left: (amount: string) => `After what went back, ${amount} is left for you.`,
    costs: (amount: string) => `After what went back, it costs you ${amount}.`,
    nothingLeft: 'After what went back, nothing is left for you.',
    // What the operator of the platform reads of somebody else's money.
    ofMerchant: {
      paidOut: (amount: string) => `The merchant receives ${amount}, paid out with`,
      willReceive: (amount: string, day: string) => `The merchant receives ${amount} on ${day}.`,
      receive: (amount: string) => `The merchant receives ${amount}.`,
      left: (amount: string) => `After what went back, ${amount} is left for the merchant.`,
      costs: (amount: string) => `After what went back, it costs the merchant ${amount}.`,
      nothingLeft: 'After what went back, nothing is left for the merchant.',
    },
    copy: 'Copy for the customer',
    toCustomer: (amount: string, card: string, when: string) => `You paid ${amount} with ${card} on ${when}.`,
    notCharged: (amount: string, card: string, when: string) =>
      `Your payment of ${amount} with ${card} on ${when} did not go through; you were not charged.`,
    notTaken: (amount: string, card: string, when: string) =>
      `Your payment of ${amount} with ${card} on ${when} was cancelled; you are not charged. Your bank may show the amount as reserved for a few days.`,
    unknown: (amount: string) =>
      `We are still finding out whether your payment of ${amount} went through. Please do not pay again; we will tell you.`,
    refunded: (amount: string, from: string, to: string) =>
      `${amount} was returned to your card; your bank shows it between ${from} and ${to}.`,
    refunding: (amount: string) => `A refund of ${amount} is on its way to your card.`,
    alike: 'The same customer paid the same amount within a day:',
    alikeHint: 'Perhaps this was paid twice.',
  },
  ro: {
    theCustomer: 'Clientul',
    paidOut: (amount: string) => `Primești ${amount}, cu`,
    payout: (id: string) => `viramentul ${id}`,
    willReceive: (amount: string, day: string) => `Primești ${amount} pe ${day}.`,
    receive: (amount: string) => `Primești ${amount}.`,
    left: (amount: string) => `După ce s-a returnat, îți rămân ${amount}.`,
    costs: (amount: string) => `După ce s-a returnat, te costă ${amount}.`,
    nothingLeft: 'După ce s-a returnat, nu îți rămâne nimic.',
    ofMerchant: {
      paidOut: (amount: string) => `Comerciantul primește ${amount}, cu`,
      willReceive: (amount: string, day: string) => `Comerciantul primește ${amount} pe ${day}.`,
      receive: (amount: string) => `Comerciantul primește ${amount}.`,
      left: (amount: string) => `După ce s-a returnat, comerciantului îi rămân ${amount}.`,
      costs: (amount: string) => `După ce s-a returnat, pe comerciant îl costă ${amount}.`,
      nothingLeft: 'După ce s-a returnat, comerciantului nu îi rămâne nimic.',
    },
    copy: 'Copiază pentru client',
    toCustomer: (amount: string, card: string, when: string) => `Ai plătit ${amount} cu ${card} pe ${when}.`,
    notCharged: (amount: string, card: string, when: string) =>
      `Plata ta de ${amount} cu ${card} din ${when} nu a reușit; nu ți s-au luat bani.`,
    notTaken: (amount: string, card: string, when: string) =>
      `Plata ta de ${amount} cu ${card} din ${when} a fost anulată; nu ți se iau bani. Banca poate arăta suma ca rezervată câteva zile.`,
    unknown: (amount: string) =>
      `Încă aflăm dacă plata ta de ${amount} a reușit. Te rugăm să nu plătești din nou; te anunțăm noi.`,
    refunded: (amount: string, from: string, to: string) =>
      `${amount} au fost returnați pe cardul tău; banca îi arată între ${from} și ${to}.`,
    refunding: (amount: string) => `O rambursare de ${amount} este pe drum spre cardul tău.`,
    alike: 'Același client a plătit aceeași sumă într-o zi:',
    alikeHint: 'Poate a fost plătită de două ori.',
  },
} satisfies Texts<unknown>

/** One sentence of truth, with the text for the customer beside it. */
export function Sentence({ payment }: { payment: Payment }) {
  const t = useTexts(texts)
  const sentences = useTexts(happenedTexts)
  const kinds = useTexts(kindWords)
  const money = useMoney()
  const { language } = useLanguage()
  const { zone } = useZone()
  const { type, amount, currency, customerName, customerEmail, createdAt } = payment
  const what = whatHappened(payment)
  const when = formatTime(language, zone, createdAt, 'short')
  const who = customerName ?? customerEmail ?? t.theCustomer
  const facts = { who, when, card: cardName(payment), sum: money(amount, currency), kind: kinds[type] }
  const forCustomer = useForCustomer(payment)
  return (
    <>
      {sentences[what](facts)} {what === 'paid' && <Receives payment={payment} />}{' '}
      {forCustomer !== '' && <CopyButton text={forCustomer}>{t.copy}</CopyButton>}
      {forCustomer !== '' && <q className="soft for-customer">{forCustomer}</q>}
    </>
  )
}

/** What it earns, and when that arrives. */
function Receives({ payment }: { payment: Payment }) {
  const { net, currency, payout } = payment
  const t = useTexts(texts)
  const money = useMoney()
  const { language } = useLanguage()
  const { zone } = useZone()
  const { scope } = useScope()
  const left = leftOf(payment)
  if (net === undefined || left === undefined) return null
  const words = scope.kind === 'platform' ? t.ofMerchant : t
  if (left !== net) return whatIsLeft(left, words, (amount) => money(amount, currency))
  if (payout?.id !== undefined)
    return (
      <>
        {words.paidOut(money(net, currency))}{' '}
        <Link to={at(scope, 'money', 'payouts', payout.id)}>{t.payout(payout.id)}</Link>.
      </>
    )
  if (!payout) return words.receive(money(net, currency))
  return words.willReceive(money(net, currency), formatTime(language, zone, payout.at, 'weekday'))
}

type LeftWords = Pick<(typeof texts)['en'], 'left' | 'costs' | 'nothingLeft'>

/** Below zero it is what the fee has cost: nobody reads a minus as that. */
function whatIsLeft(left: string, words: LeftWords, money: (amount: string) => string): string {
  if (!/[1-9]/.test(left)) return words.nothingLeft
  return left.startsWith('-') ? words.costs(money(left.slice(1))) : words.left(money(left))
}

/** Banks show a refund within three to ten days; cards of some take a statement longer. */
const refundDays = { from: 3, to: 10 }

/** What support reads out: whether they were charged, what came back, and when it arrives. */
function useForCustomer(payment: Payment): string {
  const t = useTexts(texts)
  const advice = useTexts(declineAdvice)
  const money = useMoney()
  const { language } = useLanguage()
  const { zone } = useZone()
  const { type, amount, currency, declineReason, createdAt, followers } = payment
  const happened = whatHappened(payment)
  if (type !== 'deposit') return ''
  const sum = money(amount, currency)
  const when = formatTime(language, zone, createdAt, 'day')
  if (happened === 'unknown') return t.unknown(sum)
  if (happened === 'cancelled' || happened === 'released') return t.notTaken(sum, cardName(payment), when)
  if (happened === 'declined') {
    const what = declineReason === undefined ? undefined : advice[declineReason]
    return [t.notCharged(sum, cardName(payment), when), what?.customer].filter(Boolean).join(' ')
  }
  if (happened !== 'paid') return ''
  const day = (moment: string, days: number) =>
    formatTime(language, zone, new Date(Date.parse(moment) + days * 86_400_000).toISOString(), 'day')
  const refunds = followers
    .filter((one) => one.type === 'refund' && one.status !== 'failed')
    .map((one) => {
      const returned = money(one.amount, one.currency)
      if (one.status !== 'refunded') return t.refunding(returned)
      return t.refunded(returned, day(one.createdAt, refundDays.from), day(one.createdAt, refundDays.to))
    })
  return [t.toCustomer(sum, cardName(payment), when), ...refunds].join(' ')
}

/** The same amount of the same customer within a day. */
export function Alike({ payment: { alike, status } }: { payment: Payment }) {
  const t = useTexts(texts)
  const { scope } = useScope()
  if (alike.length === 0) return null
  return (
    <div className="notice wait">
      <strong>{t.alike}</strong>
      {alike.map(({ id, createdAt }) => (
        <span key={id}>
          <Link to={at(scope, 'payments', id)}>{id}</Link> · <Time at={createdAt} />
        </span>
      ))}
      {status === 'captured' && <span>{t.alikeHint}</span>}
    </div>
  )
}
