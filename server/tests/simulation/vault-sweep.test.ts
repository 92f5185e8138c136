import pg from 'pg'
import { expect, test } from 'vitest'
import type { MerchantId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import { createWorld } from '../world/world.ts'

test('a card that is stored at the very moment when the vault is swept can be paid with afterwards', async () => {
  await using world = await createWorld()
  const bakery = await world.merchant()
  const ana = await bakery.sends({ amount: '0.04', saveCard: true })
  await ana.pays({ save: true })
  world.clock.pass({ hours: 25 })
  const settledInBatch = await runSlowly(world.databaseUrl)
  const scheduledTasks = world.app.jobs.find(({ name }) => name === 'scheduled-tasks')!
  const sweeping = Promise.all((await scheduledTasks.claim(10)).map((id) => scheduledTasks.run(id)))

  await world.untilWaiting(1)
  await settledInBatch.commit()
  await sweeping

  expect((await world.app.vault.detokenize(settledInBatch.card)).reveal()).toBe('4111111111111111')
})

/** What the resolver does when a pending payment is approved, stopped just before its end. */
async function runSlowly(databaseUrl: string) {
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  await sql.query('begin')
  const { rows } = await sql.query<{ merchantId: MerchantId; token: VaultToken }>(
    `with stored as (
       insert into shoppers.cards (id, shopper_id, vault_token, brand, first6, last4, expiry_month, expiry_year,
                                   fingerprint, status, created_at)
       select card_id, shopper_id, stores_token, card_brand, card_first6, card_last4, 12, 2034, card_fingerprint,
              'active', created_at
       from payments.payments returning vault_token
     )
     select merchant_id as "merchantId", vault_token as token from payments.payments, stored`,
  )
  await sql.query('update payments.payments set stores_token = null')
  await sql.query('lock table payments.payments in access exclusive mode')
  return {
    card: rows[0]!,
    commit: async () => {
      await sql.query('commit')
      await sql.end()
    },
  }
}
