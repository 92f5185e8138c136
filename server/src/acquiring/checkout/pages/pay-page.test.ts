import { expect, test } from 'vitest'
import { layoutOf, plainPayPage } from '../../../../tests/world/page-gallery.ts'
import { renderPage } from './render-page.ts'
import type { CheckoutPage, PayPage } from './view.ts'

const layout = layoutOf('en')
const bodyOf = (page: CheckoutPage, changes = {}) => renderPage(page, { ...layout, ...changes }).body
const pay = (changes: Partial<PayPage>) => bodyOf({ ...plainPayPage, ...changes })
const wordsIn = (body: string) => body.replaceAll(/<(style|script)>.*?<\/\1>|<[^>]*>/gs, '').replaceAll(/\s+/g, ' ')

test('the summary names a field as the site has named it', () => {
  const customerFields = [{ name: 'phone', required: true, value: undefined, label: { en: 'Your mobile' } }] as const
  const body = pay({ customerFields, errors: [{ field: 'phone', problem: 'answer_missing' }] })
  expect(wordsIn(/<ul><li><a href="#.*?<\/ul>/.exec(body)![0])).toBe('Your mobile: Please fill in this field.')
})

test('a trial has an amount of today and one of later, and no total', () => {
  const terms = {
    kind: 'recurring',
    amount: plainPayPage.order.total,
    every: { type: 'day', value: 7 },
    trial: { minor: 100n, currency: 'EUR' },
    upcoming: [Temporal.PlainDate.from('2027-02-20')],
  } as const
  const words = wordsIn(pay({ terms, amount: terms.trial }))
  expect(words).toContain('Today €1.00 Then €35.00 every 7 days')
  expect(words).not.toContain('Total')
  expect(wordsIn(pay({ terms: { ...terms, trial: undefined } }))).toContain('Total €35.00')
  expect(wordsIn(pay({ terms: { ...terms, trial: undefined }, mode: 'verify' }))).toContain(
    'Today Nothing to pay Then €35',
  )
})

test('a name that ends with a full stop ends its sentence as well', () => {
  const words = wordsIn(
    bodyOf({ ...plainPayPage, terms: { kind: 'managed' } }, { merchant: { ...layout.merchant!, name: 'Crumb & Co.' } }),
  )
  expect(words).toContain('just tell Crumb &amp; Co.')
  expect(words).not.toContain('Co..')
})

test('every scheme that is accepted is named, and the code of four digits only where a card has one', () => {
  const words = wordsIn(pay({}))
  expect(words).toContain('VisaMastercardMaestroAmerican ExpressJCB')
  expect(words).toContain('3 digits on the back')
  expect(words).not.toContain('4 digits')
})

test('the button says what will happen', () => {
  const button = (changes: Partial<PayPage>) =>
    wordsIn(/<button class="button" data-busy.*?<\/button>/.exec(pay(changes))![0])
  expect(button({})).toBe('Pay €35.00')
  expect(button({ mode: 'reserve' })).toBe('Reserve €35.00')
  expect(button({ mode: 'verify' })).toBe('Save card')
  const terms = {
    kind: 'recurring',
    amount: plainPayPage.amount,
    every: { type: 'month', value: 1 },
    trial: undefined,
    upcoming: [Temporal.PlainDate.from('2027-02-20')],
  } as const
  expect(button({ terms })).toBe('Subscribe: €35.00 every month')
  expect(button({ terms, mode: 'verify' })).toBe('Subscribe: €35.00 every month from 20 February 2027')
  const trial = { minor: 100n, currency: 'EUR' } as const
  expect(button({ terms: { ...terms, trial }, amount: trial })).toBe('Start the trial: €1.00 today')
  expect(button({ terms: { kind: 'managed' } })).toBe('Pay €35.00')
})

test('terms are written before the button', () => {
  const every = { type: 'month', value: 3 } as const
  const terms = {
    kind: 'recurring',
    amount: plainPayPage.amount,
    every,
    trial: undefined,
    upcoming: [Temporal.PlainDate.from('2027-02-20')],
  } as const
  expect(wordsIn(pay({ terms }))).toContain(
    'You pay €35.00 today and then €35.00 every 3 months. The next payment is on 20 February 2027.',
  )
  expect(wordsIn(pay({ terms: { ...terms, trial: { minor: 100n, currency: 'EUR' } } }))).toContain(
    'You pay €1.00 today. From 20 February 2027 on you pay €35.00 every 3 months.',
  )
  expect(wordsIn(pay({ terms, mode: 'verify' }))).toContain(
    'You pay €35.00 every 3 months, for the first time on 20 February 2027.',
  )
  expect(wordsIn(pay({ terms }))).toContain('You can cancel at any time')
})
