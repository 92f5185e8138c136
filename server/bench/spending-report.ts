import { median, percent, rounded } from './numbers.ts'
import type { OnUs } from './on-us.ts'
import { type Found, table } from './section.ts'
import type { Delivered } from './spending-delivered.ts'

export type Measured = { perSecond: number; p50: number; p99: number }
/** Below HTTP, as JSON and as ISO 8583, about one account and about many; and the two smallest statements. */
export type Way = 'below' | 'belowMany' | 'json' | 'jsonMany' | 'iso' | 'isoMany' | 'hold' | 'minimal'

export type SpendingFindings = {
  rounds: readonly Readonly<Record<Way, Measured>>[]
  half: Readonly<Record<'below' | 'json' | 'iso', Measured>>
  alone: Measured
  onUs: OnUs
  delivered: Delivered
  /** In seconds. */
  loop: number
  books: string
}

const restOf = ({ restSeconds, undelivered }: Delivered['json']): string =>
  undelivered > 0 ? `${rounded(undelivered)} were not after ${rounded(restSeconds)} s` : `${rounded(restSeconds)} s`

const explanation =
  '64 clients, and all payments at one merchant: with one card of one account, and with 64 cards of as many accounts. A decision is judged by every rule and commits the transaction, its message, its hold, the sums of the card and the account, the event and the webhook. Over ISO 8583 the clients share four sessions of a switch in a process of its own; over JSON each has a connection, and this program makes the load; below HTTP it makes the load and decides. The limits are durable statements of the bare driver: one that shares no row (an order, its payment, an entry with two lines and an event), and one that all clients make about one account (its balance, a hold and an event). Medians of rounds that took turns.'

export function report(found: SpendingFindings): Found {
  const { rounds, half, alone, onUs, delivered, loop, books } = found
  const of = (way: Way, figure: keyof Measured) => median(rounds.map((round) => round[way][figure]))
  const share = (way: Way) => percent(median(rounds.map((round) => round[way].perSecond / round.minimal.perSecond)))
  const atMost = ([name, way]: readonly [string, Way]) => [
    name,
    ...[of(way, 'perSecond'), of(way, 'p50'), of(way, 'p99')].map(rounded),
    share(way),
  ]
  const rateOf = (way: Way) => `${rounded(of(way, 'perSecond'))} a second (${share(way)} of the smallest statement)`
  const ms = (figure: number) => `${rounded(figure)} ms`
  return {
    inShort: [
      `below HTTP ${rateOf('belowMany')}, and ${rounded(of('below', 'perSecond'))} on one account (aims: 9,000; 50 %; one account no slower)`,
      `over JSON ${rateOf('jsonMany')} (aim: 5,000), over ISO 8583 ${rateOf('isoMany')} (aim: 7,000)`,
      `p99 at half load: ${ms(half.below.p99)} below HTTP, ${ms(half.json.p99)} over JSON, ${ms(half.iso.p99)} over ISO 8583 (aim: below 25 ms); one decision alone takes ${ms(alone.p50)} (aim: below 2 ms)`,
      `while webhooks are delivered: ${rounded(delivered.json.decided)} decisions and ${rounded(delivered.json.delivered)} deliveries a second over JSON, ${rounded(delivered.iso.decided)} and ${rounded(delivered.iso.delivered)} over ISO 8583`,
      `a payment with a card of ours at a merchant of ours: ${rounded(onUs.perSecond)} a second, p50 ${ms(onUs.p50)}; alone ${ms(onUs.alone)}`,
      `the loop is played in ${rounded(loop)} s`,
    ],
    text: [
      explanation,
      table(['as many as there can be', 'a second', 'p50 ms', 'p99 ms', 'of minimal'], ways.map(atMost)),
      table(
        ['at half of it', 'a second', 'p50 ms', 'p99 ms'],
        (['below', 'json', 'iso'] as const).map((way) => [
          nameOf[way],
          ...[half[way].perSecond, half[way].p50, half[way].p99].map(rounded),
        ]),
      ),
      'The same server delivers the webhook of each transaction to a receiver in another process. What it is behind when the load ends, it delivers after it.',
      table(
        [
          'with deliveries',
          'decided a second',
          'p50 ms',
          'p99 ms',
          'delivered a second',
          'behind at the end',
          'all are there after',
        ],
        (['json', 'iso'] as const).map((way) => [
          nameOf[way],
          ...[delivered[way].decided, delivered[way].p50, delivered[way].p99, delivered[way].delivered].map(rounded),
          rounded(delivered[way].behind),
          restOf(delivered[way]),
        ]),
      ),
      books,
    ].join('\n\n'),
  }
}

const nameOf = { below: 'below HTTP', json: 'JSON', iso: 'ISO 8583' } as const
const ways: readonly (readonly [string, Way])[] = [
  ['below HTTP, one account', 'below'],
  ['below HTTP, many accounts', 'belowMany'],
  ['JSON, one account', 'json'],
  ['JSON, many accounts', 'jsonMany'],
  ['ISO 8583, one account', 'iso'],
  ['ISO 8583, many accounts', 'isoMany'],
  ['smallest statement, one account', 'hold'],
  ['smallest statement, no shared row', 'minimal'],
]
