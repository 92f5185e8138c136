import { expect, test } from 'vitest'
import { decideParked } from '#issuing/topups'
import { sealAll } from '../../src/audit/seal.ts'
import { receiptCorruptions } from '../world/corruptions-of-receipts.ts'
import { hundred, openCryptoTopups, stranger } from '../world/crypto-topups.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'

/** Topups: one that was credited, one whose deposit is parked, two whose deposits are lost, one of them for good, and one that is not paid. */
async function history() {
  const at = await openCryptoTopups({ topupFees: ['crypto:EUR:1.00:0.10'] })
  const holder = await at.holder()
  const loses = async () => {
    const lost = await holder.orders()
    await at.pays(lost, { quantity: hundred })
    await at.chain.reorganise(3, { lost: true })
    await at.look()
    return (await holder.topup(lost)).crypto.deposits[0]!.id
  }
  await loses()
  const by = { actor: 'operator', fromWhere: 'test', reason: 'ticket 7' }
  await decideParked(at.world.app, { by, id: (await loses()) as never, decision: { decision: 'writeOff' } })
  await at.pays(await holder.orders(), { quantity: hundred })
  await at.pays(await holder.orders(), { quantity: hundred, from: stranger })
  await holder.orders()
  await sealAll(at.world.app)
  return at.world
}

test('whatever is done by hand to quotes, orders and receipts, verify names the row', async () => {
  const { app, databaseUrl } = await history()
  const database = await openRolledBack(databaseUrl)
  const verified = verifiedAs(app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  expect(await unseenCorruptions(database, receiptCorruptions, verified)).toEqual([])
  expect(receiptCorruptions.length).toBeGreaterThanOrEqual(18)
})

test('without seals, verify finds what cannot be true of deposits of topups', async () => {
  const { app, databaseUrl } = await history()
  const database = await openRolledBack(databaseUrl)
  const credited = `where status = 'credited'`
  const found = {
    'its deposit is at the address of another order': `update topups.receipts r set topup_id = (select max(topup_id) from topups.crypto_orders where topup_id <> r.topup_id) ${credited}`,
    'it was decided although its deposit is not in the chain, or not although it is': `update topups.receipts set status = 'lost' ${credited}`,
    'a deposit of a topup has no receipt': `delete from topups.receipt_transitions; delete from topups.receipts where status = 'parked'`,
    'it waits, and is never decided': `update topups.receipts set status = 'waiting' where status = 'parked'`,
    'its amount, its fee or its address is not that of its quote and its order':
      'update topups.quotes set fee_minor = fee_minor + 1',
    'it is completed, and nothing was credited, or the other way round': `update topups.topups set status = 'completed', completed_at = now() where status = 'created'`,
    'coinsCredited does not fit the facts of its row': `update topups.receipts set minor = minor + 100 ${credited}`,
    'what was decided about its loss is not in its history': `update topups.losses set kind = 'found'`,
    'its history does not end in its status': `update topups.receipts set status = 'returned' where status = 'parked'`,
  }
  expect(await unseenWithoutSeals(database, found, verifiedAs(app))).toEqual([])
})
