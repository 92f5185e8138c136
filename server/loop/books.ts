import assert from 'node:assert/strict'
import { z } from 'zod'
import { openMailbag } from './mailbag.ts'
import type { Program } from './program.ts'

const entry = z.object({
  id: z.string(),
  recipe: z.string(),
  reference: z.string(),
  lines: z.array(
    z.object({ account: z.string(), side: z.enum(['debit', 'credit']), amount: z.string(), currency: z.string() }),
  ),
})
/** An entry of the books, as `florin books --json` prints it. */
export type Booked = z.output<typeof entry>

export type Books = {
  /** Waits for an entry of this kind, the oldest that was not taken yet. */
  next(recipe: string): Promise<Booked>
  /** The entries that `next` has not returned; they are taken with it. */
  takeRest(): readonly Booked[]
  /** What all entries so far have made of an account: above zero when Florin owes it. */
  owed(account: string): string
  /** What the entries of a recipe have taken from that, in all. */
  debited(account: string, recipe: string): string
}

/** Follows the books from their first entry. Each must sum to zero in each currency. */
export function openBooks(program: Program): Books {
  const all: Booked[] = []
  const entries = openMailbag<Booked>(({ recipe, reference }) => `${recipe} (${reference})`)
  program.follow(
    (line) => {
      const booked = entry.parse(JSON.parse(line))
      for (const [currency, sum] of sumsOf(booked)) assert.equal(sum, 0n, `entry ${booked.id} in ${currency}`)
      all.push(booked)
      entries.put(booked)
    },
    ...['books', '--json', '--follow'],
  )
  return {
    next: (recipe) => entries.take(`the entry ${recipe}`, (one) => one.recipe === recipe),
    takeRest: entries.takeRest,
    owed: (account) => amountOf(-sumOf(all.flatMap(({ lines }) => linesOf(lines, account)))),
    debited: (account, recipe) =>
      amountOf(sumOf(all.filter((one) => one.recipe === recipe).flatMap(({ lines }) => linesOf(lines, account)))),
  }
}

type Line = Booked['lines'][number]
const linesOf = (lines: readonly Line[], account: string): Line[] => lines.filter((line) => line.account === account)
const sumOf = (lines: readonly Line[]): bigint => lines.reduce((sum, line) => sum + minorOf(line), 0n)

function amountOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Debits above zero. All amounts of the story have two decimals. */
const minorOf = ({ side, amount }: Line): bigint => BigInt(amount.replace('.', '')) * (side === 'debit' ? 1n : -1n)

function sumsOf({ lines }: Booked): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const line of lines) sums.set(line.currency, (sums.get(line.currency) ?? 0n) + minorOf(line))
  return sums
}
