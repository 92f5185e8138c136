import { type Breakdown, statementsTable } from './breakdown.ts'
import type { LimitRushed } from './limit-process.ts'
import { median, percent, percentile, rounded } from './numbers.ts'
import { type Found, table } from './section.ts'
import { connections } from './throughput.ts'

/** The measured rush; times in seconds, `each` in milliseconds from the press of the button to the response. */
export type Rush = {
  openSeconds: number
  seconds: number
  each: readonly number[]
  /** The shoppers whose page says that they have paid. */
  paid: number
  /** The paid orders in the link's row, and the number of payments started. */
  written: number
  reserved: number
  started: number
}
export type LinkFindings = {
  many: number
  places: number
  few: Rush
  all: Rush
  limits: { few: LimitRushed; all: LimitRushed }
  /** Minimal statements that each hold a part of one row, in bare tables. */
  minimalPerSecond: number
  breakdown: Breakdown
  verified: string
}

export const reportLinks = (found: LinkFindings): Found => ({
  inShort: inShort(found),
  text: [
    explanation(found),
    table(
      ['places', 'paid', 'payments started', 'all have opened', 'all are answered', 'p50', 'p99', 'limit', 'of it'],
      [
        rowOf(String(found.places), found.few, found.limits.few),
        rowOf('as many as shoppers', found.all, found.limits.all),
      ],
    ),
    `One minimal statement for each place, on bare tables (a row that all change, a hold, an event): ${rounded(found.minimalPerSecond)} a second; the shoppers of the link without a limit paid at ${percent(found.all.paid / found.all.seconds / found.minimalPerSecond)} of it.`,
    'The statements of one shopper, one client, medians in milliseconds:',
    statementsTable(found.breakdown),
    found.verified,
  ].join('\n\n'),
})

const explanation = ({ many, places }: LinkFindings): string =>
  `${rounded(many)} shoppers, each with a connection of their own, open the same link; when the last one has, all send the pay form at the same moment, and each follows to the page with the outcome. The limit is what the bare driver does over ${connections} connections with the very same statements, recorded from a shopper who pays; a shopper who is refused the place leaves with that statement, while the server goes on to show them why. So the limit of the link for ${places} is hardly more than ${rounded(many)} reads and refused changes of one row.`

const rowOf = (places: string, rush: Rush, limit: LimitRushed): string[] => [
  places,
  rounded(rush.paid),
  rounded(rush.started),
  `${rounded(rush.openSeconds)} s`,
  `${rounded(rush.seconds)} s`,
  `${rounded(median(rush.each))} ms`,
  `${rounded(percentile(rush.each, 0.99))} ms`,
  `${rounded(limit.seconds)} s`,
  percent(limit.seconds / rush.seconds),
]

function inShort({ many, places, few, all, limits }: LinkFindings): string[] {
  const exact =
    few.paid === places && few.written === places && few.started === places && few.reserved === 0 && all.paid === many
  return [
    `${exact ? `exactly ${places}` : `**${few.paid}, and ${few.written} by the link's row,**`} of ${rounded(many)} shoppers paid on a link for ${places}; all were answered within ${rounded(few.seconds)} s, p99 ${rounded(percentile(few.each, 0.99))} ms (the bare statements: ${rounded(limits.few.seconds)} s)`,
    `${rounded(all.paid)} of ${rounded(many)} paid on a link without a limit within ${rounded(all.seconds)} s, p99 ${rounded(percentile(all.each, 0.99))} ms (the bare statements: ${rounded(limits.all.seconds)} s)`,
  ]
}
