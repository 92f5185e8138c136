import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '#core/i18n'
import { type EmailContent, emailHtml, emailText } from '#core/pages'
import { money } from '#kernel/base/money.ts'
import { usableAddress } from '../address.ts'
import { oneLine, type TemplateContext } from './email-content.ts'
import { type ReceiptFacts, receiptEmail, refundEmail } from './money-emails.ts'
import {
  cancellationEmail,
  cardExpiringEmail,
  type FailedPaymentFacts,
  paymentFailedEmail,
  selfServiceLinkEmail,
  subscriptionEndedEmail,
  subscriptionKeptEmail,
} from './subscription-emails.ts'

const at = Temporal.Instant.from('2026-05-04T10:00:00Z')
const templateContext = (input: Partial<TemplateContext> = {}): TemplateContext => ({
  language: 'en',
  sender: { name: 'Crumb & Co.', replyTo: 'hello@crumb.example', themeColor: '#9a3412' },
  descriptor: 'Crumb & Co.',
  timeZone: 'Europe/Bucharest',
  live: true,
  recipient: 'shopper',
  ...input,
})
const receipt = (input: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  amount: money(24_90n, 'EUR'),
  number: 1001n,
  orderNumber: 'bread-17',
  description: 'Bread',
  items: [],
  card: { brand: 'visa', lastFour: '1111' },
  at,
  how: 'paid',
  reserved: undefined,
  next: undefined,
  manageUrl: undefined,
  ...input,
})
const failed: FailedPaymentFacts = {
  description: 'Bread box',
  orderNumber: 'box-3',
  manageUrl: 'https://pay.example/subscription/abc',
  owed: money(24_90n, 'EUR'),
  reason: 'insufficient_funds',
  card: { brand: undefined, lastFour: '4444' },
  retryAt: at.add({ hours: 72 }),
  isLast: false,
  again: false,
}

/** One of every email there is. */
function everyEmail(on: TemplateContext): EmailContent[] {
  const next = { amount: money(30_00n, 'EUR'), at: at.add({ hours: 900 }) }
  const ways = ['paid', 'renewed', 'charged', 'partPaid', 'reserved', 'captured'] as const
  const { description, orderNumber } = failed
  const about = { description, orderNumber }
  return [
    ...ways.map((how) => receiptEmail(on, receipt({ how, next, manageUrl: failed.manageUrl }))),
    receiptEmail(on, receipt({ how: 'captured', reserved: money(50_00n, 'EUR'), items: manyItems(40) })),
    ...(['refunded', 'cancelled', 'released'] as const).map((how) => refundEmail(on, { ...receipt(), how })),
    paymentFailedEmail(on, failed),
    paymentFailedEmail(on, { ...failed, isLast: true, again: true }),
    paymentFailedEmail(on, {
      ...failed,
      reason: 'no_usable_card',
      card: undefined,
      manageUrl: undefined,
      isLast: true,
    }),
    cardExpiringEmail(on, {
      ...about,
      manageUrl: undefined,
      card: { brand: 'visa', lastFour: '1111' },
      validUntil: Temporal.PlainYearMonth.from('2026-06'),
      next,
    }),
    cancellationEmail(on, { ...about, manageUrl: failed.manageUrl, endsAt: at }),
    cancellationEmail(on, { ...about, manageUrl: failed.manageUrl, by: 'merchant', endsAt: at }),
    cancellationEmail(on, { ...about, manageUrl: undefined, by: 'merchant', endsAt: at, lastBill: next.amount }),
    subscriptionKeptEmail(on, { ...about, manageUrl: undefined, next }),
    subscriptionKeptEmail(on, { ...about, manageUrl: undefined, by: 'merchant', next }),
    ...(['byShopper', 'byMerchant', 'unpaid'] as const).map((why) => subscriptionEndedEmail(on, { ...about, why })),
    selfServiceLinkEmail(on, { ...about, url: 'https://pay.example/subscription/abc', expiresAt: at }),
  ]
}
const manyItems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Bread ${index}`, units: '2', total: money(5_00n, 'EUR') }))

const wordsIn = (email: EmailContent): string[] => [
  email.subject,
  email.title,
  ...email.paragraphs,
  ...email.facts.map(([name]) => name),
  ...email.facts.map(([, value]) => value),
  ...email.closing,
  ...(email.action ? [email.action.label] : []),
]

describe.each(languages)('in %s', (language) => {
  test('every email is complete: no gap is left, nothing is empty, and its subject is one short line', () => {
    for (const live of [true, false])
      for (const email of everyEmail(templateContext({ language, live }))) {
        for (const messages of wordsIn(email)) expect(messages).toMatch(/^(?!\s)[^{}\r\n]+(?<!\s)$/)
        expect(email.subject.length).toBeLessThan(130)
      }
  })

  test('the text says everything that the page says', () => {
    for (const email of everyEmail(templateContext({ language }))) {
      const [text, page] = [emailText(email), readable(emailHtml(email))]
      for (const messages of wordsIn(email).filter((each) => each !== email.subject)) {
        expect(text).toContain(messages)
        expect(page).toContain(messages)
      }
      if (email.action) expect(text).toContain(email.action.url)
    }
  })
})

const readable = (page: string): string =>
  page
    .replaceAll(/<style>[\s\S]*?<\/style>|<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

test('whatever anybody is called, a page has no mark-up but ours, and a line stays a line', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('<script>alert(1)</script>', '"><img src=x>', 'a\r\nBcc: x@y.z', '{merchant}', '\u202egnp.exe', ''),
  )
  const shape = (email: EmailContent) => emailHtml(email).match(/<[^>]*>/g)?.length
  const on = (name: string) =>
    templateContext({ sender: { name: oneLine(name), themeColor: '#000000' }, descriptor: oneLine(name) })
  const plain = shape(receiptEmail(on('x'), receipt({ items: manyItems(1) })))
  fc.assert(
    fc.property(nasty, nasty, nasty, (name, item, orderNumber) => {
      const items = [{ name: item, units: '1', total: money(1n, 'EUR') }]
      const email = receiptEmail(on(name), receipt({ items, orderNumber }))
      expect(shape(email)).toBe(plain)
      expect(email.subject).not.toMatch(/[\r\n\0\u202e]/)
      for (const [label, value] of email.facts) expect(label + value).not.toMatch(/[\r\n\0\u202e]/)
    }),
  )
})

test('a receipt names thirty lines at the most, and says how many more there are', () => {
  const { facts } = receiptEmail(templateContext(), receipt({ items: manyItems(100) }))
  expect(facts.filter(([name]) => name.startsWith('2 × Bread'))).toHaveLength(29)
  expect(facts[29]).toEqual(['+ 71', '…'])
})

test('an email of a live site does not mention tests, and one of a test site begins with it', () => {
  expect(emailText(receiptEmail(templateContext(), receipt()))).not.toContain('Test mode')
  expect(emailText(receiptEmail(templateContext({ live: false }), receipt()))).toMatch(/^Test mode: no money moves/)
})

test('where replies are not read, the email says whom to ask', () => {
  const silent = templateContext({ sender: { name: 'Crumb & Co.' } })
  expect(emailText(receiptEmail(silent, receipt()))).toContain('Replies to this address are not read.')
})

test.each([
  ['ana@example.com', 'ana@example.com'],
  ['  ana@example.com ', 'ana@example.com'],
  ['ană@brutărie.example', 'ană@brutărie.example'],
  ['ana@localhost', undefined],
  ['ana@example.com, eve@example.com', undefined],
  ['Ana <ana@example.com>', undefined],
  ['ana@example.com\r\nBcc: eve@example.com', undefined],
  ['ana@exa\u0000mple.com', undefined],
  [`${'a'.repeat(250)}@example.com`, undefined],
  ['@example.com', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j is written to as %j', (unchecked, address) => {
  expect(usableAddress(unchecked)).toBe(address)
})
