import { expect, onTestFinished, test } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { topupCorruptions } from '../world/corruptions-of-topups.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { openTopups } from '../world/topups.ts'
import { unseenCorruptions, unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld } from '../world/world.ts'

/** Topups in every status, and one whose payment was refunded. */
async function historyOfTopups() {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const settings = { topupLimits: ['approved:min:EUR:1.00'], topupFees: ['fiat:EUR:1.00:0.10'] }
  const { holder, refund, deliver } = await openTopups(world, { settings, site: { attemptsMax: 1 } })
  const ana = await holder()
  await ana.topsUp('20.00')
  await refund(await ana.topsUp('30.00'), '10.00')
  const { shopper } = await ana.opens('40.00')
  await shopper.pays({ number: '4000020000004002' })
  await deliver()
  await ana.orders('50.00')
  await world.pass({ hours: 1 })
  await sealAll(world.app)
  return world
}

test('whatever is done to topups by hand, verify names the row', async () => {
  const world = await historyOfTopups()
  const { app } = world
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  expect(await unseenCorruptions(database, topupCorruptions, verified)).toEqual([])
  expect(topupCorruptions.length).toBeGreaterThan(25)
})

test('without seals, verify finds what cannot be true of topups', async () => {
  const world = await historyOfTopups()
  const { app } = world
  const database = await openRolledBack(world.databaseUrl)
  const completed = `where status = 'completed'`
  const found = {
    'its account is another holder’s, or in another currency': `update topups.topups set currency = 'USD' ${completed}`,
    'it was completed at another time than its history says': `update topups.topups set completed_at = now() ${completed}`,
    'the transaction that paid it is no payment of it': `update topups.topups set transaction_id = null ${completed}`,
    'more was reversed than it was': 'update topups.reversals set minor = 999999',
    'its history does not end in its status': `update topups.topups set status = 'failed' where status = 'expired'`,
    'its history has an impossible transition': `update topups.topup_transitions set action = 'complete' where action = 'expire'`,
    'the holder is owed by the account, and cannot be': `update ledger.lines set account = replace(account, 'available', 'owed') where account like 'holder:%' and minor < 0`,
    'topupCompleted does not fit the facts of its row': `update topups.topups set fee_minor = 0 ${completed}`,
    'its history requires topupReversed, which is not in the ledger': 'update topups.reversals set transaction_id = 1',
    'a topup has no webhook topupStatusChanged': `delete from webhooks.attempts; delete from webhooks.events where event_type = 'topupStatusChanged'`,
    'there are more webhooks topupCreated than topups call for': `insert into webhooks.events (partner_id, holder_id, event_id, event_type, body, retries, status, attempts, tries_left, created_at, version)
      select partner_id, holder_id, event_id || 'X', event_type, body, retries, status, attempts, tries_left, created_at, version from webhooks.events where event_type = 'topupCreated' limit 1`,
  }
  expect(await unseenWithoutSeals(database, found, verifiedAs(app))).toEqual([])
})
