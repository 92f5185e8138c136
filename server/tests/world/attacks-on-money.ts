import { randomBytes, randomUUID } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import type { Attack } from './attacks.ts'
import { hundred, type Ordered, type offerCoins, stranger } from './crypto-topups.ts'
import { someone, usdc } from './deposits.ts'
import { openTopups, unchallenged } from './topups.ts'
import type { World } from './world.ts'

type Coins = Awaited<ReturnType<typeof offerCoins>>
const holds = (of: { balance(): Promise<unknown> }) => async () => (await of.balance()) !== '0.00'

/** Attacks on topups by card and in coins, and on what has arrived for them. */
export function onTopups(world: World, coins: Coins): Attack[] {
  const credits = (of: Awaited<ReturnType<Coins['holder']>>) => async () => {
    await coins.chain.mine(3)
    await coins.look()
    return holds(of)()
  }
  const ordered = async (
    changes: object = {},
  ): Promise<{ of: Awaited<ReturnType<Coins['holder']>>; order: Ordered }> => {
    const of = await coins.holder()
    return { of, order: await of.orders(changes) }
  }
  return [
    {
      name: 'topup by card: its account is somebody else’s',
      by: async ({ attacker }) => {
        const fixture = await openTopups(world)
        const [of, thief] = [await fixture.holder(), await fixture.holder()]
        const { topup, shopper } = await of.opens('20.00')
        await attacker.run('update topups.topups set holder_id = $2, account_id = $3 where id = $1', [
          topup.id,
          thief.customerId,
          thief.accountId,
        ])
        const gained = async () => {
          await shopper.pays({ number: unchallenged, expiry: '12/79' })
          await fixture.deliver()
          return holds(thief)()
        }
        return { gained, named: `topup ${topup.id}` }
      },
    },
    {
      name: 'quote: one is inserted at another rate',
      by: async ({ attacker }) => {
        const of = await coins.holder()
        await of.call('POST', '/topups/crypto/exchange-rate', { body: of.body() })
        const columns =
          'holder_id, asset_id, input_type, currency, minor, fee_minor, rate_source, rate_as_of, sender, created_at, expires_at'
        const [row] = await attacker.run(
          `insert into topups.quotes (quantity, rate_numerator, rate_denominator, ${columns})
           select 1, '90000000', '1', ${columns} from topups.quotes where holder_id = $1 returning id`,
          [of.customerId],
        )
        const gained = async () => {
          const order = await of.orders()
          await coins.pays(order, { quantity: 1n })
          return holds(of)()
        }
        return { gained, named: `quote of a topup ${row!.id}` }
      },
    },
    {
      name: 'deposit: one is inserted, of which no chain knows',
      by: async ({ attacker }) => {
        const { of, order } = await ordered()
        const id = randomUUID()
        await attacker.run(
          `insert into deposits.deposits (id, chain_id, transaction_hash, position, address_id, asset_id, contract, sender,
             quantity, status, block_number, block_hash, confirmations, needed, created_at)
           select $1, a.chain_id, $2, 0, a.id, a.asset_id, $3, $4, $5, 'confirmed', 1, '0x', 3, 3, a.created_at
             from deposits.addresses a where a.order_id = $6`,
          [id, `0x${randomBytes(32).toString('hex')}`, usdc, someone, hundred, order.topup.id],
        )
        await attacker.run(
          `insert into topups.receipts (id, topup_id, status, created_at, due_at) values ($1, $2, 'seen', now(), now())`,
          [id, order.topup.id],
        )
        return { gained: credits(of), named: `deposit of coins ${id}` }
      },
    },
    {
      name: 'deposit: there are more coins in it',
      by: async ({ attacker }) => {
        const { of, order } = await ordered()
        await coins.pays(order, { quantity: 1n, blocks: 1 })
        const [row] = await attacker.run(
          `update deposits.deposits set quantity = $1
           where address_id = (select id from deposits.addresses where order_id = $2) returning id`,
          [hundred, order.topup.id],
        )
        return { gained: credits(of), named: `deposit of coins ${row!.id}` }
      },
    },
    {
      name: 'receipt: a deposit is paid for the order of somebody else',
      by: async ({ attacker }) => {
        const [{ order }, thief] = [await ordered(), await ordered()]
        await coins.pays(order, { quantity: hundred, blocks: 1 })
        const [row] = await attacker.run('update topups.receipts set topup_id = $2 where topup_id = $1 returning id', [
          order.topup.id,
          thief.order.topup.id,
        ])
        return { gained: credits(thief.of), named: `receipt of a topup ${row!.id}` }
      },
    },
    {
      name: 'receipt: what was credited is found again',
      by: async ({ attacker }) => {
        const { of, order } = await ordered()
        await coins.pays(order, { quantity: hundred })
        const before = await of.balance()
        const [row] = await attacker.run(
          `update topups.receipts set status = 'reclaimed', due_at = now() where topup_id = $1 returning id`,
          [order.topup.id],
        )
        const gained = async () => (await credits(of)()) && (await of.balance()) !== before
        return { gained, named: `receipt of a topup ${row!.id}` }
      },
    },
  ]
}

/** An attack on the coins that are taken. */
export const onCoins = (coins: Coins): Attack[] => [
  {
    name: 'coin: the token of somebody else is one of ours',
    by: async ({ attacker }) => {
      const [of, honest] = [await coins.holder(), await coins.holder()]
      await coins.pays(await honest.orders(), { quantity: hundred })
      if (!(await holds(honest)())) throw new Error('what an honest customer has paid is not credited')
      const order = await of.orders()
      const [row] = await attacker.run('update deposits.assets set contract = $1 where contract = $2 returning id', [
        stranger,
        usdc,
      ])
      const gained = async () => {
        await coins.pays(order, { quantity: hundred, contract: stranger })
        return holds(of)()
      }
      return { gained, named: `asset ${row!.id}` }
    },
  },
]

/** An attack on the key whose addresses customers pay to. */
export const onKeysOfDeposits = (coins: Coins): Attack[] => [
  {
    name: 'key of deposits: coins go to the wallet of somebody else',
    by: async ({ attacker }) => {
      const of = await coins.holder()
      const xpub = HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'").publicExtendedKey
      const [row] = await attacker.run('update deposits.keys set xpub = $1 returning id', [xpub])
      const gained = async () => (await of.orders({ cryptoCurrency: 'ETH', amount: 20 })).status === 201
      return { gained, named: `key of deposits ${row!.id}` }
    },
  },
]
