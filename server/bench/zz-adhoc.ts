import pg from 'pg'
import { mkdtemp } from 'node:fs/promises'
import { breakDown } from './breakdown.ts'
import { openHouse } from './house.ts'
import { openBrowsers } from './browsers.ts'
import { openServer, openLimit, measureLimit } from './throughput.ts'
import { welcomeRegulars } from './store.ts'

const settings = Object.fromEntries(process.argv.slice(2).filter(a=>a.includes('=')).map(a=>a.split('=') as [string,string]))
const house = await openHouse('http://127.0.0.1:9/none', { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all', ...settings })
try {
  await house.query('create extension pg_stat_statements')
  const server = await openServer(house)
  const browsers = openBrowsers(server.url, 16)
  await welcomeRegulars({ ...house, browsers }, async () => (await house.query(`select card.id from shoppers.cards card join shoppers.shoppers s on s.id=card.shopper_id order by s.identifier`)).map(r => r.id!))
  await browsers.close()
  await server.helper.stop()
  const b = await breakDown(house, ['stored', 'new'], { payments: 100, count: () => {} })
  for (const k of ['stored','new'] as const) console.log(k, 'pay', b[k].pay.toFixed(2), 'db', b[k].database.toFixed(2), 'own', b[k].own.toFixed(2), 'order', b[k].order.toFixed(2), 'orderOwn', b[k].orderOwn.toFixed(2), 'statements', b[k].steps.length)
  const limit = await openLimit(house)
  for (const clients of [1, 16, 64]) {
    await house.query('select pg_stat_statements_reset()')
    const row = await measureLimit(house, limit, { tape: b.new.tape, clients, warmUpMs: 500, ms: 2500 })
    console.log('limit', clients, row.perSecond.toFixed(0), 'db ms', row.databaseMs.toFixed(2), 'driver ms', row.driverMs.toFixed(2))
    if (clients !== 64) for (const r of await house.query(`select calls, round(mean_exec_time::numeric,4) mean, round((total_exec_time)::numeric) total, round(wal_bytes/calls) wal, toplevel, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) q from pg_stat_statements where calls > 20 order by total_exec_time desc limit 22`)) console.log(r.calls!.padStart(7), r.mean!.padStart(8), r.total!.padStart(7), r.wal!.padStart(6), r.toplevel, r.q)
  }
  await limit.stop()
  // explain the settle statement
  const client = new pg.Client({ connectionString: house.databaseUrl, options: '-c role=florin_app -c timezone=UTC' })
  await client.connect()
  let order = 90000000
  for (let round = 0; round < 8; round++) {
    const t = b.new.tape; const known: string[] = []
    for (const f of t.fresh) known[f.name] = f.is === 'key' ? crypto.randomUUID() : String(order++)
    const moment = new Date().toISOString()
    for (const step of t.groups.flat()) {
      const values = step.values.map(v => v.is === 'constant' ? v.value : v.is === 'moment' ? moment : v.parts.map(p => typeof p === 'number' ? known[p] : p).join(''))
      const big = step.text.includes('ledger.entries') || step.text.includes('"orders.orders"')
      if (round === 7 && step.text.startsWith('with')) {
        await client.query('begin')
        const { rows } = await client.query({ text: 'explain (analyze, buffers, wal, costs off) ' + step.text, values })
        console.log(rows.map(r => r['QUERY PLAN']).filter(l => /Trigger|Planning|Execution|Insert on|Update on|WAL/.test(l)).join('\n'))
        await client.query('rollback')
      }
      const { rows } = await client.query({ name: 'x' + t.groups.flat().indexOf(step), text: step.text, values })
      for (const g of step.gives) known[g.name] = String(rows[0][g.column])
    }
  }
  await client.end()
} finally { await house.close() }
