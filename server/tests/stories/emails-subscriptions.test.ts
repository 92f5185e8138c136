import { describe, expect, test } from 'vitest'
import { endOrdersOf } from '#acquiring/orders'
import { by } from '../world/author.ts'
import { type Biller, openBiller } from '../world/biller.ts'
import { longTest } from '../world/length.ts'
import { linkIn, mailOf, subjectsOf } from '../world/mail.ts'
import { messagesOf } from '../world/shopper.ts'
import { publicUrl } from '../world/world.ts'

/** Cards that the shopper's own payment goes well with, and the merchant's later ones do not. */
const cards = {
  poorAboveTen: '4000030000002005',
  blacklisted: '4000030000004001',
  stolen: '4000030000005008',
}
const goodCard = '5555555555554444'

const receipt = 'Receipt from Crumb & Co.'
const unpaid = 'Your payment to Crumb & Co. did not go through'
const ended = 'Your subscription at Crumb & Co. has ended'
const expiring = 'Your card for Crumb & Co. is about to expire'

async function days(shop: Biller, ...list: string[]): Promise<void> {
  await shop.world.runUntilIdle()
  for (const day of list) await shop.goesTo(`${day}T10:00:00Z`)
}
const subjects = async (shop: Biller): Promise<string[]> =>
  subjectsOf(await mailOf(shop.world)).map((subject) => subject.replace(/: €[\d.]+$/, ''))

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a renewal is written about like any payment, and says what comes next', async () => {
  const shop = await openBiller()
  await shop.subscribes({ amount: '15.00', description: 'Bread every month' })
  await days(shop, '2026-06-04')
  const [first, renewal] = await mailOf(shop.world)
  expect(first!.text).toContain('Next payment: €15.00 on 4 June 2026')
  expect(renewal!.text).toContain('Crumb & Co. charged €15.00 for your subscription, as agreed.')
  expect(renewal!.text).toContain('Next payment: €15.00 on 4 July 2026')
  expect(renewal!.text).toContain('Description: Bread every month')
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a subscriber whose card expires before the second period reads so at once', async () => {
  const shop = await openBiller()
  await shop.subscribes({ amount: '15.00', expiry: '05/2026' })
  await shop.world.runUntilIdle()
  expect(await subjects(shop)).toEqual(expect.arrayContaining([receipt, expiring]))
  const mail = (await mailOf(shop.world)).find(({ subject }) => subject === expiring)
  expect(mail?.text).toContain('05/2026')
  expect(mail?.text).toContain('€15.00 on 4 June 2026')
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a trial’s receipt is of the trial, and names the regular amount as the next one', async () => {
  const shop = await openBiller()
  await shop.subscribes({ amount: '15.00', trial: '1.00' })
  await shop.world.runUntilIdle()
  const [first] = await mailOf(shop.world)
  expect(first!.subject).toBe('Receipt from Crumb & Co.: €1.00')
  expect(first!.text).toContain('Next payment: €15.00 on 4 June 2026')
})

// In small: a shopper who cancels receives an email with the last day, one when they take it back, and one at the end
longTest('the receipt of the last bill names no next payment, and an email says that it was the last', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ amount: '15.00' })
  await shop.endsAfterNextBill(id)
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.world.runUntilIdle()
  const [, ...mail] = await mailOf(shop.world)
  const cancelled = 'Crumb & Co. has cancelled your subscription'
  expect((await subjects(shop)).slice(1).sort()).toEqual([cancelled, receipt, ended])
  expect(mail.map(({ text }) => text).join()).not.toContain('Next payment')
  expect(mail.find(({ subject }) => subject === cancelled)!.text).toContain(
    'Crumb & Co. cancelled your subscription. It ends when the payment of €15.00 on 4 June 2026 is made.',
  )
})

test('a shopper who cancels receives an email with the last day, one when they take it back, and one at the end', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ amount: '15.00', description: 'Bread' })
  await shop.endsWithPaidPeriod(id)
  await shop.passes({ hours: 1 })
  await shop.keeps(id, 'shopper')
  await shop.passes({ hours: 1 })
  await shop.endsWithPaidPeriod(id)
  await days(shop, '2026-06-04')
  const [, ...mail] = await mailOf(shop.world)
  const cancelled = 'You have cancelled your subscription at Crumb & Co.'
  expect((await subjects(shop)).slice(1)).toEqual([
    cancelled,
    'Your subscription at Crumb & Co. goes on',
    cancelled,
    ended,
  ])
  expect(mail[0]!.text).toContain('It ends on 4 June 2026: you have paid until then and can use it.')
  expect(linkIn(mail[0]!)).toMatch(/\/subscription\//)
  expect(mail[1]!.text).toContain('Next payment: €15.00 on 4 June 2026')
  expect(mail[3]!.text).toContain('You cancelled your subscription at Crumb & Co. Nothing more will be charged.')
})

// In small: a shopper who cancels receives an email with the last day, one when they take it back, and one at the end
longTest(
  'a subscriber whose merchant cancels receives an email that says who did, and until when it runs; also when it is kept',
  async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes({ amount: '15.00', description: 'Bread' })
    await shop.endsWithPaidPeriod(id, undefined, 'merchant')
    await shop.passes({ hours: 1 })
    await shop.keeps(id)
    await shop.passes({ hours: 1 })
    await shop.endsWithPaidPeriod(id, undefined, 'merchant')
    await days(shop, '2026-06-04')
    const [, ...mail] = await mailOf(shop.world)
    const cancelled = 'Crumb & Co. has cancelled your subscription'
    expect((await subjects(shop)).slice(1)).toEqual([
      cancelled,
      'Your subscription at Crumb & Co. goes on',
      cancelled,
      ended,
    ])
    expect(mail[0]!.text).toContain(
      'Crumb & Co. cancelled your subscription. It ends on 4 June 2026: you have paid until',
    )
    expect(mail[0]!.text).not.toContain('take it back')
    expect(mail[1]!.text).toContain('Crumb & Co. has taken the cancellation of your subscription back')
    expect(mail[1]!.text).toContain('Next payment: €15.00 on 4 June 2026')
    expect(mail[3]!.text).toContain('Crumb & Co. ended your subscription. Nothing more will be charged.')
  },
)

test('a subscriber whose card is declined receives an email at the first decline, before the last try, and at the end', async () => {
  const shop = await openBiller()
  await shop.subscribes({ pan: cards.blacklisted, amount: '15.00' })
  await days(shop, '2026-06-04', '2026-06-05')
  expect(await subjects(shop)).toEqual([receipt, unpaid])
  await days(shop, '2026-06-07')
  const last = 'Last try on 11 June 2026: your subscription at Crumb & Co.'
  expect(await subjects(shop)).toEqual([receipt, unpaid, last])
  await days(shop, '2026-06-11', '2026-07-04')
  expect(await subjects(shop)).toEqual([receipt, unpaid, last, ended])

  const mail = await mailOf(shop.world)
  expect(mail[1]!.text).toContain('tried to charge €15.00 for your subscription, and it did not go through.')
  expect(mail[1]!.text).toContain('This card cannot be used here.')
  expect(mail[1]!.text).toContain('We try again on 5 June 2026. If the card works then, you have nothing to do.')
  expect(mail[1]!.text).toContain('Card: Visa ending in 4001')
  expect(mail[2]!.text).toContain('If it does not go through then either, your subscription ends.')
  expect(mail[3]!.text).toContain('did not go through, so it has ended.')
})

// In small: a subscriber whose card is declined receives an email at the first decline, before the last try, and at the end
longTest('the emails lead to the page where another card can be given, and a copy for the books does not', async () => {
  const shop = await openBiller()
  await shop.subscribes({ pan: cards.blacklisted, amount: '15.00', invoiceEmail: 'books@accountant.example' })
  const opens = async (email: { text: string } | undefined) => {
    const link = linkIn(email!)!
    expect(link).toMatch(new RegExp(`^${publicUrl}/subscription/`))
    const page = await shop.world.http.inject({ method: 'GET', url: link.slice(publicUrl.length) })
    expect([page.statusCode, messagesOf(page.body)]).toEqual([200, expect.stringContaining('€15.00')])
  }
  await days(shop)
  await opens((await mailOf(shop.world, 'ada@'))[0])
  await days(shop, '2026-06-04')
  const paymentFailedEmail = (await mailOf(shop.world, 'ada@'))[1]
  await opens(paymentFailedEmail)
  expect(paymentFailedEmail!.text).toContain('Use another card:')

  const copies = await mailOf(shop.world, 'books@')
  expect(subjectsOf(copies)).toEqual(['Receipt from Crumb & Co.: €15.00'])
  expect(copies.map(linkIn)).toEqual([undefined])
  expect(copies[0]!.html).not.toContain('/subscription/')
})

// In small: a debt gets a new due date: nothing is tried before, and its retries begin anew
longTest('a due date that is moved begins the period anew, and its emails too', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: cards.blacklisted, amount: '15.00' })
  await days(shop, '2026-06-04')
  await shop.changes(id, { nextDueAt: Temporal.Instant.from('2026-06-20T10:00:00Z') })
  await days(shop, '2026-06-05', '2026-06-20')
  expect(await subjects(shop)).toEqual([receipt, unpaid, unpaid])
})

// In small: a subscriber whose card is declined receives an email at the first decline, before the last try, and at the end
longTest('where there is one retry only, the first email says that it is the last', async () => {
  const shop = await openBiller()
  await shop.subscribes({ pan: cards.blacklisted, amount: '15.00', retryPayment: 'P2D' })
  await days(shop, '2026-06-04', '2026-06-06')
  expect(await subjects(shop)).toEqual([receipt, unpaid, ended])
  const [, both] = await mailOf(shop.world)
  expect(both!.text).toContain('We try again on 6 June 2026, for the last time.')
})

// In small: a subscriber whose card is declined receives an email at the first decline, before the last try, and at the end
longTest('a period that fails after a paid one has emails of its own', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: cards.blacklisted, amount: '15.00' })
  await days(shop, '2026-06-04')
  await shop.updatesCard(id, goodCard)
  await shop.world.runUntilIdle()
  expect(await subjects(shop)).toEqual([receipt, unpaid, receipt])
  await shop.updatesCard(id, cards.blacklisted)
  await days(shop, '2026-07-04')
  expect(await subjects(shop)).toEqual([receipt, unpaid, receipt, unpaid])
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest(
  'a part that is taken has a receipt that says so, and the email names the try that was due anyway',
  async () => {
    const shop = await openBiller()
    await shop.subscribes({ pan: cards.poorAboveTen, amount: '30.00', trial: '1.00' })
    await days(shop, '2026-06-04')
    const [, email, part] = await mailOf(shop.world)
    expect(email!.text).toContain('There is not enough money on this card.')
    expect(email!.text).toContain('We try again on 5 June 2026.')
    expect(part!.subject).toBe('Receipt from Crumb & Co.: €3.00')
    expect(part!.text).toContain('charged a part of it: €3.00')
  },
)

test('a lost response is not a decline, and no email is sent', async () => {
  const shop = await openBiller()
  await shop.subscribes({ amount: '15.00' })
  shop.acquirerProxy.next('authorize', 'request lost')
  await days(shop, '2026-06-04', '2026-06-05', '2026-06-06')
  expect(await subjects(shop)).toEqual([receipt, receipt])
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a card that will have expired has one email, also when it is chosen again', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ expiry: '06/2026' })
  await days(shop, '2026-06-04')
  expect((await subjects(shop)).toSorted()).toEqual([receipt, receipt, expiring])
  const email = (await mailOf(shop.world)).find(({ subject }) => subject === expiring)!
  expect(email.text).toContain('Valid until: 06/2026')
  expect(email.text).toContain('Next payment: €30.00 on 4 July 2026')
  await shop.passes({ hours: 1 })
  const { cardId } = await shop.orderOf(id)
  await shop.updatesCard(id, goodCard)
  await shop.changes(id, { card: { cardId: cardId!, networkTransaction: undefined } })
  expect((await shop.transitions(id)).slice(-2)).toEqual(['renewCard in-progress', 'cardExpires expiring'])
  await shop.world.runUntilIdle()
  expect((await subjects(shop)).toSorted()).toEqual([receipt, receipt, expiring])
})

describe('the end of a subscription', () => {
  // In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
  longTest('has an email when the merchant ends it', async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes()
    await days(shop)
    await shop.cancels(id)
    await shop.world.runUntilIdle()
    const mail = await mailOf(shop.world)
    expect(subjectsOf(mail).at(-1)).toBe(ended)
    expect(mail.at(-1)!.text).toContain('Crumb & Co. ended your subscription. Nothing more will be charged.')
  })

  // In small: a subscriber whose card is declined receives an email at the first decline, before the last try, and at the end
  longTest('has an email when a card will never work again', async () => {
    const shop = await openBiller()
    await shop.subscribes({ pan: cards.stolen })
    await days(shop, '2026-06-04')
    expect(await subjects(shop)).toEqual([receipt, ended])
  })

  test('has no email to a customer whom the store has deleted', async () => {
    const shop = await openBiller()
    const order = await shop.subscribes()
    await endOrdersOf(shop.world.app, order.shopperId, by)
    await shop.world.runUntilIdle()
    expect(await subjects(shop)).toEqual([receipt])
  })
})

test('a managed order is no subscription: its charges have receipts, and nothing else is written', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ type: 'managed' })
  await shop.cancels(id)
  await shop.world.runUntilIdle()
  expect(await subjects(shop)).toEqual([receipt])
})

test('a site that sends no reminders still sends receipts, and the other way round', async () => {
  const shop = await openBiller({ reminders: false })
  await shop.subscribes({ pan: cards.blacklisted, amount: '15.00' })
  await days(shop, '2026-06-04')
  expect(await subjects(shop)).toEqual([receipt])
  await shop.switches({ reminders: true, receipts: false })
  await days(shop, '2026-06-05', '2026-06-07', '2026-06-11')
  expect(await subjects(shop)).toEqual([
    receipt,
    unpaid,
    'Last try on 11 June 2026: your subscription at Crumb & Co.',
    ended,
  ])
})
