import { expect, test } from 'vitest'
import { inquireNow } from '#acquiring/payments'
import { listBreaks, listReports } from '#acquiring/reconciliation'
import { operator } from '../world/connected.ts'
import { openStripeWorld } from '../world/stripe.ts'

const challenged = '4000002760003184'
const lastPayment =
  'select status, authorization_code, three_d_secure, connector, reference from payments.payments order by id desc limit 1'

test('a shopper pays by Stripe, confirms it with their bank, and comes back by an ordinary link', async () => {
  await using fixture = await openStripeWorld()
  const { world, emulator, merchant } = fixture
  const shopper = await merchant.sends({ amount: '42.00' })
  const landed = await shopper.pays({ number: challenged, expiry: '12/34', cvv: '123' })
  const bank = /<form[^>]* action="(http:\/\/127\.0\.0\.1[^"]+)"/.exec(landed.text)?.[1]
  expect(landed.text).toContain('method="get"')
  const back = await emulator.atTheBank(bank!, 'pass')
  expect(back).toMatchObject({ payment_intent: expect.stringMatching(/^pi_/) })

  // The address alone, as from the history of the browser, says nothing.
  await shopper.visits('/challenge')
  expect(await world.app.db.run(lastPayment, [])).toMatchObject([{ status: 'challenging' }])

  await shopper.visits(`/challenge?${new URLSearchParams(back)}`)
  expect(await world.app.db.run(lastPayment, [])).toMatchObject([
    { status: 'captured', three_d_secure: 'challenged', connector: 'stripe', reference: back.payment_intent },
  ])
  expect((await shopper.bringsBack()).result).toMatchObject({ amount: 42, transactionStatus: 'complete-ok' })
})

test('what Stripe pays out agrees with the books, with fees, a partial capture, a refund, a reversal and disputes', async () => {
  await using fixture = await openStripeWorld()
  const { world, emulator, pays, captures, reverses } = fixture
  await pays({ amount: '100.00', pan: '4242424242424242' })
  await captures(await pays({ kind: 'auth', amount: '20.00', pan: '4242424242424242' }), '7.00')
  await reverses(await pays({ amount: '30.00', pan: '4242424242424242' }))
  const refunded = await pays({ amount: '50.00', pan: '4242424242424242' })
  const disputed = await pays({ amount: '40.00', pan: '4242424242424242' })
  const won = await pays({ amount: '10.00', pan: '4242424242424242' })
  await world.pass({ hours: 24 })
  await reverses(refunded, '12.50')
  const lost = await reverses(refunded, '7.50')
  emulator.dispute(disputed.key, 4000, 'fraudulent')
  emulator.dispute(won.key, 1000, 'product_not_received')
  await world.pass({ hours: 2 })
  emulator.decide(won.key, 'won')
  emulator.endRefund(lost.reference!, 'failed')
  emulator.adjust({ amount: -300, currency: 'eur', type: 'stripe_fee', category: 'fee' })
  await world.pass({ hours: 72 })
  // No webhook of it came: the operator asks Stripe.
  const { siteId, id: paymentId } = lost
  expect(await inquireNow(world.app, { by: operator, siteId, paymentId })).toMatchObject({ status: 'returned' })
  emulator.payOut()
  await world.pass({ hours: 2 })

  const page = { page: 1, size: 50 }
  expect((await listBreaks(world.app.db, {}, page)).data).toEqual([])
  const [report, ...others] = (await listReports(world.app.db, page)).data
  expect(others).toEqual([])
  const [payout] = emulator.state.payouts
  expect(report).toMatchObject({ connector: 'stripe', name: `stripe ${payout!.id}`, isWhole: true })
  // What is captured and not in a closed batch yet is settled all the same: nothing of it is open.
  const {
    'bank:operating': inBank,
    'acquirer:captured': captured,
    'acquirer:settling': settling,
  } = await fixture.books()
  expect([inBank, captured! + settling!]).toEqual([BigInt(payout!.amount), 0n])
})

test('what Stripe has corrected by itself is a break, and the rest of the payout is booked', async () => {
  await using fixture = await openStripeWorld()
  const { world, emulator, pays } = fixture
  await pays({ amount: '100.00', pan: '4242424242424242' })
  emulator.adjust({ amount: -125, currency: 'eur', type: 'adjustment', category: 'other_adjustment' })
  await world.pass({ hours: 72 })
  emulator.payOut()
  await world.pass({ hours: 2 })
  const breaks = (await listBreaks(world.app.db, {}, { page: 1, size: 50 })).data
  expect(breaks).toMatchObject([{ kind: 'adjustment', connector: 'stripe', reported: { minor: -125n } }])
})
