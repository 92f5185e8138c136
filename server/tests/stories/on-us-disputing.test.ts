import { expect, test } from 'vitest'
import { databaseRecord, decideDispute, openDispute } from '#connectors/acquirer/sandbox/index.ts'
import type { DecideDisputeInput } from '#issuing/chargebacks'

import { settleOnUs } from '../../src/app/settle-on-us.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { type ApiClient, type Fields, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { soon } from '../world/disputes.ts'
import { longTest } from '../world/length.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { cardOf, disputesBetween, onUs } from '../world/on-us.ts'
import { openPartner } from '../world/partner.ts'

type Shop = Awaited<ReturnType<typeof openApiShop>>

/** Who takes money back from the shop for a cardholder, and how it is decided. */
type Bank = {
  card: Record<string, string>
  raises(key: string, amount?: string): Promise<string>
  decides(key: string, dispute: string, outcome: 'won' | 'lost'): Promise<unknown>
}

// In small: a dispute moves money on both sides once, in whole and in part, won and lost
longTest('a store sees the same of a dispute about a card of this installation as of one about any other', async () => {
  const shop = await openApiShop({ notifyRepresentments: true }, onUs)
  const { ana, ...here } = await bankHere(shop)
  const elsewhere = bankElsewhere(shop)
  const outcomes = ['won', 'lost'] as const
  const cases = outcomes.flatMap((outcome) => [here, elsewhere].map((bank) => ({ bank, outcome })))
  const [wonHere, wonElsewhere, lostHere, lostElsewhere] = await areDisputed(shop, cases)
  expect(wonHere).toEqual(wonElsewhere)
  expect(lostHere).toEqual(lostElsewhere)
  const notified = ['charge-back', 'complete-ok', 'complete-ok'].map((status) => `deposit ${status}`)
  expect(wonHere?.at(-1)).toMatchObject({
    notifications: ['chargeback charge-back', ...notified, 'representment complete-ok'],
  })
  const statusesOf = (seen: typeof wonHere) => seen?.map(({ status }) => status)
  expect(statusesOf(wonHere)).toEqual(['complete-ok', 'charge-back', 'complete-ok'])
  expect(statusesOf(lostHere)).toEqual(['complete-ok', 'charge-back', 'charge-back'])
  const connectors = await shop.rows('select connector from payments.payments where parent_id is null order by id')
  expect(connectors.map(({ connector }) => connector)).toEqual(['on-us', 'sandbox', 'on-us', 'sandbox'])
  // One was paid for good, and the other is back.
  expect(await ana.balance()).toBe('990.10')
  await sealAll(shop.world.app)
})

type Case = { bank: Bank; outcome: 'won' | 'lost' }

/** Shoppers buy bread and dispute it; what the store then sees of each, by API and by notification, at each step. */
async function areDisputed(shop: Shop, cases: readonly Case[]) {
  const { client, world, notified } = shop
  const paid: (Case & { data: Fields; key: string })[] = []
  for (const [place, one] of cases.entries()) {
    const customer = await newCustomer(client, { identifier: `shopper-${place}` })
    const { data } = await orders(client, customer, one.bank.card)
    const [{ key } = {}] = await shop.rows(`select key from payments.payments where id = ${data.transactionId}`)
    paid.push({ ...one, data, key: String(key) })
  }
  await world.pass({ hours: 49 })
  const look = () => Promise.all(paid.map(({ data }) => seenOf(client, data)))
  const bought = await look()
  const disputes: string[] = []
  for (const { bank, key } of paid) disputes.push(await bank.raises(key))
  await world.pass(soon)
  const raised = await look()
  for (const [place, { bank, key, outcome }] of paid.entries()) await bank.decides(key, disputes[place]!, outcome)
  await world.pass(soon)
  const decided = await look()
  return paid.map(({ data }, place) => {
    const received = notified().filter(({ orderId }) => orderId === data.orderId)
    const notifications = received.map(
      ({ transactionType, transactionStatus }) => `${transactionType} ${transactionStatus}`,
    )
    return [bought[place]!, raised[place]!, { ...decided[place]!, notifications: notifications.toSorted() }]
  })
}

/** A payment and what has followed it, without what differs from one payment to the next. */
async function seenOf(client: ApiClient, { transactionId }: Fields) {
  const { data } = await client.get(`/transaction/${transactionId}`)
  const following = (data.relatedTransactionIds ?? []) as readonly number[]
  const others = await Promise.all(following.map((id) => client.get(`/transaction/${id}`)))
  return {
    status: data.transactionStatus,
    refunded: data.refundedAmount,
    others: others.map(({ data: { transactionType, transactionStatus, amount, reason, components } }) => ({
      ...{ transactionType, transactionStatus, amount, reason },
      components: (components as Fields[]).map(({ componentType, data: facts }) => [componentType, facts]),
    })),
  }
}

/** The card is ours: its holder disputes in the partner's app, and the operator decides. */
async function bankHere({ world }: Shop): Promise<Bank & { ana: { balance(): Promise<unknown> } }> {
  const nordwind = await openPartner(world)
  const spender = await openSpender(world, nordwind)
  const { raises, decides } = disputesBetween(world, nordwind)
  const { number, expiry, cvv } = cardOf(spender)
  return {
    ana: { balance: () => balanceOf(world, spender) },
    card: { ...typedCard, cardNumber: number, cardExpiryDate: expiry, cardCvv: cvv },
    raises: (key) => raises(key),
    decides: (_, dispute, outcome) => decides(dispute, outcome === 'won' ? 'lose' : 'win'),
  }
}

async function balanceOf({ query }: Pick<Shop['world'], 'query'>, { accountId }: Spender) {
  const [{ balance } = {}] = await query(
    `select (-sum(minor) / 100.0)::numeric(12, 2)::text as balance from ledger.lines where account = 'holder:${accountId}:available'`,
  )
  return balance
}

/** The card is of another bank, which the sandbox plays. */
function bankElsewhere({ world }: Shop): Bank {
  const bench = { record: databaseRecord(world.app.db), clock: world.clock }
  return {
    card: typedCard,
    raises: async (authorization) => {
      const { result } = await openDispute(bench, { authorization, reason: 'not_received' })
      return result.dispute
    },
    decides: (authorization, dispute, outcome) => decideDispute(bench, { authorization, dispute, outcome }),
  }
}

test('a dispute moves money on both sides once, in whole and in part, won and lost', async () => {
  const shop = await openApiShop({}, onUs)
  const nordwind = await openPartner(shop.world)
  const ana = await openSpender(shop.world, nordwind)
  const disputes = disputesBetween(shop.world, nordwind)
  const moves = movesOn(shop)
  const buys = (amount: string) => buysWith(shop, ana, amount)
  const decided = (id: string, action: DecideDisputeInput['action']) => () => disputes.decides(id, action)

  const bread = await buys('10.00')
  const first = await disputes.submits(bread.key, { amount: '4.00' })
  expect(await moves(decided(first, 'raise'))).toEqual([-400, -400])
  await expect(disputes.decides(first, 'raise')).rejects.toMatchObject({ code: 'dispute_decided' })
  const refund = await shop.client.send('DELETE', `/transaction/${bread.id}`, { form: { amount: '6.01' } })
  expect([refund.status, refund.body.error?.[0]?.reason]).toEqual([409, 'payment_charged_back'])
  expect(await moves(decided(first, 'withdraw'))).toEqual([400, 400])
  const second = await disputes.submits(bread.key)
  expect(await moves(decided(second, 'lose'))).toEqual([0, 0])
  await shop.world.pass({ hours: 24 })
  const third = await disputes.submits(bread.key)
  expect(await moves(decided(third, 'raise'))).toEqual([-1000, -1000])
  expect(await moves(decided(third, 'win'))).toEqual([0, 0])
  const reported = await shop.rows(`select kind || ' ' || minor as event from onus.dispute_events order by number`)
  expect(reported.map(({ event }) => event)).toEqual(['opened 400', 'won 400', 'opened 1000', 'lost 1000'])

  // Two at once are one after the other in the list, and none is passed over.
  const [cake, roll] = [await buys('20.00'), await buys('3.00')]
  const both = [await disputes.submits(cake.key), await disputes.submits(roll.key)]
  expect(await moves(() => Promise.all(both.map((id) => disputes.decides(id, 'raise'))))).toEqual([-2300, -2300])
  const numbers = await shop.rows('select number::int as number from onus.dispute_events order by number')
  expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])

  await shop.world.pass({ hours: 24 })
  expect(await moves(decided(both[0]!, 'lose'))).toEqual([2000, 2000])

  // When the days are over, one entry for each settles what the two sides owe each other, whichever process is first.
  await shop.world.pass({ hours: 48 })
  await Promise.all([settleOnUs(shop.world.app), settleOnUs(shop.world.app)])
  expect(await owedIn(shop)).toEqual({ acquirer: 0, issuer: -100_000 })
  const settled = await shop.rows(`select reference from ledger.entries where recipe = 'onUsSettled' order by id`)
  const references = settled.map(({ reference }) => String(reference))
  expect(references.length).toBeGreaterThan(2)
  expect(references).toEqual(references.toSorted())
  await sealAll(shop.world.app)
})

/** What the acquirer owes the merchants' side, and what the issuer's side owes the network; it was paid 1000.00 by one. */
async function owedIn({ rows }: Shop) {
  const [row] = await rows(`
      select coalesce(sum(minor) filter (where account in ('acquirer:captured', 'acquirer:settling')), 0)::int as acquirer,
             coalesce(-sum(minor) filter (where account = 'network:payable'), 0)::int as issuer
      from ledger.lines where currency = 'EUR'`)
  return row as { acquirer: number; issuer: number }
}

/** What something changes in that. */
function movesOn(shop: Shop) {
  return async (work: () => Promise<unknown>) => {
    const before = await owedIn(shop)
    await work()
    await shop.world.pass(soon)
    const after = await owedIn(shop)
    return [after.acquirer - before.acquirer, after.issuer - before.issuer]
  }
}

async function buysWith({ client, rows }: Shop, spender: Spender, amount: string) {
  const customer = await newCustomer(client, { identifier: `ana-${amount}` })
  const { number, expiry, cvv } = cardOf(spender)
  const card = { ...typedCard, cardNumber: number, cardExpiryDate: expiry, cardCvv: cvv }
  const { data } = await orders(client, customer, { ...card, amount })
  const [{ key } = {}] = await rows(`select key from payments.payments where id = ${data.transactionId}`)
  return { id: Number(data.transactionId), key: String(key) }
}
