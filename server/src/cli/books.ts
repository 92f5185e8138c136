import { setTimeout } from 'node:timers/promises'
import { Command } from 'commander'
import { type JournalEntry, journalAfter } from '#core/ledger'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { countOption } from './arguments.ts'
import { printOne } from './printing.ts'
import { withApp } from './with-app.ts'

type Options = { after?: number; limit: number; follow?: true }

/** The journal: what was booked, and when. */
export const booksCommand = (): Command =>
  new Command('books')
    .option(
      '--after <entry>',
      'begin after the entry with this number',
      countOption('--after', Number.MAX_SAFE_INTEGER),
    )
    .option('--limit <count>', 'so many entries at most', countOption('--limit', 10_000), 100)
    .option('--json', 'print one JSON object in each line')
    .option('--follow', 'continue with each new entry until it is stopped, without a limit')
    .action((options: Options) =>
      withApp(async ({ db, by }) => {
        await by('books:read')
        const signal = options.follow && stopSignal()
        let last = BigInt(options.after ?? 0)
        for (;;) {
          const entries = await journalAfter(db, { after: last, limit: options.limit })
          for (const entry of entries) printOne(factsOf(entry), textOf(entry))
          last = entries.at(-1)?.id ?? last
          if (!signal || signal.aborted) return
          if (entries.length === 0) await setTimeout(lookAgainMs, undefined, { signal }).catch(() => undefined)
        }
      }),
    )
const lookAgainMs = 100

function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

function textOf({ id, recipe, reference, postedAt, lines }: JournalEntry): string {
  const widest = Math.max(...lines.map(({ account }) => account.length))
  return [
    `${id}  ${postedAt.toString({ smallestUnit: 'second' })}  ${recipe}  ${reference}`,
    ...lines.map(({ account, amount }) => {
      const { side, text } = sideOf(amount)
      return `    ${side.padEnd(6)}  ${account.padEnd(widest)}  ${text} ${amount.currency}`
    }),
  ].join('\n')
}

const factsOf = ({ id, recipe, reference, postedAt, lines }: JournalEntry) => ({
  id,
  recipe,
  reference,
  postedAt,
  lines: lines.map(({ account, amount }) => {
    const { side, text } = sideOf(amount)
    return { account, side, amount: text, currency: amount.currency }
  }),
})

const sideOf = ({ minor, currency }: Money) => ({
  side: minor > 0n ? 'debit' : 'credit',
  text: formatMoney({ minor: minor < 0n ? -minor : minor, currency }),
})
