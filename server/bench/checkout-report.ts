import { type Breakdown, statementsTable } from './breakdown.ts'
import { median, ms, percent, percentile, rounded } from './numbers.ts'
import type { PageRow, PageWeight } from './page-weight.ts'
import { type Found, table } from './section.ts'
import type { Start } from './starts.ts'
import type { CardKind, PaidOrder } from './store.ts'
import { connections, type LimitRow, type ServerRow } from './throughput.ts'

export type Pair = { kind: CardKind; clients: number; server: ServerRow<PaidOrder>; limit: LimitRow; minimal: LimitRow }
export type Findings = {
  pairs: readonly Pair[]
  withWorker: { perSecond: number; clients: number; received: number }
  breakdown: Readonly<Record<CardKind, Breakdown>>
  starts: { cold: Start; warm: Start } | { failed: string }
  page: { weight: PageWeight; rows: readonly PageRow[] }
  orders: { acknowledged: number; written: number }
  verified: string
}

export const reportCheckout = (found: Findings): Found => ({
  inShort: inShort(found),
  text: [
    '### Paid orders through HTTP, and the limit',
    explanation,
    pairsTable(found.pairs),
    processorTable(found.pairs),
    workerLine(found.withWorker),
    '### Where the time of one payment goes',
    'One client, a server that watches itself. Medians in milliseconds; `own` is what is neither database nor acquirer, the way through HTTP included.',
    breakdownTable(found.breakdown),
    ...cardKinds.flatMap((kind) => [
      `The statements of a payment with ${cardLabels[kind]}:`,
      statementsTable(found.breakdown[kind]),
    ]),
    '### From `npm start` to the first paid order',
    startsText(found.starts),
    '### The pay page',
    'Styles and script are in the page: one request shows it. The server sends it as it is; a proxy in front compresses it.',
    weightTable(found.page.weight),
    loadTable(found.page.rows),
    '### Afterwards',
    afterwards(found),
  ].join('\n\n'),
})

const cardKinds = ['stored', 'new'] as const
const explanation = `Each payment is two requests: the store's signed form (which begins order, shopper and session) and the pay form (which ends with the browser sent back to the store). Server, load and PostgreSQL each have processes of their own on this one machine, and the sandbox acquirer keeps its record in memory, since an acquirer's storage is not our cost. The limit is what the bare driver does with the very same statements, recorded from a payment and sent with fresh values over as many connections (${connections} and ${Math.ceil(connections / 4)} for the vault), with no HTTP and nothing between the statements; so it has no load to generate either. Minimal is the bare driver with one statement for each payment, on bare tables. Logging is on, as shipped.`

function inShort({ pairs, breakdown, starts }: Findings): string[] {
  const busiest = pairs.filter(({ clients }) => clients === Math.max(...pairs.map((pair) => pair.clients)))
  return [
    ...busiest.map(
      ({ kind, clients, server, limit, minimal }) =>
        `${percent(server.perSecond / limit.perSecond)} of the limit at ${clients} clients, ${cardLabels[kind]} (${rounded(server.perSecond)} of ${rounded(limit.perSecond)} paid orders a second; aim: 40 %), ${percent(server.perSecond / minimal.perSecond)} of minimal payments (${rounded(minimal.perSecond)})`,
    ),
    ...cardKinds.map(
      (kind) => `${ms(payOf(breakdown[kind]).own)} of our own in paying with ${cardLabels[kind]} (aim: below 8 ms)`,
    ),
    'failed' in starts
      ? `starts were not measured: ${starts.failed}`
      : `${ms(starts.warm.paid)} from a warm start to the first paid order (aim: below 1,500 ms), ${ms(starts.cold.paid)} from a cold one`,
  ]
}

const payOf = ({ requests }: Breakdown) => requests.find(({ name }) => name === 'pay')!

const cardLabels: Readonly<Record<CardKind, string>> = { stored: 'a stored card', new: 'a new card' }

const pairsTable = (pairs: readonly Pair[]): string =>
  table(
    [
      'card, clients',
      'of the limit',
      'of minimal',
      'paid/s',
      'limit/s',
      'minimal/s',
      'whole p50',
      'p99',
      'pay p50',
      'p99',
      'limit p50',
      'p99',
    ],
    pairs.map(({ kind, clients, server, limit, minimal }) => {
      const whole = server.samples.map(({ order, pay }) => order + pay)
      const pay = server.samples.map((sample) => sample.pay)
      return [
        `${kind}, ${clients}`,
        percent(server.perSecond / limit.perSecond),
        percent(server.perSecond / minimal.perSecond),
        ...[
          server.perSecond,
          limit.perSecond,
          minimal.perSecond,
          median(whole),
          percentile(whole, 0.99),
          median(pay),
        ].map(rounded),
        ...[percentile(pay, 0.99), median(limit.each), percentile(limit.each, 0.99)].map(rounded),
      ]
    }),
  )

const processorTable = (pairs: readonly Pair[]): string =>
  `Processor milliseconds per payment, and what is written to the log of the database:\n\n${table(
    ['card, clients', 'server', 'database', 'load', 'limit: driver', 'limit: database', 'WAL bytes'],
    pairs.map(({ kind, clients, server: { processor, walBytes }, limit }) => [
      `${kind}, ${clients}`,
      ...[processor.server, processor.database, processor.load, limit.driverMs, limit.databaseMs, walBytes].map(
        rounded,
      ),
    ]),
  )}`

const workerLine = ({ clients, perSecond, received }: Findings['withWorker']): string =>
  `With the worker in the same process, notifying the store of every payment while ${clients} clients pay with new cards: ${rounded(perSecond)} paid orders a second, ${rounded(received)} notifications received meanwhile.`

const breakdownTable = (breakdown: Findings['breakdown']): string =>
  table(
    ['card, request', 'whole', 'database', 'acquirer', 'own', 'statements'],
    cardKinds.flatMap((kind) =>
      breakdown[kind].requests.map(({ name, whole, database, acquirer, own, statements }) => [
        `${kind}, ${name}`,
        ...[whole, database, acquirer, own].map(rounded),
        String(statements.length),
      ]),
    ),
  )

function startsText(starts: Findings['starts']): string {
  if ('failed' in starts) return `Not measured: ${starts.failed}`
  const { cold, warm } = starts
  return table(
    ['start', 'running', 'first paid order'],
    [
      ['cold: the data folder is empty', ms(cold.running), ms(cold.paid)],
      ['warm: everything is there', ms(warm.running), ms(warm.paid)],
    ],
  )
}

const weightTable = (weight: PageWeight): string =>
  table(
    ['part', 'bytes', 'gzip', 'brotli'],
    weight.map(({ part, bytes, gzip, brotli }) => [part, ...[bytes, gzip, brotli].map(rounded)]),
  )

const loadTable = (rows: readonly PageRow[]): string =>
  table(
    ['clients', 'pages/s', 'p50', 'p99'],
    rows.map(({ clients, perSecond, p50, p99 }) => [String(clients), rounded(perSecond), ms(p50), ms(p99)]),
  )

function afterwards({ orders: { acknowledged, written }, verified }: Findings): string {
  const same = acknowledged === written
  return `${rounded(acknowledged)} orders were acknowledged as paid and ${rounded(written)} are paid in the database: ${same ? 'the same.' : '**they differ.**'}\n\n${verified}`
}
