import { createHash } from 'node:crypto'
import { readAllDisputes } from '#acquiring/disputes'
import { makeDueInvoices } from '#acquiring/fee-invoices'
import { balancesOf, createPayoutByHand } from '#acquiring/merchant-payouts'
import { importReport, type SampleFault, sampleReport } from '#acquiring/reconciliation'
import { openApprovals, readApprovalRules } from '#core/access'
import { fetchRates } from '#core/rates'
import { loadList } from '#issuing/screening'
import { readCsvRows } from '#kernel/base/read-csv.ts'
import { author, type Scene, type Stage, storyZone } from './stage.ts'

/** What the operator's own days consist of: reports of the acquirer, invoices, lists, and decisions that wait. */
export function operatorScenes(stage: Stage): Scene[] {
  const { app, moment, days } = stage
  const daily = Array.from({ length: days }, (_, day): Scene[] => [
    { at: moment(day, '03:10'), name: `disputes of day ${day}`, play: () => readAllDisputes(app) },
    ...(day > days - 15 ? [report(stage, day)] : []),
    ...(app.ratesProvider
      ? [{ at: moment(day, '00:20'), name: `rates of day ${day}`, play: () => fetchRates(app) }]
      : []),
    ...(isFirst(stage, day) ? [{ at: moment(day, '06:00'), name: 'invoices', play: () => makeDueInvoices(app) }] : []),
  ]).flat()
  return [
    ...daily,
    { at: moment(-12, '10:00'), name: 'a sanctions list', play: () => screen(stage) },
    // The days since the payout of the week are counted, and no schedule pays them out before the end.
    { at: moment(-1, '05:40'), name: 'an approval is asked for', play: () => askForPayout(stage) },
  ]
}

const isFirst = ({ moment }: Stage, day: number) => moment(day, '12:00').toZonedDateTimeISO(storyZone).day === 2

/** The acquirer's report of what it settled; two days of the last two weeks differ from what was booked. */
const report = (stage: Stage, day: number): Scene => ({
  at: stage.moment(day, '07:30'),
  name: `report of day ${day}`,
  play: async () => {
    const { app, clock, days } = stage
    const on = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    const faults: Readonly<Record<number, SampleFault>> = { [days - 6]: 'amount', [days - 3]: 'unknown' }
    const connector = app.config.sandboxConnectors[0]!
    const lines = await sampleReport(app.connectors.get(connector as never), { connector, day: on, fault: faults[day] })
    if (lines.length < 2) return
    await importReport(app, {
      by: { ...author, reason: 'Report of the day.' },
      name: `settlement-${on}.csv`,
      rows: () => rowsOf(lines),
      digest: () => createHash('sha256').update(lines.join('\n')).digest(),
    })
  },
})

async function* rowsOf(lines: readonly string[]) {
  type Parsed = { record: Record<string, string>; info: { lines: number } }
  for await (const { record, info } of readCsvRows<Parsed>([lines.join('\n')], { columns: true }))
    yield { line: info.lines, columns: record }
}

/** An invented list: one person on it has almost the name of a customer. */
async function screen({ app }: Stage): Promise<void> {
  const xml = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
<publshInformation><Publish_Date>05/02/2026</Publish_Date><Record_Count>${listed.length}</Record_Count></publshInformation>
${listed.map(entryOf).join('\n')}
</sdnList>`
  const bytes = new TextEncoder().encode(xml)
  const main = {
    open: async function* () {
      yield bytes
    },
  }
  await loadList(app, { by: { ...author, reason: 'The new publication.' }, list: 'ofac', files: { main } })
}

const listed = [
  { first: 'Elena', last: 'BARBU', born: '17 Apr 1990' },
  ...Array.from({ length: 10 }, (_, nth) => ({ first: `Quorzel${'abcdefghij'[nth]}`, last: 'ZWUNTHAK', born: '1950' })),
]

const entryOf = ({ first, last, born }: (typeof listed)[number], nth: number) =>
  `<sdnEntry><uid>${9001 + nth}</uid><firstName>${first}</firstName><lastName>${last}</lastName><sdnType>Individual</sdnType><programList><program>INVENTED</program></programList><akaList></akaList><dateOfBirthList><dateOfBirthItem><dateOfBirth>${born}</dateOfBirth></dateOfBirthItem></dateOfBirthList></sdnEntry>`

/** Finance of the operator wants to pay out by hand, which another person has to approve. */
async function askForPayout({ app, seeded }: Stage): Promise<void> {
  const felix = seeded.people!.people.find(({ role, scope }) => role === 'finance' && scope.kind === 'platform')!
  const read = readApprovalRules('merchant-payouts:create')
  if (!('rules' in read)) return
  const approvals = openApprovals({ ...app, rules: read.rules })
  const by = {
    actor: `staff ${felix.id}`,
    staffId: felix.id,
    fromWhere: 'dashboard',
    reason: 'The oven is paid on Monday; they asked for it today.',
  }
  const { merchantId } = seeded.shop!.site
  const payable = (await balancesOf(app, merchantId)).find(({ hindrance }) => !hindrance)
  if (!payable) throw new Error('the bakery is owed nothing that could be paid out')
  await createPayoutByHand({ ...app, approvals }, { by, merchantId, currency: payable.currency, amount: undefined })
}
