import { type BillingFindings, type BillingRow, billingBench, billingSizes } from './billing.ts'
import { openBenchContext } from './context.ts'
import { percent, rounded } from './numbers.ts'
import { type Found, type Section, table } from './section.ts'

/** One process that bills what has fallen due. */
export const billingSection: Section = {
  title: 'The billing run',
  run: async ({ quick, durations, say }) => {
    const ctx = await openBenchContext()
    try {
      return reportBilling(await billingBench(ctx, { ...billingSizes[quick ? 'quick' : 'whole'], durations, say }))
    } finally {
      await ctx.close()
    }
  },
}

const explanation =
  'One process without pages bills what is due: it claims orders in hundreds, records the intent of each payment, detokenizes the card, sends the request to the acquirer (in memory), and records the result in payment, books, order and notification. Orders, cards and shoppers were inserted by SQL. The limit is the database alone with the same rows in the same order: three statements that take everything from the order itself, one order at a time over 16 connections, and a hundred at a time over 4; nothing is read into a program, decided, requested or decrypted. `minimal due rows` is one statement for each, one at a time over 16 connections: a row that is due is moved on, and a payment, an entry with two lines and an event are inserted, all in bare tables.'

const reportBilling = (found: BillingFindings): Found => ({
  inShort: inShort(found),
  text: [
    explanation,
    table(
      ['stored orders', 'of them due', 'orders/s', 'program', 'database'],
      [...found.growth, found.run].map(({ stored, due, perSecond, processor }) => [
        rounded(stored),
        rounded(due),
        rounded(perSecond),
        `${rounded(processor.program)} ms`,
        `${rounded(processor.database)} ms`,
      ]),
    ),
    'Program and database: milliseconds of a processor for one order. Rows of less than 5,000 due orders are several runs, one after the other.',
    table(
      ['the limit', 'orders/s', 'the run'],
      [
        ['one by one', rounded(found.limit.oneByOne), percent(found.run.perSecond / found.limit.oneByOne)],
        ['in hundreds', rounded(found.limit.inHundreds), percent(found.run.perSecond / found.limit.inHundreds)],
        ['minimal due rows', rounded(found.limit.minimal), percent(found.run.perSecond / found.limit.minimal)],
      ],
    ),
    `${rounded(found.charges)} charges were made, ${rounded(found.paid)} of them are paid, and ${rounded(found.captured)} were taken from their card exactly once: ${isExact(found) ? 'the same.' : '**they differ.**'}`,
  ].join('\n\n'),
})

const isExact = ({ charges, paid, captured }: BillingFindings): boolean => charges === paid && charges === captured

function inShort(found: BillingFindings): string[] {
  const { run, limit } = found
  const [few, many] = extremesOf(found.growth)
  return [
    `${rounded(run.perSecond)} orders a second in a run of ${rounded(run.due)} (aim: 2,000): ${percent(run.perSecond / limit.inHundreds)} of what the database does with the bare rows in hundreds (${rounded(limit.inHundreds)}), ${percent(run.perSecond / limit.oneByOne)} of what it does one by one (${rounded(limit.oneByOne)})`,
    `one order costs ${rounded(costOf(many))} ms of the processors when ${rounded(many.stored)} are stored and ${rounded(costOf(few))} ms when ${rounded(few.stored)} are (${rounded(many.due)} due in both; aim: the same)`,
    isExact(found)
      ? `each of ${rounded(found.charges)} periods was charged exactly once`
      : '**a period was charged twice, or not at all**',
  ]
}

/** As many due, with the fewest and with the most stored. */
function extremesOf(growth: readonly BillingRow[]): [few: BillingRow, many: BillingRow] {
  const few = growth[0]!
  return [few, growth.findLast(({ due }) => due === few.due)!]
}

const costOf = ({ processor }: BillingRow): number => processor.program + processor.database
