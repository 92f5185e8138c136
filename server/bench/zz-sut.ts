// server under test only, interleaved rounds; prints rate and processor ms
import { openHouse } from './house.ts'
import { openBrowsers } from './browsers.ts'
import { openServer, measureServer } from './throughput.ts'
import { welcomeRegulars } from './store.ts'
import { breakDown } from './breakdown.ts'
const args = process.argv.slice(2)
const profile = args.find(a => a.startsWith('--profile='))?.split('=')[1]
const settings = Object.fromEntries(args.filter(a=>a.includes('=') && !a.startsWith('--')).map(a=>a.split('=') as [string,string]))
const house = await openHouse('http://127.0.0.1:9/none', settings)
try {
  const server = await openServer(house, profile ? { execArgv: ['--cpu-prof', `--cpu-prof-dir=${profile}`] } : {})
  const browsers = openBrowsers(server.url, 16)
  await welcomeRegulars({ ...house, browsers }, async () => (await house.query(`select card.id from shoppers.cards card join shoppers.shoppers s on s.id=card.shopper_id order by s.identifier`)).map(r => r.id!))
  await browsers.close()
  for (const clients of [64, 1, 64, 1, 64]) for (const kind of ['stored', 'new'] as const) {
    const row = await measureServer(house, server, { clients, kind, count: () => {}, warmUpMs: 500, ms: 3000 })
    const { server: s, database: d, load: l } = row.processor
    console.log(clients, kind, row.perSecond.toFixed(0) + '/s', 'server', s.toFixed(2), 'db', d.toFixed(2), 'load', l.toFixed(2), 'sum', (s+d+l).toFixed(2), 'pay p50', row.samples.map(x=>x.pay).sort((a,b)=>a-b)[row.samples.length>>1]!.toFixed(2), 'wal', row.walBytes.toFixed(0))
  }
  await server.helper.stop()
  const b = await breakDown(house, ['stored', 'new'], { payments: 300, count: () => {} })
  for (const k of ['stored','new'] as const) console.log(k, 'pay', b[k].pay.toFixed(2), 'db', b[k].database.toFixed(2), 'own', b[k].own.toFixed(2), 'order', b[k].order.toFixed(2), 'orderOwn', b[k].orderOwn.toFixed(2), 'statements', b[k].steps.length)
} finally { await house.close() }
