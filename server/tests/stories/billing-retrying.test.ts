import { expect, test } from 'vitest'
import { openBiller } from '../world/biller.ts'
import { longTest, sampled } from '../world/length.ts'

/** Cards that the shopper's own payment goes well with, and the merchant's later ones do not. */
const cards = {
  poor: '4000030000001007',
  /** Has enough for 10.00. */
  poorAboveTen: '4000030000002005',
  atItsLimit: '4000030000003003',
  blacklisted: '4000030000004001',
  stolen: '4000030000005008',
  closed: '4000030000006006',
  insistsOnShopper: '4000030000007004',
  withProviderTrouble: '4000030000008002',
}

test('a declined billing is tried again after one, three and seven days, counted from the first decline, then the order ends', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: cards.blacklisted, amount: '15.00' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  expect(await shop.orderOf(id)).toMatchObject({
    status: 'retrying',
    dueAt: Temporal.Instant.from('2026-06-05T10:00Z'),
  })
  for (const day of ['2026-06-05', '2026-06-06', '2026-06-07', '2026-06-10', '2026-06-11'])
    await shop.goesTo(`${day}T10:00:00Z`)
  expect(await shop.billings(id)).toEqual([
    '2026-06-04T10:00:00Z 1500 card_blacklisted',
    '2026-06-05T10:00:00Z 1500 card_blacklisted',
    '2026-06-07T10:00:00Z 1500 card_blacklisted',
    '2026-06-11T10:00:00Z 1500 card_blacklisted',
  ])
  expect(await shop.orderOf(id)).toMatchObject({
    status: 'complete-ok',
    endReason: 'retries_exhausted',
    dueAt: undefined,
  })
  expect(await shop.charges(id)).toMatchObject([{ period: 1, status: 'uncollectible', failures: 4 }])
  await shop.passes({ months: 3 })
  expect(await shop.billings(id)).toHaveLength(4)
})

// In small: an order that has no list of its own follows its site's, which an operator may set
longTest("an order's own list of waits is followed instead", async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: cards.insistsOnShopper, amount: '15.00', retryPayment: 'PT12H,P2D' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.goesTo('2026-06-04T22:00:00Z')
  await shop.goesTo('2026-06-06T10:00:00Z')
  expect(await shop.billings(id)).toEqual([
    '2026-06-04T10:00:00Z 1500 authentication_required',
    '2026-06-04T22:00:00Z 1500 authentication_required',
    '2026-06-06T10:00:00Z 1500 authentication_required',
  ])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'complete-ok', endReason: 'retries_exhausted' })
})

test("an order that has no list of its own follows its site's, which an operator may set", async () => {
  const shop = await openBiller({ retrySchedule: 'P2D' })
  const { id } = await shop.subscribes({ pan: cards.blacklisted, amount: '15.00' })
  for (const day of ['2026-06-04', '2026-06-05', '2026-06-06', '2026-06-11']) await shop.goesTo(`${day}T10:00:00Z`)
  expect(await shop.billings(id)).toEqual([
    '2026-06-04T10:00:00Z 1500 card_blacklisted',
    '2026-06-06T10:00:00Z 1500 card_blacklisted',
  ])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'complete-ok', endReason: 'retries_exhausted' })
})

test.for([
  ['limit_exceeded', cards.atItsLimit],
  ['provider_error', cards.withProviderTrouble],
] as const)('%s is tried again after 24 hours, whatever the list says', async ([reason, pan]) => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan, amount: '15.00', retryPayment: 'P5D,P10D' })
  for (const day of ['04', '05', '06']) await shop.goesTo(`2026-06-${day}T10:00:00Z`)
  expect(await shop.billings(id)).toEqual([
    `2026-06-04T10:00:00Z 1500 ${reason}`,
    `2026-06-05T10:00:00Z 1500 ${reason}`,
    `2026-06-06T10:00:00Z 1500 ${reason}`,
  ])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'complete-ok', endReason: 'retries_exhausted' })
})

test.for([
  ['card_lost_or_stolen', cards.stolen],
  ['card_closed', cards.closed],
] as const)('%s ends the order at once: such a card is never asked again', async ([reason, pan]) => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan })
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.passes({ days: 40 })
  expect(await shop.billings(id)).toEqual([`2026-06-04T10:00:00Z 3000 ${reason}`])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'complete-ok', endReason: reason, dueAt: undefined })
})

// In small: an order that has no list of its own follows its site's, which an operator may set
longTest('a card without enough for 30.00 is asked for a tenth at once, and for the rest at the retry', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: cards.poorAboveTen })
  await shop.goesTo('2026-06-04T10:00:00Z')
  expect(await shop.billings(id)).toEqual([
    '2026-06-04T10:00:00Z 3000 insufficient_funds',
    '2026-06-04T10:00:00Z 300 re-bill-micro captured',
  ])
  expect(await shop.orderOf(id)).toMatchObject({
    status: 'retrying',
    dueAt: Temporal.Instant.from('2026-06-05T10:00Z'),
  })
  await shop.goesTo('2026-06-05T10:00:00Z')
  expect((await shop.billings(id)).at(-1)).toBe('2026-06-05T10:00:00Z 2700 insufficient_funds')
  expect(await shop.charges(id)).toMatchObject([{ paid: { minor: 300n }, micro: 'tried', failures: 2 }])
})

// In small: an order that has no list of its own follows its site's, which an operator may set
longTest(
  'an operator chooses from which amount on a part is tried, how large it is, and how long errors wait',
  async () => {
    const shop = await openBiller(
      {},
      { environment: { FLORIN_MICRO_PAYMENTS: 'EUR=30.01,share=20%', FLORIN_RETRY_AFTER_ERROR: 'PT36H' } },
    )
    const { id } = await shop.subscribes({ pan: cards.poorAboveTen })
    const larger = await shop.subscribes({ pan: cards.poorAboveTen, amount: '40.00' })
    const unlucky = await shop.subscribes({ pan: cards.withProviderTrouble, retryPayment: 'P5D,P10D' })
    await shop.goesTo('2026-06-04T10:00:00Z')
    expect(await shop.billings(id)).toEqual(['2026-06-04T10:00:00Z 3000 insufficient_funds'])
    expect(await shop.billings(larger.id)).toEqual([
      '2026-06-04T10:00:00Z 4000 insufficient_funds',
      '2026-06-04T10:00:00Z 800 re-bill-micro captured',
    ])
    expect(await shop.orderOf(unlucky.id)).toMatchObject({ dueAt: Temporal.Instant.from('2026-06-05T22:00Z') })
  },
)

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('what the micro-payment brought is deducted, and the period is paid by the rest', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: cards.poorAboveTen })
  await shop.goesTo('2026-06-04T10:00:00Z')
  shop.acquirerProxy.next('authorize', approval)
  await shop.goesTo('2026-06-05T10:00:00Z')
  expect((await shop.billings(id)).at(-1)).toBe('2026-06-05T10:00:00Z 2700 captured')
  expect(await shop.charges(id)).toMatchObject([{ status: 'paid', amount: { minor: 3000n }, paid: { minor: 3000n } }])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress', nextPeriod: 2 })
})
const approval = {
  outcome: 'approved',
  reference: 'r-1',
  networkTransactionId: '400000000000001',
  authorizationCode: 'A1B2C3',
  checks: { address: 'unavailable', postalCode: 'unavailable', securityCode: 'unavailable' },
  threeDSecure: 'none',
} as const

test.for(
  sampled([
    ['20.00', 200],
    ['123.45', 1234],
    ['19.99', undefined],
  ]),
)('of %s the micro-payment is %s', async ([amount, minor]) => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: cards.poor, amount })
  await shop.goesTo('2026-06-04T10:00:00Z')
  const micro = minor === undefined ? [] : [`2026-06-04T10:00:00Z ${minor} re-bill-micro insufficient_funds`]
  expect((await shop.billings(id)).slice(1)).toEqual(micro)
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('there is one micro-payment in a period, and it takes no place of the list of retries', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: cards.poor })
  for (const day of ['04', '05', '07', '11']) await shop.goesTo(`2026-06-${day}T10:00:00Z`)
  expect(await shop.billings(id)).toEqual([
    '2026-06-04T10:00:00Z 3000 insufficient_funds',
    '2026-06-04T10:00:00Z 300 re-bill-micro insufficient_funds',
    '2026-06-05T10:00:00Z 3000 insufficient_funds',
    '2026-06-07T10:00:00Z 3000 insufficient_funds',
    '2026-06-11T10:00:00Z 3000 insufficient_funds',
  ])
  expect(await shop.orderOf(id)).toMatchObject({ endReason: 'retries_exhausted' })
})

// In small: a declined billing is tried again after one, three and seven days, counted from the first decline, then the order ends
longTest('a retry that goes well brings the order back, and the dates go on from the calendar', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: cards.blacklisted })
  await shop.goesTo('2026-06-04T10:00:00Z')
  shop.acquirerProxy.next('authorize', approval)
  await shop.goesTo('2026-06-05T10:00:00Z')
  expect(await shop.orderOf(id)).toMatchObject({
    status: 'in-progress',
    nextPeriod: 2,
    dueAt: Temporal.Instant.from('2026-07-04T10:00Z'),
  })
})

// In small: periods that fell due while Florin was down are billed one by one, oldest first, each once
longTest('retries that fell due while Florin was down keep their distance', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: cards.blacklisted, amount: '15.00' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.goesTo('2026-06-20T08:00:00Z')
  expect(await shop.orderOf(id)).toMatchObject({
    status: 'retrying',
    dueAt: Temporal.Instant.from('2026-06-22T08:00Z'),
  })
  await shop.goesTo('2026-06-22T08:00:00Z')
  expect(await shop.orderOf(id)).toMatchObject({
    status: 'retrying',
    dueAt: Temporal.Instant.from('2026-06-26T08:00Z'),
  })
})

// In small: a program of the merchant receives from the API what is recorded
longTest("the networks' limit of declines holds, whatever list an order has", async () => {
  const shop = await openBiller()
  const retryPayment = Array.from({ length: 20 }, (_, day) => `P${day + 1}D`).join(',')
  const { id } = await shop.subscribes({ pan: cards.blacklisted, amount: '15.00', retryPayment })
  for (let day = 0; day <= 30; day++) await shop.passes({ days: day === 0 ? 31 : 1 })
  const asked = await shop.billings(id)
  expect(asked.slice(0, 15).at(-1)).toContain('2026-06-18')
  expect(asked).toHaveLength(15 + 1)
  expect(asked.at(-1)).toContain('2026-07-04')
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a card that was declined for good is not asked by another order of the same merchant either', async () => {
  const shop = await openBiller()
  const first = await shop.subscribes({ pan: cards.closed })
  shop.world.clock.pass({ days: 1 })
  const second = await shop.subscribes({ pan: cards.closed })
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.goesTo('2026-06-06T10:00:00Z')
  expect(await shop.billings(first.id)).toHaveLength(1)
  expect(await shop.billings(second.id)).toEqual([])
  expect(await shop.orderOf(second.id)).toMatchObject({ status: 'complete-ok', endReason: 'card_closed' })
  expect(await shop.charges(second.id)).toMatchObject([{ status: 'uncollectible' }])
})

test('a billing whose answer is lost blocks its period until it is known, and is charged once', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  shop.acquirerProxy.next('authorize', 'response lost')
  await shop.goesTo('2026-06-04T10:00:00Z')
  expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress', nextPeriod: 1, dueAt: undefined })
  await shop.passes({ minutes: 1 })
  expect(await shop.billings(id)).toEqual(['2026-06-04T10:00:00Z 3000 captured'])
  expect(await shop.orderOf(id)).toMatchObject({ nextPeriod: 2, dueAt: Temporal.Instant.from('2026-07-04T10:00Z') })
})

// In small: a worker that dies between intent and request leaves a period that is charged once, later
longTest('a billing that never arrived is made again after 24 hours and takes no place of the list', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ retryPayment: 'P2D', pan: cards.blacklisted, amount: '15.00' })
  shop.acquirerProxy.next('authorize', 'request lost', 'request lost')
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.passes({ minutes: 1 })
  expect(await shop.orderOf(id)).toMatchObject({
    status: 'retrying',
    dueAt: Temporal.Instant.from('2026-06-05T10:01Z'),
  })
  for (let day = 0; day < 2; day++) {
    await shop.passes({ days: 1 })
    await shop.passes({ minutes: 1 })
  }
  expect((await shop.billings(id)).map((line) => line.split(' ').at(-1))).toEqual([
    'failed',
    'failed',
    'card_blacklisted',
  ])
  expect(await shop.charges(id)).toMatchObject([{ lost: 2, failures: 1 }])
  expect(await shop.orderOf(id)).toMatchObject({
    status: 'retrying',
    dueAt: Temporal.Instant.from('2026-06-08T10:02Z'),
  })
})
