import { expect } from 'vitest'
import { setRate } from '#core/rates'
import { decideParked } from '#issuing/topups'
import { hundred, stranger, usual } from '../../world/crypto-topups.ts'
import { someone, usdc } from '../../world/deposits.ts'
import { approveKyc } from '../../world/issuing.ts'
import type { CallAs } from '../../world/partner.ts'
import { unchallenged } from '../../world/topups.ts'
import { type Scenario, type Stage, theRow, worker } from './stage.ts'

const by = { actor: 'operator', fromWhere: 'test', reason: 'ticket 7' }

/** A topup of 100 USDC for 90 euros whose coins are on the chain, and not read yet. */
async function arrived(stage: Stage, { from = someone }: { from?: string } = {}) {
  const { world } = stage
  const coins = await stage.coins()
  // A rate is fresh for hours, and has a moment of its own.
  await world.pass({ seconds: 5 })
  await setRate(world.app, { by, base: 'USDC', quote: 'EUR', rate: '0.90' })
  const { customerId } = await coins.customer()
  const call: CallAs = async (...request) => {
    const login = await coins.asServer('POST', '/auth/login/partner', { body: { customerId } })
    return coins.withToken(login.body.accessToken as string)(...request)
  }
  await approveKyc(world, customerId)
  const { id: accountId } = (await call('POST', '/accounts', { body: { currency: 'EUR' } })).body
  const ordered = await call('POST', '/topups/crypto', { body: usual })
  if (ordered.status !== 201) throw new Error(JSON.stringify(ordered.body))
  const topup = ordered.body as { id: string; crypto: { address: string } }
  await world.app.sandboxChain!.send({ contract: usdc, from, to: topup.crypto.address, quantity: hundred })
  await world.app.sandboxChain!.mine(1)
  await world.pass({ seconds: 5 })
  const { id } = await theRow(world, `select id from topups.receipts where topup_id = '${topup.id}'`)
  await world.app.sandboxChain!.mine(3)
  const balance = async () => (await call('GET', `/accounts/${accountId}`)).body.balance
  return { id: String(id), balance }
}

export const topupScenarios: Record<string, Scenario> = {
  'open-topup': async (stage) => {
    const ana = await (await stage.topups()).holder()
    const statuses: number[] = []
    return {
      act: async () => statuses.push((await ana.orders('60.00')).status),
      holds: async () => {
        const made = `select from topups.topups where account_id = '${ana.accountId}'`
        const count = (await stage.world.query(made)).length
        expect(count).toBeLessThanOrEqual(1)
        expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(count)
      },
    }
  },
  'settle-topup': async (stage) => {
    const ana = await (await stage.topups()).holder()
    const { topup, shopper } = await ana.opens('50.00')
    await shopper.pays({ number: unchallenged })
    return {
      act: () => worker(stage, 'ask for the outcome of topups', topup.id),
      holds: async () => expect(await ana.balance()).toBe('50.00'),
    }
  },
  'settle-receipts': async (stage) => {
    const { id, balance } = await arrived(stage)
    // The chain is read, and nothing is decided yet.
    stage.world.clock.pass({ seconds: 5 })
    const reading = stage.world.app.jobs.filter(({ table }) => table === 'deposits.cursors')
    for (const work of reading) for (const chain of await work.claim(10)) await work.run(chain)
    return {
      act: () => worker(stage, 'decide deposits of topups', id),
      holds: async () => expect(await balance()).toBe('90.00'),
    }
  },
  'decide-parked': async (stage) => {
    const { id, balance } = await arrived(stage, { from: stranger })
    await stage.world.pass({ seconds: 5 })
    return {
      act: () => decideParked(stage.world.app, { by, id: id as never, decision: { decision: 'credit' } }),
      holds: async () => expect(await balance()).toBe('90.00'),
    }
  },
}
