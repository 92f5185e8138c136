import { expect, test } from 'vitest'
import { endAfterNextBill, endWithPaidPeriod } from '#acquiring/orders'
import { by } from '../world/author.ts'
import { longTest } from '../world/length.ts'
import { openSubscriptionShop, type Subscriber } from '../world/subscriber.ts'

/** A shopper cancels on the page of their subscription: with what is paid, or at once. */

/** Approved for the shopper, and declined whenever it is billed without them. */
const blacklisted = '4000030000004001'
const due = '2026-06-04T10:00:00Z'

const asked = async (ana: Subscriber) =>
  (await ana.payments()).map(({ source, status, declineReason }) => [source, declineReason ?? status].join(' '))

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest(
  'a shopper cancels at once: they read before and after what it means, and the merchant is notified',
  async () => {
    const shop = await openSubscriptionShop()
    const ana = await shop.subscribes()
    const asks = (await ana.sees('/cancel')).messages
    expect(asks).toContain(
      'At once It ends today, although you have paid until 4 June 2026. What you have paid is not returned by this. This cannot be undone.',
    )
    const { messages } = await ana.cancels('Too much bread.\nMy card is 4111 1111 1111 1111')
    expect(messages).toContain('Ended You have cancelled the subscription. Nothing more will be charged.')
    expect(messages).not.toContain('Next payments')
    expect(await ana.order()).toMatchObject({
      status: 'complete-ok',
      endReason: 'cancelled_by_shopper',
      cancel: { reason: 'customer-demand', message: 'Too much bread.\nMy card is 4111 11** **** 1111' },
    })
    expect(await ana.sees('/card')).toMatchObject({ address: await ana.link() })
    const again = await ana.posts('/cancel', { why: 'again' })
    expect(again.messages).toContain('You have cancelled the subscription.')
    await shop.goesTo('2026-08-04T10:00:00Z')
    expect(await asked(ana)).toEqual(['service-call captured'])
    const events = await shop.rows(
      `select body from outbox.events where name = 'orderStatusChanged' and subject_id = '${ana.orderId}' order by id`,
    )
    expect(events.at(-1)).toMatchObject({ body: { action: 'end', reason: 'cancelled_by_shopper' } })
  },
)

test('a shopper cancels with what is paid: until then it can be used and kept, and nothing more is charged', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  const asks = await ana.sees('/cancel')
  expect(asks.text).toMatch(/value="later" checked/)
  for (const sentence of [
    'If you keep it 4 June 2026 €30.00 4 July 2026 €30.00 4 August 2026 €30.00 If you cancel it Nothing more will be',
    'When the paid time is over, on 4 June 2026 Until then you can use it, and you can take this back on this page.',
  ])
    expect(asks.messages).toContain(sentence)
  const { messages } = await ana.cancels('Too much bread.', 'later')
  expect(messages).toContain(
    'Cancelled It ends on 4 June 2026. Until then you can use it. Nothing more will be charged.',
  )
  expect(messages).toContain('If you keep the subscription, the next payment is €30.00 on 4 June 2026.')
  expect(messages).not.toMatch(/Next payments|Change the card/)
  expect(await ana.sees('/card')).toMatchObject({ address: await ana.link() })
  const order = await ana.order()
  expect(order).toMatchObject({ status: 'in-progress', plannedEnd: { by: 'shopper', message: 'Too much bread.' } })
  expect((await ana.posts('/cancel', { when: 'later', why: 'again' })).messages).toContain('It ends on 4 June 2026.')
  expect(await ana.order()).toEqual(order)
  const record = await shop.world.http.inject({
    url: `/order/${ana.orderId}`,
    headers: { authorization: `Bearer ${shop.privateKey}` },
  })
  expect(record.json().data).toMatchObject({ orderStatus: 'in-progress', cancelledBy: 'shopper' })
  expect(record.json().data.endDate).toBe('2026-06-04T10:00:00+00:00')
  expect(record.json().data).not.toHaveProperty('nextDueDate')

  expect((await ana.posts('/keep', {})).messages).toContain('Active The next payment is €30.00 on 4 June 2026.')
  expect((await ana.posts('/keep', {})).messages).toContain('Active')
  await ana.cancels('', 'later')
  await shop.goesTo(due)
  const fresh = await ana.link()
  const ended = 'Ended You have cancelled the subscription. Nothing more will be charged.'
  expect((await ana.sees(fresh)).messages).toContain(ended)
  expect((await ana.posts(`${fresh}/keep`, {})).messages).toContain(ended)
  expect(await asked(ana)).toEqual(['service-call captured'])
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a shopper who has cancelled with what is paid can still end it at once', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  await ana.cancels('', 'later')
  expect((await ana.sees('/cancel')).text).not.toContain('type="radio"')
  expect((await ana.cancels()).messages).toContain('Ended You have cancelled the subscription.')
  expect(await ana.order()).toMatchObject({ endReason: 'cancelled_by_shopper', plannedEnd: undefined })
})

test('who chose to cancel with what is paid, and owes a payment meanwhile, is asked again and nothing is done', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ number: blacklisted })
  await shop.goesTo(due)
  const again = await ana.posts('/cancel', { when: 'later' })
  expect([again.address, again.messages]).toEqual([
    expect.stringMatching(/\/cancel$/),
    expect.stringContaining('The open €30.00 is not asked for again.'),
  ])
  expect(await ana.order()).toMatchObject({ status: 'retrying', plannedEnd: undefined })
})

test('the page says that its merchant has cancelled a subscription, and the shopper can end it before the last bill', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  await endAfterNextBill(shop.world.app, { by, siteId: shop.site.id, orderId: ana.orderId, message: undefined })
  const { messages, text } = await ana.sees()
  expect(messages).toContain(
    'Cancelled Crumb & Co. has cancelled it. It ends when the payment of €30.00 on 4 June 2026 is made.',
  )
  expect(text).not.toContain('/keep')
  await ana.posts('/keep', {})
  expect(await ana.order()).toMatchObject({ plannedEnd: { by: 'merchant' } })
  expect((await ana.cancels('', 'later')).messages).toContain('It ends on 4 June 2026. Until then you can use it.')
})

// In small: the page says that its merchant has cancelled a subscription, and the shopper can end it before the last bill
longTest(
  'the page says that its merchant has ended a subscription with what is paid; the shopper can add their own word',
  async () => {
    const shop = await openSubscriptionShop()
    const ana = await shop.subscribes()
    const ending = { by, siteId: shop.site.id, orderId: ana.orderId, message: undefined }
    await endWithPaidPeriod(shop.world.app, { ...ending, party: 'merchant' })
    const { messages, text } = await ana.sees()
    expect(messages).toContain(
      'Cancelled Crumb & Co. has cancelled it. It ends on 4 June 2026. Until then you can use it. Nothing more will be charged.',
    )
    expect(text).not.toContain('/keep')
    expect(messages).not.toMatch(/Next payments|Change the card/)
    const asks = await ana.sees('/cancel')
    expect(asks.messages).toContain('When the paid time is over, on 4 June 2026')
    expect(asks.messages).not.toContain('If you keep it')
    const cancelled = await ana.cancels('Enough', 'later')
    expect(cancelled.messages).toContain('Cancelled It ends on 4 June 2026.')
    expect(cancelled.text).not.toContain('/keep')
    expect(await ana.order()).toMatchObject({ plannedEnd: { by: 'both', message: 'Enough' } })
    const record = await shop.world.http.inject({
      url: `/order/${ana.orderId}`,
      headers: { authorization: `Bearer ${shop.privateKey}` },
    })
    expect(record.json().data).toMatchObject({ orderStatus: 'in-progress', cancelledBy: 'shopper' })
  },
)

test('a shopper who cancels while a payment is open reads that it is not charged again, and it is not', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ number: blacklisted })
  await shop.goesTo(due)
  expect((await ana.sees('/cancel')).messages).toContain('The open €30.00 is not asked for again.')
  await ana.cancels()
  await shop.goesTo('2026-06-20T10:00:00Z')
  expect(await asked(ana)).toEqual(['service-call captured', 're-bill card_blacklisted'])
})
