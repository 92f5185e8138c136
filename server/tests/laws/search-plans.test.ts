import { expect, onTestFinished, test } from 'vitest'
import type { StaffCaller } from '#core/access'
import { openDb } from '#kernel/db/db.ts'
import { openRowCountIndexes } from '#kernel/db/row-count-index.ts'
import type { App } from '../../src/app/compose.ts'
import { readSought } from '../../src/core/search/sought.ts'
import { searchSources } from '../../src/surfaces/staff-api/search-sources.ts'
import { copyOfTemplate } from '../world/database.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

/** A text of every form that the search knows. */
const texts = [
  '1042',
  'crumb-e04b',
  '0193b2a4-1111-7222-8333-444455556666',
  'ana@example.com',
  'ana@exa',
  '1111',
  '49.90',
  '3 Nov',
  'ana pop',
  'popescu',
  '1111 25.00',
  '49.90 3 Nov',
  '1111 3 Nov',
  'topup_01JD2Z7Q00000000000000000A',
  'cust_01JD2Z7Q00000000000000000A',
  'evt_01JD2Z7Q00000000000000000A',
]
/** What no table of merchants and partners has many of. */
const few = ['merchants', 'sites', 'partners']
const today = Temporal.PlainDate.from('2026-11-22')

test('no search reads a whole table: each lookup has an index, or looks at the newest rows alone', async () => {
  const url = await copyOfTemplate()
  const superuser = await connectAsSuperuser(url)
  const database = new URL(url).pathname.slice(1)
  // Of empty tables the database would rather read all: with this it does so only where there is no other way.
  await superuser.query(`alter database ${database} set enable_seqscan = off`)
  await superuser.query(`alter database ${database} set plan_cache_mode = force_generic_plan`)
  const db = openDb(url, { role: 'florin_app', connectionsMax: 1 })
  onTestFinished(() => db.close())
  const none = {
    site: async () => undefined,
    listSites: async () => [],
    listMerchants: async () => [{ id: 101, name: 'Crumb' }],
  }
  const app = {
    db,
    directory: none,
    partners: { list: async () => [] },
    clock: { now: () => Temporal.Now.instant() },
    requestLog: { flush: async () => undefined },
  }
  const scope = { kind: 'platform', id: 'platform' } as const
  const caller = { staff: { scope }, permissions: 'all' } as unknown as StaffCaller
  const seen = { caller, siteIds: [10_001, 10_002], partnerIds: [501, 502], limit: 5 } as never
  const sources = searchSources(app as unknown as App, { rowCounts: openRowCountIndexes(app) })
  for (const text of texts) for (const { find } of sources) await find(readSought(text, today), seen)
  const prepared = await db.run(
    `select name, cardinality(parameter_types) as values from pg_prepared_statements where statement not like '%pg_%'`,
    [],
  )
  expect(prepared.length).toBeGreaterThan(20)
  const whole: string[] = []
  for (const { name, values } of prepared) {
    const places = Number(values) === 0 ? '' : `(${Array(Number(values)).fill('null').join(', ')})`
    const [row] = await db.run(`explain (format json) execute "${name}"${places}`, [])
    for (const scan of scansOf((row!['QUERY PLAN'] as [{ Plan: Scan }])[0].Plan))
      if (scan['Relation Name'] && !few.includes(scan['Relation Name']) && !isByIndex(scan))
        whole.push(`${scan['Node Type']} of ${scan['Relation Name']} in ${name}`)
  }
  expect(whole).toEqual([])
})

type Scan = { Plans?: Scan[]; 'Node Type': string; 'Relation Name'?: string; 'Index Cond'?: string }

/** A scan of a bitmap reads what the index below it has found. */
const isByIndex = (scan: Scan): boolean =>
  scan['Index Cond'] !== undefined || (scan.Plans ?? []).some((part) => part['Node Type'].startsWith('Bitmap'))

const scansOf = (node: Scan): Scan[] => [
  ...(node['Node Type'].endsWith('Scan') ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]
