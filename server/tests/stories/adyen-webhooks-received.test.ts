import { expect, test } from 'vitest'
import { declinesOf } from '#acquiring/payments'
import { type MessageId, replayMessage } from '#acquiring/processors'
import { openAdyenWorld } from '../world/adyen.ts'
import { operator } from '../world/connected.ts'
import { longTest } from '../world/length.ts'

test('a payment whose answer was lost ends by the webhook at /webhooks/<name>, in a batch, and a forged one is refused', async () => {
  await using adyen = await openAdyenWorld()
  const { emulator } = adyen
  for (let tries = 0; tries < 3; tries++) emulator.fault(/payments$/, 'closedAfter')
  const lost = await adyen.pays({ amount: '25.00' })
  expect(lost).toMatchObject({ status: 'uncertain', connector: 'main' })
  const known = await adyen.pays({ kind: 'auth', amount: '20.00' })
  await adyen.fixture.captures(known, '15.00')
  const items = emulator.takeItems()
  expect(items.map(({ eventCode }) => eventCode)).toEqual(['AUTHORISATION', 'AUTHORISATION', 'CAPTURE'])

  const changed = items.map((item) => ({ ...item, amount: { ...item.amount, value: 1 } }))
  const refused = [401, 'The signature is not valid.']
  expect(await adyen.deliver([...items, ...changed])).toEqual(refused)
  expect(await adyen.deliver(items, { password: 'guessed' })).toEqual(refused)
  expect(await adyen.messages()).toEqual([])
  for (let time = 1; time <= 2; time++) expect(await adyen.deliver(items.toReversed())).toEqual([200, '[accepted]'])
  expect(await adyen.messages()).toHaveLength(3)
  await adyen.runUntilIdle()
  expect(await adyen.fixture.now(lost)).toMatchObject({ status: 'captured' })
  expect(await adyen.fixture.now(known)).toMatchObject({ status: 'captured', captured: { minor: 1500n } })
})

test('the end of a dispute that comes before its opening waits, is parked, and is applied when it is replayed', async () => {
  await using adyen = await openAdyenWorld()
  const { emulator, world } = adyen
  const sold = await adyen.pays({ amount: '9.00' })
  await adyen.settle()
  emulator.chargeBack(sold.key, 900)
  emulator.decideDispute(sold.key, 'won')
  const [opening, won] = emulator.takeItems()
  await adyen.deliver([won!])
  for (const hours of [0, 1, 1, 1, 1, 1, 4, 12]) {
    world.clock.pass({ hours })
    await adyen.runUntilIdle()
  }
  expect((await adyen.messages()).at(-1)).toEqual({ type: 'CHARGEBACK_REVERSED', status: 'parked', tries: 8 })

  await adyen.deliver([opening!])
  await adyen.runUntilIdle()
  const [{ id }] = (await world.query(`select id from processors.messages where status = 'parked'`)) as [{ id: bigint }]
  await replayMessage(adyen.app, { by: operator, id: BigInt(id) as MessageId })
  await adyen.settle()
  world.clock.pass({ hours: 1 })
  await adyen.runUntilIdle()
  expect((await adyen.messages()).map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  const followers = await adyen.fixture.followersOf(sold)
  expect(followers.map(({ type }) => type)).toEqual(['chargeback', 'representment'])
})

// In small: a payment whose answer was lost ends by the webhook at /webhooks/<name>, in a batch, and a forged one is refused
longTest(
  'a bank that advises never to charge a card again is heard: the payment says so, and so do the declines of the card',
  async () => {
    await using adyen = await openAdyenWorld()
    const declined = await adyen.pays({ holder: 'DO_NOT_TRY_AGAIN' })
    const advised = { declineReason: 'declined_by_bank', declineAdvice: 'do_not_retry' }
    expect(await adyen.fixture.now(declined)).toMatchObject({ status: 'failed', ...advised })
    const card = Buffer.from(declined.card.fingerprint).toString('hex')
    const declines = await declinesOf(adyen.app.db, [card], adyen.world.clock.now().subtract({ hours: 1 }))
    expect(declines.get(card)).toMatchObject([{ reason: 'declined_by_bank', advice: 'do_not_retry' }])
    await adyen.settle()
  },
)

// In small: a program that dies after it has stored a message leaves it to the next one
longTest('a program that dies between storing a webhook and applying it leaves it to the next one', async () => {
  await using adyen = await openAdyenWorld()
  const bread = await adyen.pays({ kind: 'auth', amount: '20.00' })
  expect((await adyen.fixture.captures(bread)).status).toBe('capturing')
  await adyen.deliver(adyen.emulator.takeItems())
  await adyen.dies()
  await adyen.runUntilIdle()
  expect((await adyen.fixture.now(bread)).status).toBe('captured')
})
