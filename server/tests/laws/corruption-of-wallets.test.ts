import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { type Corruption, first } from '../world/corruptions.ts'
import { codeIn, mailOf } from '../world/mail.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld, type World } from '../world/world.ts'

/** A customer who has registered with a wallet. */
async function registered(world: World, { asApp }: PartnerFixture, email: string): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  const post = async (path: string, body: object) =>
    (await asApp('POST', `/auth/register/wallet${path}`, { body })).body
  const { challengeId, message } = await post('/challenge', { walletAddress: account.address })
  const signature = await account.signMessage({ message: String(message) })
  const { registrationId } = await post('', { challengeId, signature, email })
  await world.runUntilIdle()
  const code = codeIn((await mailOf(world, email)).at(-1)!)
  expect(await post('/verify', { registrationId, code })).toHaveProperty('customerId')
}

const corruptions = Object.entries<(holderId: string) => string>({
  'a wallet of somebody else let in': (id) =>
    `update holders.wallets set address = '0xmallory' where holder_id = '${id}'`,
  'a wallet said to be proven': (id) => `update holders.wallets set verified = not verified where holder_id = '${id}'`,
  'a wallet said to be a contract': (id) =>
    `update holders.wallets set contract_chain_id = 1 where holder_id = '${id}'`,
  'when a wallet was added': (id) =>
    `update holders.wallets set created_at = created_at - interval '1 day' where holder_id = '${id}'`,
  'a wallet given to another holder': (id) =>
    `update holders.wallets set holder_id = (select id from holders.holders where id <> '${id}' limit 1) where holder_id = '${id}'`,
  'a wallet removed': (id) => `delete from holders.wallets where holder_id = '${id}'`,
  'a wallet added': (id) =>
    `insert into holders.wallets (holder_id, partner_id, chain, address, verified, created_at)
       select holder_id, partner_id, chain, '0xmallory', verified, created_at from holders.wallets where holder_id = '${id}'`,
}).map(
  ([sentence, corrupt]): Corruption => [sentence, 'holder', first('holders.wallets', 'true', 'holder_id'), corrupt],
)

test('whatever is done to the wallets of customers by hand, verify names the holder', async () => {
  await using world = await createWorld()
  const { app } = world
  const nordwind = await openPartner(world)
  for (const email of ['ana@example.com', 'eve@example.com']) await registered(world, nordwind, email)
  await world.runUntilIdle()
  await sealAll(app)
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  expect(await unseenCorruptions(database, corruptions, verified)).toEqual([])
})
