import { expect, test } from 'vitest'
import type { Db } from '#kernel/db.ts'
import { type Payment, paymentJobs, undoPayment } from '#payments'
import { delay } from '../world/line-to-acquirer.ts'
import { challengedCard, euros, openTill, rightCode, type Till } from '../world/till.ts'

test('ten clicks at once on one order: one pays, nine are told that a payment is under way', async () => {
  const till = await openTill()
  const ordered = await till.order()
  const slow = delay()
  till.line.next('authorize', slow.mishap)
  const clicks = Array.from({ length: 10 }, () => till.tries(ordered, { save: true }))
  const refusals = clicks.map((click) =>
    click.then(
      () => 'paid',
      (error: { code?: string }) => error.code ?? error,
    ),
  )
  await slow.reached
  slow.goOn()
  expect((await Promise.all(refusals)).sort()).toEqual([...Array(9).fill('attempt_under_way'), 'paid'])
  expect((await till.record.everything()).filter(({ kind }) => kind === 'sale')).toHaveLength(1)
  const { keys } = await till.world.app.vault.status()
  expect(keys.map(({ cards }) => cards)).toEqual([1])
})

test('capture, void and capture of a part at once: one is done, and both sides of the table agree which', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  const [done] = await race(till, authorized.id, [
    () => till.captures(authorized),
    () => till.undoes(authorized),
    () => till.captures(authorized, '4.00'),
  ])
  const { status, captured } = await till.now(authorized)
  const captures = (await till.record.story(authorized.key)).filter(({ kind }) => kind === 'capture')
  const standing = await till.standing(authorized)
  // Whoever takes back what has just been captured cancels the capture.
  if (status === 'captured') expect(standing).toMatchObject({ is: 'taken', amount: captured })
  else expect([standing.is, status]).toEqual(['reversed', captures.length === 1 ? 'cancelled' : 'voided'])
  expect(done).toHaveLength(status === 'cancelled' ? 2 : 1)
  expect(captures.length).toBeLessThanOrEqual(1)
})

test('ten captures at once: one is done, and it is booked once', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  const [done, refused] = await race(
    till,
    authorized.id,
    Array(10).fill(() => till.captures(authorized)),
  )
  expect([done.length, refused.length]).toEqual([1, 9])
  expect((await till.books())['acquirer:captured']).toBe(1000n)
})

test('ten refunds at once of a payment that has room for three: three are done', async () => {
  const till = await openTill()
  const payment = await till.pays()
  const [done, refused] = await race(
    till,
    payment.id,
    Array(10).fill(() => till.undoes(payment, '3.00')),
  )
  expect(done.map(({ status }) => status)).toEqual(['refunded', 'refunded', 'refunded'])
  expect(refused).toEqual(Array(7).fill('refund_too_large'))
  expect(await till.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 900n } })
})

test('a refund of the whole and ten of a part at once never give back more than was taken', async () => {
  const till = await openTill()
  const payment = await till.pays()
  await till.world.pass({ hours: 24 })
  const wholeAndParts = [() => till.undoes(payment), ...Array(10).fill(() => till.undoes(payment, '1.00'))]
  await race(till, payment.id, wholeAndParts)
  const given = (await till.refundsOf(payment)).reduce((sum, { captured }) => sum + captured.minor, 0n)
  expect(given).toBe(1000n)
  expect(await till.now(payment)).toMatchObject({ status: 'refunded', refunded: { minor: 1000n } })
  expect(await till.standing(payment)).toMatchObject({ is: 'taken', refunded: { minor: 1000n } })
})

test('two refunds that end at the same moment leave the payment refunded', async () => {
  const till = await openTill()
  const payment = await till.pays()
  await till.world.pass({ hours: 24 })
  const waits = [delay(), delay()]
  till.line.next('refund', ...waits.map(({ mishap }) => mishap))
  const refunds = [till.undoes(payment, '4.00'), till.undoes(payment, '6.00')]
  await Promise.all(waits.map(({ reached }) => reached))
  const row = await till.world.holdRow('payments.payments', payment.id)
  for (const { goOn } of waits) goOn()
  await till.world.untilWaiting(2)
  await row.release()
  expect((await Promise.all(refunds)).map(({ status }) => status)).toEqual(['refunded', 'refunded'])
  expect(await till.now(payment)).toMatchObject({ status: 'refunded' })
})

test('a refund that ends while another looks at the payment and its refunds is not overlooked', async () => {
  const till = await openTill()
  const payment = await till.pays()
  const { app } = till.world
  const [wait, answered] = [delay(), Promise.withResolvers<void>()]
  till.line.next('refund', wait.mishap, async (deliver) => {
    const answer = await deliver()
    answered.resolve()
    return answer
  })
  const early = till.undoes(payment, '6.00')
  await wait.reached
  // The second thing this one reads, once it has its answer, reaches it only when the other refund has ended.
  const slow = slowReader(app.db, { from: answered.promise, nth: 2 })
  const wish = { siteId: till.site.id, paymentId: payment.id, amount: euros('4.00') }
  const late = undoPayment({ ...app, db: slow.db }, wish)
  await slow.reached
  wait.goOn()
  expect((await early).status).toBe('refunded')
  slow.goOn()
  expect((await late).status).toBe('refunded')
  expect(await till.now(payment)).toMatchObject({ status: 'refunded' })
})

test('a cancellation and a refund of a part at once: one of them wins', async () => {
  const till = await openTill()
  const payment = await till.pays()
  const [done, refused] = await race(till, payment.id, [() => till.undoes(payment), () => till.undoes(payment, '4.00')])
  const after = await till.now(payment)
  // Whoever wants the whole after a part was refunded gets what is left.
  if (after.status === 'cancelled') expect(refused).toEqual(['payment_status_forbids'])
  else expect(done.map(({ amount }) => amount.minor).toSorted()).toEqual([400n, 600n])
})

test('a capture at the very moment the authorization lapses: either it is captured or it is voided', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  till.world.clock.pass({ hours: 7 * 24 })
  await race(till, authorized.id, [() => till.captures(authorized), () => resolve(till, authorized)])
  expect(['captured', 'voided']).toContain((await till.now(authorized)).status)
})

test('a shopper who comes back at the very moment their time is up has paid or has not, and knows it', async () => {
  const till = await openTill()
  const challenged = await till.pays({ pan: challengedCard, atBrowser: true })
  till.world.clock.pass({ minutes: 15 })
  const [done, refused] = await race(till, challenged.id, [
    () => till.returnsFromBank(challenged, rightCode),
    () => resolve(till, challenged),
  ])
  const after = await till.now(challenged)
  expect(done[0]).toEqual(after)
  expect(refused).toEqual([])
  expect(['captured', 'failed']).toContain(after.status)
})

test('the same card stored by two payments that are approved at once is stored once, and both are paid', async () => {
  const till = await openTill()
  const waits = [delay(), delay()]
  till.line.next('authorize', ...waits.map(({ mishap }) => mishap))
  const payments = [till.pays({ save: true }), till.pays({ save: true })]
  await Promise.all(waits.map(({ reached }) => reached))
  for (const { goOn } of waits) goOn()
  const [a, b] = await Promise.all(payments)
  expect([a!.status, b!.status]).toEqual(['captured', 'captured'])
  expect(a!.cardId).toBe(b!.cardId)
  const { keys } = await till.world.app.vault.status()
  expect(keys.map(({ cards }) => cards)).toEqual([1])
})

async function resolve({ world, now }: Till, payment: Payment): Promise<Payment> {
  const [resolving] = paymentJobs(world.app)
  await resolving!.run(payment.id)
  return now(payment)
}

/** Everybody stands at the row of the payment before anybody may go on. Gives what was done, and how the others were refused. */
async function race(
  { world }: Till,
  id: bigint,
  runners: readonly (() => Promise<Payment>)[],
): Promise<[Payment[], unknown[]]> {
  const row = await world.holdRow('payments.payments', id)
  const running = Promise.allSettled(runners.map((run) => run()))
  await world.untilWaiting(runners.length)
  await row.release()
  const results = await running
  return [
    results.filter((result) => result.status === 'fulfilled').map(({ value }) => value),
    results.filter((result) => result.status === 'rejected').map(({ reason }) => reason.code ?? reason),
  ]
}

/** A database whose nth answer from a moment on is held up: what is read was true when it was read. */
function slowReader(db: Db, { from, nth }: { from: Promise<void>; nth: number }) {
  const { mishap, reached, goOn } = delay()
  let reads = Number.NEGATIVE_INFINITY
  from.then(() => {
    reads = 0
  })
  const read = db.read.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (++reads === nth) await mishap(async () => ({ outcome: 'never heard of it' }))
      return result
    },
  })
  return { db: { ...db, read }, reached, goOn }
}
