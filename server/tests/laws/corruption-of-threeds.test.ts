import { expect, onTestFinished, test } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { alter, type Corruption, first } from '../world/corruptions.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { openMerchantSide, proofOf } from '../world/three-ds.ts'
import { unseenCorruptions, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld } from '../world/world.ts'

/** A small payment without a question, challenges that were confirmed, declined and left, and one that waits. */
async function historyOfChallenges() {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  await using shop = await openMerchantSide(world)
  const ana = await openSpender(world, await openPartner(world))
  const answer = (id: string, authStatus: string) =>
    ana.call('PATCH', `/transactions/3d-secure/${id}`, { body: { authType: 'pinCode', authStatus } })
  await shop.authenticate(ana, '5.00')
  const confirmed = await shop.authenticate(ana, '42.99')
  await answer(confirmed.acsTransID, 'success')
  await ana.authorize('42.99', proofOf(shop.results[0]!))
  await answer((await shop.authenticate(ana, '42.99')).acsTransID, 'failed')
  await shop.authenticate(ana, '42.99')
  await world.pass({ minutes: 1 })
  await shop.authenticate(ana, '42.99')
  await sealAll(world.app)
  return world
}

const corruptions: readonly Corruption[] = [
  ...alter('threeds.authentications', 'authentication', {
    'the amount that was confirmed': 'minor = minor + 1',
    'the merchant that was confirmed': `merchant_id = 'another'`,
    'whose authentication it is': `holder_id = holder_id || 'X'`,
    'why nothing was asked': `exemption = case when exemption is null then 'lowValue' end`,
    'where a result went': `results_url = 'https://mallory.example'`,
  }),
  ...alter(
    'threeds.challenges',
    'challenge',
    { 'a declined challenge confirmed': `status = 'authorized'` },
    `status = 'declined'`,
  ),
  ...alter(
    'threeds.challenges',
    'challenge',
    { 'a confirmed challenge of another transaction': 'transaction_id = gen_random_uuid()' },
    `status = 'authorized'`,
  ),
  ...alter(
    'threeds.challenges',
    'challenge',
    { 'a challenge that never ends': 'due_at = null' },
    `status = 'initiated'`,
  ),
  ...alter('threeds.challenge_transitions', 'transition of challenge', {
    'how a holder has confirmed': `auth_type = 'fingerprint'`,
    'who has answered': `actor = 'nobody'`,
    'when it was answered': `occurred_at = occurred_at - interval '1 hour'`,
  }),
  [
    'a result that is never sent',
    'challenge',
    first('threeds.results'),
    (id) => `delete from threeds.results where id = '${id}'`,
  ],
]

test('whatever is done to challenges by hand, verify names the row', async () => {
  const world = await historyOfChallenges()
  const { app } = world
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  expect(await unseenCorruptions(database, corruptions, verified)).toEqual([])
})
