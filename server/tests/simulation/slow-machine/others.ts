import { expect } from 'vitest'
import { beginErasure, continueErasure, type ErasureId } from '#core/persons'
import type { HolderId } from '#issuing/ids'
import { commit, insert, ref } from '#kernel/db/commit/commit.ts'
import { bindOlderRows } from '../../../src/app/bind-rows.ts'
import { endSessions } from '../../../src/issuing/holders/end-sessions.ts'
import { reportsOf } from '../../world/acquirer-reports.ts'
import { type Scenario, type Stage, theRow, worker } from './stage.ts'

const by = { actor: 'operator', fromWhere: 'test' }
let [reports, rates] = [0, 0]

/** A report with rows of the reserve alone: below zero it is held back. */
async function reserveReport(stage: Stage, amount: string) {
  const name = `report-${++reports}`
  const row = (entry: string, type: string, minus = false) => {
    const text = minus ? (-Number(amount)).toFixed(2) : amount
    return `sandbox,${name}-${entry},${name},${type},,,EUR,${text},0.00,${text},2026-05-05,2026-05-05`
  }
  const head = 'connector,entry,batch,type,key,reference,currency,gross,fees,net,bookedOn,valueOn'
  const lines = [head, row('0', 'reserve'), row('1', 'transfer', true)]
  return { name, imports: () => reportsOf(stage.fixture).imports(lines, name) }
}

const shopper = async (stage: Stage) => {
  const shop = await stage.shop()
  const { orderId } = await shop.pays()
  await stage.world.pass({ hours: 24 })
  const { id } = await theRow(stage.world, `select shopper_id as id from orders.orders where id = ${orderId}`)
  return String(id)
}

const breaks = ({ world }: Stage, name: string) =>
  world.query(`select b.id, b.status from reconciliation.breaks b join reconciliation.rows r
    on (r.report_id, r.line) = (b.report_id, b.line) where r.entry like '${name}-%'`)

export const otherScenarios: Record<string, Scenario> = {
  'record-rows': async (stage) => {
    await (await reserveReport(stage, '-10.00')).imports()
    const all = await Promise.all([1, 2, 3].map(() => reserveReport(stage, '10.00')))
    let next = 0
    return {
      act: () => all[next++]!.imports(),
      holds: async () => {
        const sum = `select coalesce(sum(minor), 0)::text as minor from ledger.lines where account = 'acquirer:reserve'`
        expect(Number((await theRow(stage.world, sum)).minor)).toBeGreaterThanOrEqual(0)
      },
    }
  },
  'compare-again': async (stage) => {
    const { name, imports } = await reserveReport(stage, '1000.00')
    await imports()
    const [found] = await breaks(stage, name)
    await (await reserveReport(stage, '-1000.00')).imports()
    return {
      act: () => worker(stage, 'compare with acquirers again', BigInt(found!.id as string)),
      holds: async () => expect(await breaks(stage, name)).toMatchObject([{ status: 'resolved' }]),
    }
  },
  'begin-erasure': async (stage) => {
    const id = await shopper(stage)
    return {
      act: () => beginErasure(stage.world.app, { by, subject: { kind: 'shopper', id } }),
      holds: () => theRow(stage.world, `select from persons.erasures where subject_id = '${id}'`),
    }
  },
  'erase-person': async (stage) => {
    const id = await shopper(stage)
    const erasure = (await beginErasure(stage.world.app, { by, subject: { kind: 'shopper', id } })) as ErasureId
    return {
      act: () => continueErasure(stage.world.app, erasure),
      holds: async () =>
        expect(
          await stage.world.query(`select from directory.audit where action = 'personErased' and subject_id = '${id}'`),
        ).toHaveLength(1),
    }
  },
  'end-sessions': async (stage) => {
    const { world } = stage
    const { partner, customer } = await stage.partner()
    const id = (await customer()).customerId as HolderId
    const open = `select id from holders.sessions where holder_id = '${id}' and ended_at is null`
    const audited = `select from directory.audit where action = 'sessionsEnded' and subject_id = '${id}' and after ->> 'sessions' = '1'`
    let ended = 0
    return {
      act: async () => {
        ended += await endSessions(world.app, { by, holder: { id, partnerId: partner.id } })
      },
      holds: async () => {
        // Of a commit whose answer is lost nothing is returned; what it did is in the audit.
        const left = (await world.query(open)).length
        expect([ended, left]).not.toEqual([1, 1])
        expect(ended).toBeLessThanOrEqual(1)
        expect(await world.query(audited)).toHaveLength(1 - left)
      },
    }
  },
  'bind-rows': async ({ world }) => {
    const { app, databaseUrl } = world
    const [rate, now] = [ref('rate'), app.clock.now()]
    const [base, quote] = ['EUR', 'RON'] as const
    const row = {
      base,
      quote,
      rate: '5.0976',
      as_of: now.subtract({ seconds: ++rates }),
      source: 'test',
      recorded_at: now,
    }
    const id = (await commit(app, now, [insert('rates.rates', row, { as: rate })], 'set-rate'))(rate)
    await world.query(`update rates.rates set mac = null where id = ${id}`)
    await world.query(`insert into florin.tables_to_bind values ('rates.rates') on conflict do nothing`)
    const entry = `select from directory.audit where action = 'rowsBound' and after -> 'keys' @> '["${id}"]'`
    return {
      act: () => bindOlderRows(app, databaseUrl),
      holds: async () => {
        await theRow(world, `select from rates.rates where id = ${id} and mac is not null`)
        expect(await world.query(entry)).toHaveLength(1)
      },
    }
  },
  sandbox: async (stage) => {
    await stage.coins()
    const chain = stage.world.app.sandboxChain!
    await chain.mine(1)
    return {
      act: () => chain.mine(2),
      holds: async () => {
        const torn = `select from sandbox_chain.blocks b where number > 0
          and not exists (select from sandbox_chain.blocks p where p.number = b.number - 1 and p.hash = b.parent_hash)`
        expect(await stage.world.query(torn)).toEqual([])
      },
    }
  },
}
