import type { Language } from '#core/i18n'
import { customerFieldNames, fieldProblems, nothingTyped, type PageLayout, type RenderedPage } from '#core/pages'
import { money, zero } from '#kernel/base/money.ts'
import { renderPage } from '../../src/acquiring/checkout/pages/render-page.ts'
import { renderSandboxBankPage } from '../../src/acquiring/checkout/pages/sandbox-bank-page.ts'
import type {
  CheckoutPage,
  LinkPage,
  OrderSummary,
  PayPage,
  ReceiptPage,
} from '../../src/acquiring/checkout/pages/view.ts'
import { cardDataGallery } from './card-data-gallery.ts'
import { challengeGallery } from './challenge-gallery.ts'
import { ownForm } from './own-form.ts'
import { subscriptionGallery } from './subscription-gallery.ts'
import { verificationGallery } from './verification-gallery.ts'

/** One page in one situation. The name says what is special about it. */
export type Exhibit = { name: string; kind: string; rendered: RenderedPage }

/** Every kind of hosted page in one language, and of those that differ much, every variant. */
export function pageGallery(
  language: Language,
  { at = 'http://127.0.0.1', layout = layoutOf(language) } = {},
): Exhibit[] {
  const pages = { ...payPages, ...linkPages, ...receipts, ...endings, ...passages(at) }
  const shown = Object.entries(pages).map(([name, page]) => ({
    name,
    kind: page.kind,
    rendered: renderPage(page, layout),
  }))
  const strangers = Object.entries(withoutMerchant).map(([name, page]) => ({
    name,
    kind: page.kind,
    rendered: renderPage(page, { ...layout, merchant: undefined, address: undefined }),
  }))
  return [
    ...shown,
    ...strangers,
    ...bankPages(language),
    ...subscriptionGallery(layout, at),
    ...verificationGallery(layout),
    ...cardDataGallery(layout),
    ...challengeGallery(layout, at),
  ]
}

export const layoutOf = (language: Language): PageLayout => ({
  language,
  address: '/pay/0f9d',
  merchant: { name: 'Brutăria Florin & Fii', logo, themeColor: '#b4472e', support: 'ajutor@brutaria.example' },
  testMode: true,
  testCard: { number: '4111111111111111', code: '123' },
  frameAncestors: [],
})

const logo = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#b4472e"/><path d="M9 25c0-8 22-8 22 0 0 4-22 4-22 0z" fill="#ffe3c2"/></svg>',
)}`

const eur = (minor: bigint) => money(minor, 'EUR')

const bread: OrderSummary = {
  reference: 'B-2026-1187',
  description: 'Ridicare sâmbătă dimineața, Piața Sfatului 4',
  lines: [
    line({ name: 'Pâine cu maia', units: '2', vatPercent: '11', unitPrice: eur(650n), total: eur(1300n) }),
    line({
      name: 'Cozonac cu nucă și stafide, copt în cuptor cu lemne',
      units: '1',
      vatPercent: '11',
      unitPrice: eur(2400n),
    }),
    line({ name: 'Reducere de client', units: '1', unitPrice: eur(-200n) }),
  ],
  total: eur(3500n),
}

function line(
  given: Partial<OrderSummary['lines'][number]> & Pick<OrderSummary['lines'][number], 'name' | 'unitPrice'>,
) {
  return { description: undefined, units: '1', vatPercent: undefined, total: given.unitPrice, ...given }
}

/** The plainest page: one amount, a new card. */
export const plainPayPage: PayPage = {
  kind: 'pay',
  action: '/pay/0f9d',
  cancel: '/pay/0f9d/cancel',
  removable: [],
  attempt: 'a1b2c3',
  puzzle: { text: 'mv0x1.seal', count: 2, bits: 4 },
  mode: 'take',
  amount: eur(3500n),
  order: bread,
  terms: undefined,
  savedCards: [],
  wallets: undefined,
  saveCard: 'offered',
  customerFields: [],
  words: undefined,
  decline: undefined,
  errors: [],
  today: Temporal.PlainDate.from('2026-11-20'),
  typed: nothingTyped,
}

const savedCards = [
  { id: '31', brand: 'visa', lastFour: '1111', expiryMonth: 12, expiryYear: 2030, expired: false },
  { id: '32', brand: 'mastercard', lastFour: '4444', expiryMonth: 3, expiryYear: 2026, expired: true },
  { id: '33', brand: undefined, lastFour: '0005', expiryMonth: 7, expiryYear: 2028, expired: false },
] as const

const monthly = {
  kind: 'recurring',
  amount: eur(1990n),
  every: { type: 'month', value: 3 },
  trial: undefined,
  upcoming: ['2027-02-20', '2027-05-20', '2027-08-20'].map((day) => Temporal.PlainDate.from(day)),
} as const

const wrongFields = ['card', 'cardNumber', 'cardExpiry', 'cardCvv', 'cardHolderName', ...customerFieldNames] as const

const payPages: Record<string, PayPage> = {
  'a new card': plainPayPage,
  'saved cards': { ...plainPayPage, savedCards, saveCard: 'ticked' },
  'a new card beside saved ones': { ...plainPayPage, savedCards, typed: { ...nothingTyped, card: 'new' } },
  'a declined attempt': { ...plainPayPage, decline: { reason: 'insufficient_funds', attemptsLeft: 2 } },
  'every field and every error': {
    ...plainPayPage,
    savedCards,
    typed: { card: 'new', cardExpiry: '13/30', cardHolderName: 'A', saveCard: true },
    customerFields: customerFieldNames.map((name) => ({ name, required: name === 'email', value: undefined })),
    errors: fieldProblems.map((problem, index) => ({ field: wrongFields[index % wrongFields.length]!, problem })),
  },
  'fields and words of the shop': { ...plainPayPage, ...ownForm },
  'a trial': {
    ...plainPayPage,
    amount: eur(100n),
    saveCard: 'implied',
    order: { ...bread, description: 'Abonament de pâine', lines: [], total: eur(1990n) },
    terms: { ...monthly, trial: eur(100n) },
  },
  'a subscription': { ...plainPayPage, saveCard: 'implied', terms: { ...monthly, every: { type: 'month', value: 1 } } },
  'a managed order': { ...plainPayPage, saveCard: 'implied', terms: { kind: 'managed' } },
  'a reservation': { ...plainPayPage, mode: 'reserve', amount: money(1_234_567_890_12n, 'RON') },
  'only checking the card': {
    ...plainPayPage,
    mode: 'verify',
    amount: zero('EUR'),
    saveCard: 'implied',
    cancel: undefined,
    order: { reference: 'card-1', description: undefined, lines: [], total: zero('EUR') },
  },
  'a long order': {
    ...plainPayPage,
    order: {
      ...bread,
      lines: Array.from({ length: 12 }, (_, index) =>
        line({
          name: `Corn ${index + 1} ${'foarte'.repeat(index)}`,
          description: 'Cu unt',
          units: '1.5',
          unitPrice: eur(120n),
          vatPercent: '9.5',
        }),
      ),
    },
  },
}

/** The public page of a payment link. */
const plainLinkPage: LinkPage = {
  kind: 'link',
  action: '/l/9fJ3kTq8vXw2Lm5R',
  visit: '0d8e2a44-5f0b-4c8e-9d6e-2f6a7b1c9e30',
  amount: eur(3500n),
  order: { ...bread, reference: undefined },
  terms: undefined,
  customerFields: [{ name: 'email', required: false, value: 'ana@example.com' }],
  words: undefined,
  errors: [],
  url: 'https://pay.brutaria.example/l/9fJ3kTq8vXw2Lm5R',
}

const linkPages: Record<string, LinkPage> = {
  'a link': plainLinkPage,
  'a link that requests every field': {
    ...plainLinkPage,
    amount: eur(100n),
    terms: { ...monthly, trial: eur(100n) },
    customerFields: customerFieldNames.map((name) => ({ name, required: name === 'email', value: undefined })),
    errors: customerFieldNames.map((field) => ({ field, problem: 'answer_missing' })),
  },
}

const back = { url: 'https://brutaria.example/multumim?comanda=1187' }

const receipt: ReceiptPage = {
  kind: 'paid',
  amount: eur(3500n),
  order: bread,
  terms: undefined,
  reference: '4711002',
  at: Temporal.ZonedDateTime.from('2026-11-20T18:05:00+02:00[Europe/Bucharest]'),
  card: { brand: 'visa', lastFour: '1111' },
  cardSaved: true,
  descriptor: 'FLORIN*BRUTARIA',
  manage: undefined,
  back,
}

const receipts: Record<string, CheckoutPage> = {
  paid: receipt,
  'paid, with more to come': {
    ...receipt,
    terms: { ...monthly, trial: eur(100n) },
    manage: 'https://pay.brutaria.example/subscription/1001.tg1vs0.seal',
  },
  authorized: { ...receipt, kind: 'authorized', cardSaved: false },
  verified: { ...receipt, kind: 'verified', amount: zero('EUR'), descriptor: undefined },
}

const endings: Record<string, CheckoutPage> = {
  processing: { kind: 'processing', refreshSeconds: 60, amount: eur(3500n), orderReference: 'B-2026-1187' },
  'declined for good': { kind: 'declined', reason: 'card_lost_or_stolen', orderReference: 'B-2026-1187', back },
  expired: { kind: 'expired', orderReference: 'B-2026-1187', back },
  cancelled: { kind: 'cancelled', orderReference: 'B-2026-1187', back },
  'already paid': { kind: 'already-paid', orderReference: 'B-2026-1187', back: undefined },
  'a closed link': { kind: 'unavailable', because: 'usedUp', orderReference: undefined, back: undefined },
  trouble: { kind: 'trouble', requestId: 'req-81f2' },
  limited: { kind: 'limited', because: 'fast', seconds: 15, again: '/pay/0f9d' },
  paused: { kind: 'paused', again: '/pay/0f9d' },
  'limited for long': { kind: 'limited', because: 'many', seconds: 5000, again: '/pay/0f9d' },
}

/** Pages that send the browser on: `at` is where to. */
function passages(at: string): Record<string, CheckoutPage> {
  return {
    'to the bank': {
      kind: 'challenge',
      url: `${at}/bank`,
      method: 'POST',
      fields: { creq: 'eyJ0aHJlZURT', threeDSSessionData: '7' },
    },
    'back to the store': {
      kind: 'return',
      url: `${at}/store?wc-api=ipn&key=1`,
      fields: { opensslResult: 'aXY=,Y2lwaGVy+/', result: 'aXY=,Y2lwaGVy+/' },
    },
    'back to the store without a result': { kind: 'return', url: `${at}/store?wc-api=ipn&key=1`, fields: undefined },
  }
}

const withoutMerchant: Record<string, CheckoutPage> = {
  'not found': { kind: 'notFound' },
  'a request refused for several reasons': {
    kind: 'refused',
    code: 'invalid_request',
    message: 'order.amount is required: an amount with at most two decimals, such as 9.90.',
    field: 'order.amount',
    problems: [
      { field: 'order.amount', rule: 'is required: an amount with at most two decimals, such as 9.90' },
      { field: 'order.currency', rule: 'must be one of EUR, RON; it is "USD"' },
    ],
    requestId: 'req-81f4',
    documentation: undefined,
  },
  'a refused request': {
    kind: 'refused',
    code: 'amount_too_precise',
    message: 'An amount has at most two decimals.',
    field: 'order.items[2].unitPrice',
    problems: [],
    requestId: 'req-81f3',
    documentation: 'https://florin.example/docs/merchant-api#checkout',
  },
}

function bankPages(language: Language): Exhibit[] {
  const page = {
    action: '/sandbox-bank/7',
    fields: { challenge: '7' },
    merchant: 'Brutăria Florin & Fii',
    amount: eur(3500n),
    lastFour: '1111',
    error: undefined,
    unframed: false,
    triesLeft: 2,
  }
  const wrong = { ...page, error: 'wrong' } as const
  return [
    { name: 'the test bank', kind: 'sandboxBank', rendered: renderSandboxBankPage(page, language) },
    { name: 'a wrong code', kind: 'sandboxBank', rendered: renderSandboxBankPage(wrong, language) },
  ]
}
