import { expect, onTestFinished, test } from 'vitest'
import { setRate } from '#core/rates'
import { decideDispute } from '#issuing/chargebacks'
import type { DisputeId } from '#issuing/ids'
import { sealAll } from '../../src/audit/seal.ts'
import { disputeCorruptions } from '../world/corruptions-of-disputes.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld } from '../world/world.ts'

const by = { actor: 'operator', fromWhere: 'test' }

/** A card with disputes of every end, in the currency of the card and in another. */
async function historyOfDisputes() {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  await setRate(world.app, { by, base: 'EUR', quote: 'USD', rate: '1.25' })
  const ana = await openSpender(world, await openPartner(world))
  const disputed = async (amount: string, ...actions: ('raise' | 'win' | 'lose' | 'cancel')[]) => {
    const { transactionId } = await ana.clear(amount)
    const body = { reason: 'fraud', explanation: 'It was not me.' }
    const { id } = (await ana.call('POST', `/transactions/${transactionId}/disputes`, { body })).body
    for (const action of actions)
      if (action === 'cancel') await ana.call('POST', `/disputes/${id}/cancel`)
      else await decideDispute(world.app, { id: id as DisputeId, action, by })
  }
  await disputed('10.00 USD', 'raise', 'win')
  await disputed('20.00', 'raise', 'lose')
  await disputed('30.00', 'lose')
  await disputed('40.00', 'cancel')
  await disputed('50.00')
  await world.runUntilIdle()
  await sealAll(world.app)
  return { app: world.app, database: await openRolledBack(world.databaseUrl) }
}

test('whatever is done to disputes by hand, verify names the row', async () => {
  const { app, database } = await historyOfDisputes()
  const verified = verifiedAs(app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  expect(await unseenCorruptions(database, disputeCorruptions, verified)).toEqual([])
  expect(disputeCorruptions.length).toBeGreaterThan(20)
})

test('without seals, verify finds what cannot be true of disputes', async () => {
  const { app, database } = await historyOfDisputes()
  const found = {
    'its history has an impossible transition': `update chargebacks.transitions set action = 'win' where action = 'cancel'`,
    'its history does not end in its status': `update chargebacks.disputes set status = 'lost' where status = 'won'`,
    'it is about no payment of its holder': 'update chargebacks.disputes set account_id = gen_random_uuid()',
    'more of the payment is disputed than was cleared': `update chargebacks.disputes set minor = minor + 1 where status = 'submitted'`,
    'it has moved money, or has not, against what it says': `update chargebacks.transitions set owed_minor = 0 where action = 'cancel'`,
    'cardDisputeCredited does not fit the facts of its row': `update chargebacks.disputes set minor = minor - 1 where status = 'won'`,
    'cardDisputeLost does not fit the facts of its row': `update chargebacks.transitions set owed_minor = owed_minor + 1 where action = 'lose' and owed_minor is not null`,
    'cardDisputeCredited is in the ledger, and its history does not require it': `delete from chargebacks.transitions where action = 'raise'`,
    'it has no cause': `delete from chargebacks.disputes where status = 'won'`,
    'a change of the status of the dispute has no webhook': `delete from webhooks.events where event_type = 'disputeUpdated'`,
    'there are more webhooks than changes of the status of the dispute': `delete from chargebacks.transitions where action = 'submit'`,
  }
  expect(await unseenWithoutSeals(database, found, verifiedAs(app))).toEqual([])
})
