import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDispute } from '#connectors/acquirer/sandbox/index.ts'
import { hearDisputeAgain, newsInTrouble, type Payment, paymentJobs, seeDisputeTrouble } from '#payments'
import { banksOf, soon } from '../world/disputes.ts'
import { delay } from '../world/line-to-acquirer.ts'
import { euros, openTill, type Till } from '../world/till.ts'

test('news told twice, or told again under another name, change nothing', async () => {
  const till = await openTill()
  const { tells, followers } = banksOf(till)
  const payment = await till.pays()
  const told = { authorization: payment.key, dispute: 'd-1', id: 'n-1' }
  await tells(told, told)
  expect(await followers(payment)).toEqual(['chargeback opened 1000'])
  await tells(told, { ...told, id: 'n-2' })
  expect(await followers(payment)).toEqual(['chargeback opened 1000'])
  const won = { ...told, id: 'n-3', kind: 'won' } as const
  await tells(won)
  await tells(won, { ...won, id: 'n-4' })
  expect(await followers(payment)).toEqual(['chargeback won 1000', 'representment represented 1000'])
  expect(await troubles(till)).toEqual([])
})

test('a dispute that was opened, lost and won while nobody listened is heard in its order', async () => {
  const till = await openTill()
  const { tells, followers } = banksOf(till)
  const payment = await till.pays()
  const told = { authorization: payment.key, dispute: 'd-1' }
  await tells({ ...told, kind: 'opened' }, { ...told, kind: 'lost' }, { ...told, kind: 'won' })
  expect(await till.now(payment)).toMatchObject({ status: 'captured' })
  expect(await followers(payment)).toEqual(['chargeback won 1000', 'representment represented 1000'])
})

test.for([
  ['of a payment that nobody knows', { authorization: randomUUID() }, 'No payment here has this key.'],
  ['of a payment with no proper key', { authorization: "'; --" }, 'No payment here has this key.'],
  ['in another currency', { amount: { minor: 1000n, currency: 'RON' } }, 'The payment is in another currency.'],
  ['of the end of what never began', { kind: 'won' }, 'Nothing was heard of the opening of this dispute.'],
] as const)('news %s are kept for a person, and what follows is heard', async ([, strange, trouble]) => {
  const till = await openTill()
  const { tells, followers } = banksOf(till)
  const [payment, other] = [await till.pays(), await till.pays()]
  await tells({ authorization: payment.key, ...strange }, { authorization: other.key })
  expect(await followers(payment)).toEqual([])
  expect(await followers(other)).toEqual(['chargeback opened 1000'])
  expect(await newsInTrouble(till.world.app.db)).toMatchObject([{ trouble, doneAt: undefined, dueAt: undefined }])
  expect(till.world.logged.filter((line) => line.includes('a person must look'))).toHaveLength(1)
})

test('the end of a dispute with another amount, and a loss of what was won, are kept for a person', async () => {
  const till = await openTill()
  const { tells } = banksOf(till)
  const payment = await till.pays()
  const told = { authorization: payment.key, dispute: 'd-1' }
  await tells(told, { ...told, kind: 'won', amount: euros('9.00') })
  expect(await till.now(payment)).toMatchObject({ status: 'disputed' })
  await tells({ ...told, kind: 'won' }, { ...told, kind: 'lost' })
  expect(await till.now(payment)).toMatchObject({ status: 'captured' })
  expect(await troubles(till)).toEqual([
    'The dispute was opened with another amount.',
    expect.stringContaining('It was won before'),
  ])
})

test.for(['ask lost', 'answer lost'] as const)(
  'when the %s, the acquirer is asked again, and nothing is missed',
  async (mishap) => {
    const till = await openTill()
    const payment = await till.pays()
    await opens(till, payment)
    till.line.next('disputesSince', mishap)
    await till.world.pass(soon)
    expect(await till.now(payment)).toMatchObject({ status: 'captured' })
    await till.world.pass(soon)
    expect(await till.now(payment)).toMatchObject({ status: 'disputed' })
  },
)

test('a page that cannot be read is no answer, and the list is not left behind', async () => {
  const till = await openTill()
  const payment = await till.pays()
  await opens(till, payment)
  const nonsense = { news: [{ id: 'n-1', kind: 'maybe' }], place: '999' }
  till.line.next('disputesSince', nonsense as never)
  await till.world.pass(soon)
  await till.world.pass(soon)
  expect(await till.now(payment)).toMatchObject({ status: 'disputed' })
})

test('more than a page is read to its end', async () => {
  const till = await openTill()
  const payment = await till.pays()
  for (let cents = 1; cents <= 103; cents++) await opens(till, payment, '0.01')
  await till.world.pass(soon)
  expect(await till.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 103n } })
})

test('a worker that dies after it has read the list leaves the news to another', async () => {
  const till = await openTill()
  const payment = await till.pays()
  await opens(till, payment)
  till.world.clock.pass(soon)
  await job(till, 'read disputes').run(1n)
  expect(await till.now(payment)).toMatchObject({ status: 'captured' })
  await till.world.settle()
  expect(await till.now(payment)).toMatchObject({ status: 'disputed' })
})

test('two workers that read the list at once write its news down once', async () => {
  const till = await openTill()
  const payment = await till.pays()
  await opens(till, payment)
  const waits = [delay(), delay()]
  till.line.next('disputesSince', ...waits.map(({ mishap }) => mishap))
  const reading = [1, 2].map(() => job(till, 'read disputes').run(1n))
  await Promise.all(waits.map(({ reached }) => reached))
  for (const { goOn } of waits) goOn()
  await Promise.all(reading)
  await till.world.settle()
  expect(await till.world.app.db.run('select news_id from payments.dispute_news', [])).toHaveLength(1)
  expect(await till.now(payment)).toMatchObject({ status: 'disputed' })
})

test('two workers that hear the same news at once book one charge-back', async () => {
  const till = await openTill()
  const { followers } = banksOf(till)
  const payment = await till.pays()
  await opens(till, payment)
  till.world.clock.pass(soon)
  await job(till, 'read disputes').run(1n)
  const row = await till.world.holdRow('payments.payments', payment.id)
  const hearing = [1, 2].map(() => job(till, 'hear disputes').run(1n))
  await till.world.untilWaiting(2)
  await row.release()
  await Promise.all(hearing)
  expect(await followers(payment)).toEqual(['chargeback opened 1000'])
})

test.for([
  ['refund of a part', 'dispute', '4.00', 'payment_charged_back', undefined],
  ['refund of the rest', 'dispute', undefined, 'refunded', '2.00'],
  ['refund of a part', 'refund', '4.00', 'failed', '4.00'],
  ['refund of the whole', 'refund', undefined, 'failed', '10.00'],
] as const)('a %s and a dispute of 8.00 at one moment, the %s first', async ([, first, amount, comesTo, refunded]) => {
  const till = await openTill()
  const payment = await till.pays()
  await till.world.pass({ hours: 24 })
  await opens(till, payment, '8.00')
  till.world.clock.pass(soon)
  await job(till, 'read disputes').run(1n)
  const row = await till.world.holdRow('payments.payments', payment.id)
  const heard = Promise.withResolvers<void>()
  const refunding = () => till.undoes(payment, amount).then(({ status }) => status, codeOf)
  const hearing = () => job(till, 'hear disputes').run(1n).finally(heard.resolve)
  // What is promised first is answered last.
  const wait = delay()
  if (first === 'refund') till.line.next('refund', wait.mishap)
  // Who comes first to a row that is held gets it first.
  const ones = [(first === 'dispute' ? hearing : refunding)()]
  await till.world.untilWaiting(1)
  ones.push((first === 'dispute' ? refunding : hearing)())
  await till.world.untilWaiting(2)
  await row.release()
  await heard.promise
  wait.goOn()
  expect(await Promise.all(ones)).toContain(comesTo)
  expect(await till.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 800n } })
  const refunds = (await till.refundsOf(payment)).filter(({ type }) => type === 'refund')
  expect(refunds.map((refund) => refund.amount)).toEqual(refunded ? [euros(refunded)] : [])
  // A refund that was promised before could not know; a person is told that the money may go twice.
  expect(await troubles(till)).toHaveLength(first === 'dispute' ? 0 : 1)
})
const codeOf = ({ code }: { code: string }): string => code

test('news that fit nothing can be tried again when they fit, and be marked as seen when they never will', async () => {
  const till = await openTill()
  const { tells, followers } = banksOf(till)
  const payment = await till.pays()
  const told = { authorization: payment.key, dispute: 'd-1' }
  await tells({ ...told, kind: 'lost' }, { kind: 'opened', dispute: 'd-2' })
  const [early, stranger] = await newsInTrouble(till.world.app.db)
  expect(await hearDisputeAgain(till.world.app, { by, id: early!.id })).toMatchObject({ doneAt: undefined })
  await tells(told)
  expect(await hearDisputeAgain(till.world.app, { by, id: early!.id })).toMatchObject({ trouble: undefined })
  expect(await followers(payment)).toEqual(['chargeback lost 1000'])
  await expect(hearDisputeAgain(till.world.app, { by, id: early!.id })).rejects.toMatchObject({ code: 'news_done' })
  await seeDisputeTrouble(till.world.app, { by, id: stranger!.id })
  expect(await newsInTrouble(till.world.app.db)).toEqual([])
  const audited = await till.world.app.db.run(
    `select action from directory.audit where subject_type = 'disputeNews'`,
    [],
  )
  expect(audited.map(({ action }) => action)).toEqual(['disputeHeardAgain', 'disputeHeardAgain', 'disputeTroubleSeen'])
})
const by = { actor: 'staff 7', fromWhere: 'test' }

const job = (till: Till, name: string) => paymentJobs(till.world.app).find((work) => work.name === name)!

const troubles = async (till: Till) => (await newsInTrouble(till.world.app.db)).map(({ trouble }) => trouble)

/** A dispute that the house has not heard of yet. */
const opens = ({ record, world }: Till, { key }: Payment, amount?: string) =>
  openDispute(
    { record, clock: world.clock },
    { authorization: key, amount: amount === undefined ? undefined : euros(amount), reason: 'not_received' },
  )
