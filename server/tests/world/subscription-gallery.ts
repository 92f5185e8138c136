import { nothingTyped, type PageLayout, type RenderedPage } from '#core/pages'
import { money } from '#kernel/base/money.ts'
import { renderPage } from '../../src/acquiring/subscriptions/pages/render-page.ts'
import type {
  About,
  CardPage,
  OverviewPage,
  StatusShown,
  SubscriptionPage,
} from '../../src/acquiring/subscriptions/pages/view.ts'

const eur = (minor: bigint) => money(minor, 'EUR')
const day = (text: string) => Temporal.PlainDate.from(text)
const address = '/subscription/1001.tg1vs0.seal'

const about = (status: StatusShown): About => ({
  managed: false,
  description: 'Abonament de pâine cu maia, ridicare sâmbătă dimineața',
  amount: eur(2990n),
  every: { type: 'month', value: 1 },
  status,
})

const active = about({ is: 'active', next: { on: day('2026-12-20'), amount: eur(2990n) } })
const owing = about({ is: 'owing', amount: eur(2691n), since: day('2026-11-20'), retry: day('2026-11-23') })

const visa = { brand: 'visa', lastFour: '1111' } as const
const unknown = { brand: undefined, lastFour: '0005' } as const

const overview: OverviewPage = {
  kind: 'overview',
  about: active,
  result: undefined,
  card: { ...visa, expiry: '12/30', expires: false },
  next: Array.from({ length: 13 }, (_, index) => ({
    on: day('2026-12-20').add({ months: index }),
    amount: eur(2990n),
    again: false,
  })),
  past: (['paid', 'declined', 'partlyRefunded', 'refunded', 'underWay', 'reserved', 'released'] as const).map(
    (state, index) => ({
      on: day('2026-11-20').subtract({ months: index }),
      amount: index === 6 ? eur(100n) : eur(2990n),
      card: index % 2 === 0 ? visa : unknown,
      state,
      back: eur(500n),
    }),
  ),
  changeCard: `${address}/card`,
  cancel: `${address}/cancel`,
  takeBack: undefined,
  beside: { subscriptions: [], payments: [] },
}

const over = { changeCard: undefined, cancel: undefined, next: [], card: undefined }
const first = { on: day('2026-11-23'), amount: eur(2691n), again: true }

const overviews: Record<string, OverviewPage> = {
  'a subscription that is active': overview,
  'a customer with more at this site': {
    ...overview,
    beside: {
      subscriptions: [{ about: { ...owing, description: 'Cutia cu brânză' }, url: '/subscription/1002.tg1vs0.seal' }],
      payments: [{ ...overview.past[0]!, description: 'Cozonac cu nucă și stafide, copt în cuptor cu lemne' }],
    },
  },
  'a card that expires soon': {
    ...overview,
    card: { ...unknown, expiry: '11/26', expires: true },
    result: { is: 'changed', card: visa },
  },
  'a payment that failed': {
    ...overview,
    about: owing,
    result: { is: 'unpaid', reason: 'insufficient_funds' },
    next: [first, ...overview.next.slice(1)],
  },
  'a payment that failed, and no card': {
    ...overview,
    about: about({ is: 'owing', amount: eur(2691n), since: day('2026-11-20'), retry: 'soon' }),
    result: { is: 'refused', reason: 'card_lost_or_stolen' },
    card: undefined,
  },
  'a debt that is being paid': {
    ...overview,
    about: about({ is: 'charging', amount: eur(2990n) }),
    result: { is: 'paying', refreshSeconds: 60 },
  },
  'a debt that was paid': { ...overview, result: { is: 'paid', card: visa, amount: eur(2691n) } },
  'a bank that waits': { ...overview, result: { is: 'bankWaits', goOn: `${address}/card` } },
  'a permission': {
    ...overview,
    about: { ...about({ is: 'active', next: undefined }), managed: true, every: undefined, description: undefined },
    next: [],
  },
  'a subscription that is cancelled': {
    ...overview,
    next: [],
    changeCard: undefined,
    about: about({ is: 'ending', by: 'shopper', on: day('2026-12-20'), lastBill: undefined }),
    takeBack: { action: `${address}/keep`, next: { on: day('2026-12-20'), amount: eur(2990n) } },
  },
  'a subscription that its merchant has cancelled': {
    ...overview,
    next: overview.next.slice(0, 1),
    about: about({ is: 'ending', by: 'merchant', on: day('2026-12-20'), lastBill: eur(2990n) }),
  },
  'a subscription that its merchant ends with what is paid': {
    ...overview,
    next: [],
    changeCard: undefined,
    about: about({ is: 'ending', by: 'merchant', on: day('2026-12-20'), lastBill: undefined }),
  },
  'a subscription not begun': { ...overview, ...over, past: [], about: about({ is: 'waiting' }) },
  'a subscription that has ended': {
    ...overview,
    ...over,
    about: about({ is: 'ended', by: 'shopper', paidUntil: day('2026-12-20') }),
  },
}

const changeCard: CardPage = {
  kind: 'card',
  about: active,
  action: `${address}/card`,
  back: address,
  attempt: '1',
  puzzle: { text: 'mv0x1.seal', count: 2, bits: 4 },
  owed: undefined,
  savedCards: [],
  saveCard: 'implied',
  terms: {},
  errors: [],
  typed: { ...nothingTyped, card: 'new' },
  decline: undefined,
  today: day('2026-11-20'),
}

const savedCards = [
  { id: '31', ...visa, expiryMonth: 12, expiryYear: 2030, expired: false, note: 'used now' },
  { id: '32', brand: 'mastercard', lastFour: '4444', expiryMonth: 3, expiryYear: 2026, expired: true },
] as const

const others: Record<string, SubscriptionPage> = {
  'another card that was declined': { ...changeCard, about: owing, owed: eur(2691n), decline: 'authentication_failed' },
  'another card with slips': {
    ...changeCard,
    savedCards,
    decline: 'card_closed',
    errors: [
      { field: 'card', problem: 'card_not_usable' },
      { field: 'cardNumber', problem: 'number_mistyped' },
      { field: 'cardExpiry', problem: 'expiry_past' },
      { field: 'cardCvv', problem: 'code_four_digits' },
    ],
  },
  'cancelling with a debt': {
    kind: 'cancel',
    about: owing,
    action: `${address}/cancel`,
    back: address,
    paidUntil: day('2026-12-20'),
    later: undefined,
    next: [],
  },
  'cancelling with what is paid': {
    kind: 'cancel',
    about: active,
    action: `${address}/cancel`,
    back: address,
    paidUntil: day('2026-12-20'),
    later: { until: day('2026-12-20') },
    next: overview.next.slice(0, 3),
  },
  'a card while payments are paused': { kind: 'paused', again: `${address}/card` },
  'a card being checked': { kind: 'waiting', for: 'proof', refreshSeconds: 60 },
  'an expired link': { kind: 'linkExpired', newLink: `${address}/new-link` },
  'a new link on its way': { kind: 'linkSent' },
}

type Exhibit = { name: string; kind: `subscription: ${SubscriptionPage['kind']}`; rendered: RenderedPage }

/** Every page of a subscription in each situation, in one language; `at` is the address of the bank. */
export function subscriptionGallery(layout: PageLayout, at: string): Exhibit[] {
  const toBank: SubscriptionPage = { kind: 'challenge', url: `${at}/bank`, method: 'POST', fields: { creq: 'eyJ0' } }
  const pages: Record<string, SubscriptionPage> = { ...overviews, ...others, 'a card on its way to the bank': toBank }
  const exhibit = (name: string, page: SubscriptionPage, around: PageLayout): Exhibit => ({
    name,
    kind: `subscription: ${page.kind}`,
    rendered: renderPage(page, around),
  })
  const strangers = { ...layout, merchant: undefined, address: undefined }
  return [
    ...Object.entries(pages).map(([name, page]) => exhibit(name, page, { ...layout, address })),
    exhibit('no subscription', { kind: 'notFound' }, strangers),
  ]
}
