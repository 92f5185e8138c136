import { expect, onTestFinished, test } from 'vitest'
import { setRate } from '#core/rates'
import { sealAll } from '../../src/audit/seal.ts'
import { clearsFile, presentment } from '../world/clearing-file.ts'
import { spendingCorruptions } from '../world/corruptions-of-spending.ts'
import { openDecidingPartner } from '../world/deciding.ts'
import { moneyOf, openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld, type World } from '../world/world.ts'

/** A card with everything that can become of a payment. */
async function historyOfSpending() {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  await setRate(world.app, { by: { actor: 'test', fromWhere: 'test' }, base: 'EUR', quote: 'USD', rate: '1.25' })
  const ana = await openSpender(world, await openPartner(world))
  const original = async (amount: string) => {
    const request = ana.authorization(amount)
    expect((await ana.send(request)).code).toBe('00')
    return { original: { key: request.key } }
  }
  await ana.clear('40.00', await original('40.00'))
  await ana.clear('20.00 USD', await original('20.00 USD'))
  await ana.reverse('10.00', (await original('10.00')).original)
  await ana.reverse('12.00', (await original('12.00')).original, { remaining: moneyOf('5.00') })
  await ana.authorize('7.00', { incrementOf: (await original('3.00')).original })
  const hotel = await original('30.00')
  const increment = ana.authorization('8.00', { incrementOf: hotel.original })
  await ana.send(increment)
  await ana.reverse('8.00', { key: increment.key }, { remaining: moneyOf('2.00') })
  const early = ana.authorization('6.00')
  await ana.clear('6.00', { original: { key: early.key } })
  await ana.send(early)
  await ana.authorize('0.00', { purpose: 'verification' })
  await ana.authorize('2.00', { purpose: 'refund', posts: true })
  await ana.authorize('9999.00')
  await ana.refund('4.00')
  const number = ana.shown.number.reveal()
  await clearsFile(world.app, [presentment({ cardNumber: number }), presentment({ cardNumber: '4' })])
  await askedAbout(world)
  const late = ana.authorization('9.00')
  await ana.send(late)
  await world.app.network.declined(late, '91')
  await world.runUntilIdle()
  await sealAll(world.app)
  return world
}

/** Payments that a partner was asked about. */
async function askedAbout(world: World): Promise<void> {
  await using fjord = await openDecidingPartner(world)
  const bob = await openSpender(world, fjord.partner)
  expect((await bob.authorize('11.00')).code).toBe('00')
  expect((await bob.authorize('13.00', { posts: true })).code).toBe('00')
  fjord.says({ decision: 'decline' })
  expect((await bob.authorize('12.00')).code).toBe('05')
}

test('whatever is done to card transactions by hand, verify names the row', async () => {
  const world = await historyOfSpending()
  const { app } = world
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  expect(await unseenCorruptions(database, spendingCorruptions, verified)).toEqual([])
  expect(spendingCorruptions.length).toBeGreaterThan(50)
})

test('without seals, verify finds what cannot be true of card transactions', async () => {
  const world = await historyOfSpending()
  const { app } = world
  const database = await openRolledBack(world.databaseUrl)
  const held = `where held_minor > 0`
  const found = {
    'its history does not end in its status': `update spending.states set status = 'expired' where status = 'reversed'`,
    'its history has an impossible transition': `update spending.messages set action = 'clear' where action = 'reverse'`,
    'its amounts are not those after its last message': `update spending.states set authorized_minor = 1 where status = 'reversed'`,
    'its sums are not those of its presentments': 'update spending.states set refunded_minor = refunded_minor + 1',
    'half of it is not there': `delete from spending.transactions where type = 'refund'`,
    'it is about a transaction that does not exist': `delete from spending.transactions where type = 'refund'`,
    'it is of another holder, account or currency than its card':
      'update spending.transactions set account_id = gen_random_uuid()',
    'it waits, and is not due in a month': `update spending.states set due_at = null ${held}`,
    'its hold is not the one that its message has opened': `update ledger.holds set minor = minor + 1 where starts_with(reference, 'spend ')`,
    'what it holds is not its newest hold': `update spending.states set held_minor = held_minor + 1 ${held}`,
    'no message has opened it': `update spending.messages set hold = hold + 100 where hold is not null`,
    'what it says that moves was not booked': `update spending.messages set minor = minor + 1 where action = 'clear'`,
    'a single message was approved, and its money did not move': `update spending.messages set digest = sent_at::text::bytea where class = 'financial' and action = 'post'`,
    'it has reversed what the message that it names did not add': `update spending.messages set original_stan = '999999' where kind = 'reversal' and action is not null`,
    'more was taken off it than it has added': `update spending.messages set billed_minor = 1 where action = 'increase'`,
    'what is held after it is not what it has left': `update spending.messages set held_minor = held_minor - 1 where action = 'reduce'`,
    'it was cleared beside the approval that it names': `update spending.messages m set original_stan = o.stan, original_sender = o.sender, original_sent_at = o.sent_at
      from spending.messages o where m.action = 'force' and o.action = 'approve' and o.kind = 'authorization' and m.card_id = o.card_id`,
    'it takes money, and has brought it': `update spending.messages set action = 'refund' where kind = 'clearing' and starts_with(sender, 'file ') and action is not null`,
    'it holds what another transaction of the same message has held or booked': `update spending.messages m
      set original_stan = o.stan, original_sender = o.sender, original_sent_at = o.sent_at
      from spending.messages o join spending.states s on s.id = o.transaction_id
      where m.kind = 'clearing' and m.action is not null and o.action = 'approve' and o.kind = 'authorization'
        and s.held_minor > 0 and o.card_id = m.card_id and m.transaction_id <> s.id`,
    'it holds or moves what its type does not': `update spending.transactions set type = 'balance' where type = 'purchase'`,
    'more of it is held than it has': 'update spending.account_totals set held_minor = 99999999',
    'what is held of it is not the sum of its holds': 'update spending.account_totals set held_minor = held_minor + 1',
    'what was spent with it is not the sum of its transactions':
      'update spending.card_totals set week_minor = week_minor + 1',
    'its last approvals are not those of its transactions': 'update spending.card_totals set recent = recent || now()',
    'it was spent with, and its sums are not there': 'delete from spending.card_totals',
    'its counts are not those of its messages':
      'update spending.files set forced = forced + 1, rejected = rejected - 1',
    'its rows do not all have a result': 'update spending.files set row_count = row_count + 1',
    'it is of a clearing file that does not exist': 'delete from spending.files',
    'it waits for a partner who was never asked': 'delete from spending.questions',
    'no message waits for it': `update spending.messages set code = '00' where code is null`,
    'it is open and answered, or neither': 'update spending.questions set due_at = asked_at',
    'it is open for longer than a partner is waited for': `update spending.questions set due_at = asked_at + interval '1 hour'`,
    'it went to another partner than that of the transaction':
      'update spending.questions set partner_id = partner_id + 1',
    'it says what came of a question that was not asked': 'delete from spending.questions',
    'its answer does not fit what it has changed': `update spending.messages set code = '05' where kind = 'partner' and action = 'approve'`,
    'it was approved and answered as declined, and nothing has reversed it': `update spending.messages set original_stan = '999999' where sender like '%#late'`,
    'it has ended, and its key can still be decided about': `update spending.late_declines set stan = 'X'`,
    'it says that nothing was approved, and something was': `update spending.late_declines set outcome = 'nothing'`,
    'a partner is being asked about it, and there is no question': `update spending.states set status = 'asking' where status = 'reversed'`,
    'cardPaymentCleared does not fit the facts of its row': `update spending.presentments set markup_minor = 1 where is_converted`,
    'cardRefundCleared does not fit the facts of its row': `update spending.presentments set minor = minor + 1 where kind = 'refund'`,
  }
  expect(await unseenWithoutSeals(database, found, verifiedAs(app))).toEqual([])
})
