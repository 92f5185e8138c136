import pg from 'pg'
import { expect, test } from 'vitest'
import type { MerchantId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import { seedsOf } from '../world/length.ts'
import { createWorld, type World } from '../world/world.ts'
import { type Random, randomOf } from './random.ts'

const seeds = seedsOf({ short: 2, long: 50 })

const title = 'a card that is stored at the very moment when the vault is swept can be paid with afterwards (SEED=%i)'
test.each(seeds)(title, async (seed) => {
  const random = randomOf(seed)
  await using world = await createWorld()
  const bakery = await world.merchant()
  for (let each = random.between(2, 4); each > 0; each--) {
    const customer = { identifier: `ana-${each}`, email: 'ana@example.com' }
    const shopper = await bakery.sends({ amount: '0.04', saveCard: true, customer })
    await shopper.pays({ save: true })
  }
  world.clock.pass({ hours: random.between(25, 40) })
  const resolved = await resolveSlowly(world.databaseUrl, random)
  const sweeping = sweep(world)

  await world.untilWaiting(1)
  await resolved.commit()
  await sweeping

  await expectKept(world, resolved.cards, ['stored', 'pending'])
  world.clock.pass({ hours: 25 })
  await sweep(world)
  await expectKept(world, resolved.cards, ['stored', 'pending'])
  for (const card of resolved.cards.filter(({ is }) => is === 'declined'))
    await expect(world.app.vault.detokenize(card), 'what no card and no payment has is destroyed').rejects.toThrow()
})

async function sweep({ app }: World): Promise<void> {
  const scheduledTasks = app.jobs.find(({ name }) => name === 'scheduled-tasks')!
  await Promise.all((await scheduledTasks.claim(100)).map((id) => scheduledTasks.run(id)))
}

async function expectKept({ app }: World, cards: readonly Card[], kept: readonly Card['is'][]): Promise<void> {
  for (const card of cards.filter(({ is }) => kept.includes(is)))
    expect((await app.vault.detokenize(card)).reveal(), `a card that is ${card.is}`).toBe('4111111111111111')
}

type Card = { id: bigint; merchantId: MerchantId; token: VaultToken; is: 'stored' | 'declined' | 'pending' }

/**
 * What the resolver does when pending payments are approved or declined, stopped just before its end, at one of the two
 * questions of the sweep.
 */
async function resolveSlowly(databaseUrl: string, random: Random) {
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  await sql.query('begin')
  const { rows } = await sql.query<Omit<Card, 'is'>>(
    'select id, merchant_id as "merchantId", stores_token as token from payments.payments order by id',
  )
  const cards = rows.map((row, index): Card => {
    const is = index === 0 ? 'stored' : random.pick(['stored', 'declined', 'pending'] as const)
    return { ...row, is }
  })
  const idsOf = (is: Card['is']) => cards.filter((card) => card.is === is).map(({ id }) => id)
  await sql.query(
    `insert into shoppers.cards (id, shopper_id, vault_token, brand, first6, last4, expiry_month, expiry_year,
                                 fingerprint, status, created_at)
     select card_id, shopper_id, stores_token, card_brand, card_first6, card_last4, 12, 2034, card_fingerprint,
            'active', created_at
     from payments.payments where id = any($1)`,
    [idsOf('stored')],
  )
  await sql.query('update payments.payments set stores_token = null where id = any($1)', [
    [...idsOf('stored'), ...idsOf('declined')],
  ])
  const question = random.pick(['payments.payments', 'payments.payments', 'shoppers.cards'])
  await sql.query(`lock table ${question} in access exclusive mode`)
  return {
    cards,
    commit: async () => {
      await sql.query('commit')
      await sql.end()
    },
  }
}
