// experiment: limit with pipelined clients
import pg from 'pg'
import { breakDown } from './breakdown.ts'
import { openHouse } from './house.ts'
import { openBrowsers } from './browsers.ts'
import { openServer } from './throughput.ts'
import { welcomeRegulars, regulars } from './store.ts'
import { crowd } from './load.ts'
import { processorMs } from './processes.ts'
import { randomInt, randomUUID } from 'node:crypto'
const settings = Object.fromEntries(process.argv.slice(2).filter(a=>a.includes('=')).map(a=>a.split('=') as [string,string]))
const house = await openHouse('http://127.0.0.1:9/none', settings)
const noParse = { getTypeParser: () => String }
type Runner = (role: string, q: pg.QueryConfig) => Promise<pg.QueryResult>
async function pipelined(k: number, cork: boolean): Promise<{run: Runner, close(): Promise<void>}> {
  const sets: Record<string, { c: pg.Client, busy: number, corked: boolean }[]> = {}
  for (const [role, n] of [['florin_app', k], ['florin_vault', 2]] as const) {
    sets[role] = []
    for (let i = 0; i < n; i++) {
      const c = new pg.Client({ connectionString: house.databaseUrl, options: `-c role=${role} -c timezone=UTC`, pipeline: true, types: noParse } as any)
      await c.connect(); sets[role]!.push({ c, busy: 0, corked: false })
    }
  }
  return { run: async (role, q) => {
    let best = sets[role]![0]!
    for (const e of sets[role]!) if (e.busy < best.busy) best = e
    best.busy++
    if (cork && !best.corked) {
      const stream = (best.c as any).connection.stream
      best.corked = true; stream.cork(); setImmediate(() => { best.corked = false; stream.uncork() })
    }
    try { return await best.c.query(q) } finally { best.busy-- }
  }, close: async () => { for (const s of Object.values(sets)) for (const e of s) await e.c.end() } }
}
async function pooled(k: number, more = '') {
  const pools: Record<string, pg.Pool> = {}
  for (const [role, n] of [['florin_app', k], ['florin_vault', 4]] as const) pools[role] = new pg.Pool({ connectionString: house.databaseUrl, options: `-c role=${role} -c timezone=UTC ${more}`, max: n, types: noParse } as any)
  return { run: ((role, q) => pools[role]!.query(q)) as Runner, close: async () => { for (const p of Object.values(pools)) await p.end() } }
}
let no = 60_000_000, st = 70_000_000
try {
  const server = await openServer(house)
  const browsers = openBrowsers(server.url, 16)
  await welcomeRegulars({ ...house, browsers }, async () => (await house.query(`select card.id from shoppers.cards card join shoppers.shoppers s on s.id=card.shopper_id order by s.identifier`)).map(r => r.id!))
  await browsers.close()
  await server.helper.stop()
  const b = await breakDown(house, ['stored', 'new'], { payments: 100, count: () => {} })
  const tape = b.new.tape
  const makers = { order: () => String(no++), stranger: () => String(st++), regular: () => String(17_000_000 + randomInt(regulars)), key: () => randomUUID() }
  const names = new Map<string,string>(); for (const s of tape.groups.flat()) if (!names.has(s.text)) names.set(s.text, 's' + names.size)
  const payment = (run: Runner) => async () => {
    const known: string[] = []; for (const f of tape.fresh) known[f.name] = makers[f.is]()
    const moment = new Date().toISOString()
    for (const g of tape.groups) await Promise.all(g.map(async s => {
      const values = s.values.map(v => v.is === 'constant' ? v.value : v.is === 'moment' ? moment : v.parts.map(p => typeof p === 'number' ? known[p] : p).join(''))
      const { rows } = await run(s.role, { name: names.get(s.text)!, text: s.text, values })
      for (const x of s.gives) known[x.name] = String(rows[0][x.column])
    }))
    return 1
  }
  for (const round of [1]) for (const [label, make] of [['pool16', () => pooled(16)]] as const) {
    const x = await make(); const p0 = processorMs(house.databasePid, { children: true }), c0 = process.cpuUsage()
    const { samples, seconds } = await crowd(payment(x.run), { clients: 64, warmUpMs: 400, ms: 1600 })
    await x.close(); const c = process.cpuUsage(c0); const n = samples.length * 1.25
    console.log(round, label, (samples.length / seconds).toFixed(0), 'db', ((processorMs(house.databasePid, { children: true }) - p0) / n).toFixed(2), 'driver', ((c.user + c.system) / 1000 / n).toFixed(2))
  }
} finally { await house.close() }
