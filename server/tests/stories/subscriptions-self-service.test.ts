import { expect, test } from 'vitest'
import { longTest, sampled } from '../world/length.ts'
import { openSubscriptionShop, type SubmittedCard, type Subscriber } from '../world/subscriber.ts'

/** Approved for the shopper, and declined whenever it is billed without them. */
const blacklisted = '4000030000004001'
const noMoney = '4000030000001007'
const otherGood = '4000001111111118'
const stolen = '4000020000001008'
const alwaysChallenged = { number: '5555 5555 5555 5599', expiry: '12/34' }
const due = '2026-06-04T10:00:00Z'

const asked = async (ana: Subscriber) =>
  (await ana.payments()).map(({ source, status, declineReason }) => [source, declineReason ?? status].join(' '))

test('a shopper sees what they have subscribed to, what it costs, and what was and will be charged', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ order: { trialAmount: '5.00' } })
  const { status, messages, text } = await ana.sees()
  expect(status).toBe(200)
  for (const sentence of [
    'Crumb & Co.',
    'Bread €30.00 every month Active The next payment is €30.00 on 4 June 2026.',
    'Card Visa ending in 1111 Expires 12/34',
    'Next payments 4 June 2026 €30.00 4 July 2026 €30.00 4 August 2026 €30.00 Show the next twelve months 4 September',
    '4 May 2027 €30.00 Past payments 4 May 2026 Visa ending in 1111 €5.00 Paid',
  ])
    expect(messages).toContain(sentence)
  expect(text).not.toContain('411111')
})

test('a customer sees what else they have at the shop, and goes to another subscription of theirs', async () => {
  const shop = await openSubscriptionShop()
  const ana = { identifier: 'ana', email: 'ana@example.com' }
  const bread = await shop.subscribes({ customer: ana })
  await shop.subscribes({ customer: ana, amount: '7.00', order: { description: 'Cheese' } })
  await (await shop.sends({ customer: ana, amount: '4.00', order: { description: 'One bun' } })).pays()
  const { messages, text } = await bread.sees()
  expect(messages).toContain('Your other subscriptions Cheese €7.00 every month Active')
  expect(messages).toMatch(/Your other payments .*One bun · Visa ending in 1111 €4.00 Paid/)
  const [, other] = /<a href="(\/subscription\/[^"]+)"><bdi>Cheese/.exec(text)!
  expect((await bread.sees(other)).messages).toContain('Cheese €7.00 every month')
  // Both links end together.
  expect(other!.split('.')[1]).toBe((await bread.link()).split('.')[1])
})

// In small: no route shows, changes or uses what belongs to another site
longTest('a customer does not see what another one has, or what is invoiced to somebody else', async () => {
  const shop = await openSubscriptionShop()
  const email = 'ana@example.com'
  const bread = await shop.subscribes({ customer: { identifier: 'ana', email } })
  // Anyone can type an address that is not theirs.
  await shop.subscribes({ customer: { identifier: 'stranger', email }, order: { description: 'Cheese' } })
  await shop.subscribes({
    customer: { identifier: 'ana', email },
    invoiceEmail: 'books@company.example',
    order: { description: 'Office fruit' },
  })
  const { messages } = await bread.sees()
  expect(messages).not.toContain('other')
  expect(messages).not.toContain('Cheese')
  expect(messages).not.toContain('fruit')
})

test('a renewal fails, the shopper gives another card, and what is open is paid at once', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ number: blacklisted })
  await shop.goesTo(due)
  const owing = (await ana.sees()).messages
  expect(owing).toContain('Not paid €30.00 was due on 4 June 2026, and the payment did not go through.')
  expect(owing).toContain('We try again on 5 June 2026.')
  expect(owing).toContain('Next payments 5 June 2026 Another try €30.00 4 July 2026 €30.00')
  expect((await ana.sees('/card')).messages).toContain('the open €30.00 is charged to it')
  const landed = await ana.submitsCard({ number: otherGood })
  expect(landed.messages).toContain('Thank you, the open payment is paid €30.00 was charged to Visa ending in 1118.')
  expect(landed.messages).toContain('Active The next payment is €30.00 on 4 July 2026.')
  expect(await asked(ana)).toEqual([
    'service-call captured',
    're-bill card_blacklisted',
    'card-change verified',
    're-bill captured',
  ])
  await shop.world.runUntilIdle()
  const transactionId = Number((await ana.payments()).at(-1)!.id)
  expect(shop.notified()).toContainEqual(expect.objectContaining({ transactionId, transactionStatus: 'complete-ok' }))
  await shop.goesTo('2026-07-04T10:00:00Z')
  expect((await ana.payments()).at(-1)).toMatchObject({ status: 'captured', card: { last4: '1118' } })
})

// In small: a renewal fails, the shopper gives another card, and what is open is paid at once
longTest(
  'the new card is good and has no money: it is changed, and the page says that the debt is still open',
  async () => {
    const shop = await openSubscriptionShop()
    const ana = await shop.subscribes({ number: blacklisted, amount: '15.00' })
    await shop.goesTo(due)
    const { messages } = await ana.submitsCard({ number: noMoney })
    expect(messages).toContain('The card is changed, but the open payment did not go through')
    expect(messages).toContain('There is not enough money on this card.')
    expect(messages).toContain('Card Visa ending in 1007')
    expect(await ana.order()).toMatchObject({ status: 'retrying' })
  },
)

// In small: new card data is proven for nothing, stored, and tried with the debt in the same breath
longTest('without a debt another card is proven for nothing, and the next payment is made with it', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  const { messages } = await ana.submitsCard({ number: otherGood })
  expect(messages).toContain('Your card has been changed From now on payments are made with Visa ending in 1118.')
  expect((await ana.payments()).at(-1)).toMatchObject({ type: 'verify-card', amount: { minor: 0n } })
  await shop.goesTo(due)
  expect((await ana.payments()).at(-1)).toMatchObject({ status: 'captured', card: { last4: '1118' } })
})

// In small: a renewal fails, the shopper gives another card, and what is open is paid at once
longTest('after a quarter of an hour the page no longer shows the result', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  await ana.submitsCard({ number: otherGood })
  await shop.world.pass({ minutes: 15 })
  expect((await ana.sees()).messages).not.toContain('Your card has been changed')
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a card that the bank declines changes nothing, and the page says why and asks for another', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  const before = await ana.order()
  const landed = await ana.submitsCard({ number: stolen })
  expect(landed.address).toMatch(/\/card$/)
  expect(landed.messages).toContain(
    'This card was not accepted This card cannot be used. Use another card, or call your',
  )
  expect(landed.messages).toContain('your card is still the one from before')
  expect(await ana.order()).toMatchObject({ cardId: before.cardId, status: 'in-progress' })
  expect((await ana.submitsCard({ number: otherGood })).messages).toContain('Your card has been changed')
})

test.each<[string, Record<string, string>, string]>(
  sampled(
    [
      [
        'a number with a slip in it',
        { cardNumber: '4111111111111112' },
        'A digit of the card number seems to be wrong.',
      ],
      ['a card that has expired', { cardExpiry: '04/26' }, 'This date is in the past.'],
      ['no security code', { cardCvv: '' }, 'Please type the security code.'],
      ["a card that is not the shopper's", { card: '1' }, 'This card cannot be used any more.'],
      ['a card that is no number', { card: "1' or 1=1" }, 'This card cannot be used any more.'],
    ],
    2,
  ),
)('%s is refused before anybody is asked, and the number is not shown again', async (_what, wrong, says) => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  const right = { attempt: '1', card: 'new', cardNumber: '4000001111111118', cardExpiry: '12/34', cardCvv: '123' }
  const { status, messages, text } = await ana.posts('/card', { ...right, ...wrong })
  expect({ status, says: messages.includes(says) }).toEqual({ status: 400, says: true })
  expect(text).not.toContain('1111111')
  expect(await asked(ana)).toEqual(['service-call captured'])
})

// In small: a renewal fails, the shopper gives another card, and what is open is paid at once
longTest('another stored card of the shopper is proven without a word, and pays what is open', async () => {
  const shop = await openSubscriptionShop()
  const other = await shop.subscribes({ number: otherGood })
  const ana = await shop.subscribes({ number: blacklisted })
  await shop.goesTo(due)
  const { messages } = await ana.sees('/card')
  expect(messages).toContain('Visa ending in 4001 Expires 12/34 · used now')
  const paid = await ana.submitsCard({ stored: (await other.order()).cardId! })
  expect(paid.messages).toContain('€30.00 was charged to Visa ending in 1118.')
  expect((await ana.order()).cardId).toBe((await other.order()).cardId)
})

// In small: a renewal fails, the shopper gives another card, and what is open is paid at once
longTest('a stored card that has expired or was declined for good cannot be chosen, and the page says so', async () => {
  const shop = await openSubscriptionShop()
  const expired = await shop.subscribes({ number: otherGood, expiry: '05/26' })
  const lost = await shop.subscribes({ number: '4000030000005008' })
  const ana = await shop.subscribes()
  await shop.goesTo('2026-06-04T10:00:01Z')
  expect((await ana.sees('/card')).messages).toContain('Visa ending in 1118 Expired 05/26, so it cannot be used')
  const cards: SubmittedCard[] = [{ stored: (await expired.order()).cardId! }, { stored: (await lost.order()).cardId! }]
  expect((await ana.submitsCard(cards[0]!)).messages).toContain('This card cannot be used any more.')
  expect((await ana.submitsCard(cards[1]!)).messages).toContain(
    'This card cannot be used. Use another card, or call your',
  )
  expect(await ana.order()).toMatchObject({ status: 'in-progress' })
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('the bank wants to see the shopper: they confirm, come back, and what is open is paid', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ number: blacklisted })
  await shop.goesTo(due)
  const challenged = await ana.submitsCard(alwaysChallenged)
  expect(challenged.messages).toContain('We are taking you to your bank to confirm the card.')
  expect((await ana.sees()).messages).toContain('Your bank is waiting for you')
  const { path, fields } = await ana.passesBank('00000')
  const askedBefore = shop.acquirerProxy.requests.length
  const back = await ana.posts(path, fields)
  expect(back.messages).toContain('€30.00 was charged to Mastercard ending in 5599.')
  expect((await ana.posts(path, fields)).messages).toContain('€30.00 was charged to Mastercard ending in 5599.')
  expect(shop.acquirerProxy.requests.slice(askedBefore).map(({ kind }) => kind)).toEqual([
    'completeChallenge',
    'authorize',
  ])
})

test('at the bank the code is wrong three times: the card is not changed, and another can be given', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  await ana.submitsCard(alwaysChallenged)
  await expect(ana.passesBank('1')).rejects.toThrow()
  await expect(ana.passesBank('2')).rejects.toThrow()
  const { path, fields } = await ana.passesBank('3')
  const back = await ana.posts(path, fields)
  expect(back.messages).toContain('Your bank could not confirm that it was you.')
  expect((await ana.submitsCard({ number: otherGood })).messages).toContain('Your card has been changed')
})

// In small: while a payment is being made the card cannot be changed: the page says so, waits, and then asks
longTest('while it is not known whether the card is good, the page waits, and then says it', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  shop.acquirerProxy.next('authorize', 'response lost')
  expect((await ana.submitsCard({ number: otherGood })).messages).toContain('We are checking your card')
  expect((await ana.sees('/card')).messages).toContain('We are checking your card')
  await shop.world.pass({ minutes: 1 })
  expect((await ana.sees()).messages).toContain('Your card has been changed')
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('of a managed order the page shows who may charge, and takes the permission back', async () => {
  const shop = await openSubscriptionShop()
  const managed = { type: 'managed', intervalType: undefined, intervalValue: undefined } as const
  const ana = await shop.subscribes({ order: managed })
  const { messages } = await ana.sees()
  expect(messages).toContain(
    'Your permission for later payments Bread Active Crumb & Co. charges this card when you have',
  )
  expect(messages).not.toContain('Next payments')
  expect((await ana.submitsCard({ number: otherGood })).messages).toContain('Your card has been changed')
  expect((await ana.sees('/cancel')).messages).toContain('Take the permission back? Nothing more will be charged.')
  expect((await ana.cancels()).messages).toContain('You have taken the permission back.')
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('however it ended, the page says how, and offers nothing to press', async () => {
  const shop = await openSubscriptionShop()
  const [unpaid, merchants] = [await shop.subscribes({ number: '4000030000006006' }), await shop.subscribes()]
  await shop.world.http.inject({
    method: 'DELETE',
    url: `/order/${merchants.orderId}`,
    headers: { authorization: `Bearer ${shop.privateKey}` },
  })
  await shop.goesTo(due)
  expect((await unpaid.sees()).messages).toContain('Ended It has ended because a payment could not be made.')
  const { messages, text } = await merchants.sees()
  expect(messages).toContain('Ended Crumb & Co. has cancelled it. Nothing more will be charged.')
  expect(text).not.toMatch(/<form|class="button/)
})
