import { expect } from 'vitest'
import { decideDispute } from '#issuing/chargebacks'
import type { DisputeId } from '#issuing/ids'
import { answering } from '../../world/deciding.ts'
import { openSpender } from '../../world/network.ts'
import { type Scenario, type Stage, theRow, worker } from './stage.ts'

const by = { actor: 'operator', fromWhere: 'test' }
const spender = async ({ world, partner }: Stage) => openSpender(world, await partner(), { funds: '100.00' })

/** A cleared payment of 40.00 out of 100.00. */
async function cleared(stage: Stage) {
  const ana = await spender(stage)
  const { transactionId } = await ana.clear('40.00')
  const disputes = (amount: string) =>
    ana.call('POST', `/transactions/${transactionId}/disputes`, {
      body: { reason: 'duplicate', explanation: 'Charged twice.', amount },
    })
  return { ana, transactionId, disputes }
}

export const spendingScenarios: Record<string, Scenario> = {
  'decide-together': async (stage) => {
    const ana = await spender(stage)
    const codes: string[] = []
    return {
      act: async () => codes.push((await ana.authorize('60.00')).code),
      holds: async () => {
        const approved = codes.filter((code) => code === '00').length
        expect(approved).toBeLessThanOrEqual(1)
        expect(await ana.funds()).toMatchObject({ balance: '100.00', held: approved ? '60.00' : '0.00' })
      },
    }
  },
  'follow-message': async (stage) => {
    const ana = await spender(stage)
    let cleared = 0
    return {
      act: async () => {
        if ((await ana.clear('10.00')).code === '00') cleared++
      },
      holds: async () => expect(await ana.funds()).toMatchObject({ balance: `${100 - 10 * cleared}.00`, held: '0.00' }),
    }
  },
  'expire-transaction': async (stage) => {
    const ana = await spender(stage)
    const { transactionId } = await ana.authorize('60.00')
    // Weeks would be due for everybody else, too.
    await stage.world.query(
      `update spending.states set due_at = '${stage.world.clock.now()}' where id = '${transactionId}'`,
    )
    return {
      act: () => worker(stage, 'expire card transactions', transactionId!),
      holds: async () => {
        const held = 'select held_minor::text as held, status from spending.states where id'
        expect(await theRow(stage.world, `${held} = '${transactionId}'`)).toEqual({ held: '0', status: 'expired' })
        const total = 'select held_minor::text as held from spending.account_totals where account_id'
        expect(await theRow(stage.world, `${total} = '${ana.accountId}'`)).toEqual({ held: '0' })
      },
    }
  },
  'end-question': async (stage) => {
    const { world } = stage
    const nordwind = await stage.deciding()
    const ana = await openSpender(world, nordwind.partner, { funds: '100.00' })
    nordwind.receiver.answer('hold')
    const answer = ana.authorize('60.00')
    const { transactionId } = await nordwind.asked()
    const { id } = await theRow(world, `select id from spending.questions where transaction_id = '${transactionId}'`)
    return {
      act: () => worker(stage, 'end abandoned questions to partners', String(id)),
      holds: async () => {
        nordwind.receiver.release(answering({ decision: 'approve' }))
        expect((await answer).code).toBe('91')
        expect(await ana.funds()).toMatchObject({ balance: '100.00', held: '0.00' })
        const ended = `select from spending.messages where kind = 'partner' and action is not null and transaction_id = '${transactionId}'`
        expect(await world.query(ended)).toHaveLength(1)
      },
    }
  },
  authenticate: async (stage) => {
    const [ana, shop] = [await spender(stage), await stage.merchantSide()]
    const areq = shop.areq(ana, '42.99')
    return {
      act: () => shop.ask(ana, '42.99', areq as Record<string, unknown>),
      holds: () =>
        theRow(
          stage.world,
          `select from threeds.authentications where server_trans_id = '${areq.threeDSServerTransID}'`,
        ),
    }
  },
  'open-dispute': async (stage) => {
    const { disputes, transactionId } = await cleared(stage)
    const statuses: number[] = []
    return {
      act: async () => statuses.push((await disputes('30.00')).status),
      holds: async () => {
        const made = await stage.world.query(
          `select from chargebacks.disputes where transaction_id = '${transactionId}'`,
        )
        expect(made).toHaveLength(1)
        expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1)
      },
    }
  },
  'decide-dispute': async (stage) => {
    const { ana, disputes } = await cleared(stage)
    const id = (await disputes('40.00')).body.id as DisputeId
    return {
      act: () => decideDispute(stage.world.app, { id, action: 'raise', by }),
      holds: async () => expect(await ana.funds()).toMatchObject({ balance: '100.00' }),
    }
  },
}
