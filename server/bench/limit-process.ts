import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { crowd } from './load.ts'
import { answerParent } from './processes.ts'
import { regulars } from './store.ts'
import type { Filling, FreshName, Step, Tape } from './tape.ts'

/** The driver and the database alone: the statements of a payment, over and over, and nothing between them. */
const url = process.env.DATABASE_URL!
const pools: Readonly<Record<string, pg.Pool>> = {
  florin_app: openPool('florin_app', Number(process.env.FLORIN_DATABASE_CONNECTIONS)),
  florin_vault: openPool('florin_vault', Math.ceil(Number(process.env.FLORIN_DATABASE_CONNECTIONS) / 4)),
}

function openPool(role: string, max: number): pg.Pool {
  const options = `-c role=${role} -c timezone=UTC -c statement_timeout=15000`
  return new pg.Pool({ connectionString: url, options, max })
}

/** `cards` are those of the regulars, one each. */
export type LimitAsk = { tape: Tape; cards: readonly string[]; clients: number; warmUpMs: number; ms: number }
export type LimitAnswer = { payments: number; seconds: number; each: number[] }

answerParent(
  async (message) => {
    const { tape, cards, ...how } = message as LimitAsk
    const payment = player(tape, cards)
    const { samples, seconds } = await crowd(payment, how)
    return { payments: samples.length, seconds, each: samples } satisfies LimitAnswer
  },
  async () => {
    for (const pool of Object.values(pools)) await pool.end()
  },
)

let nextOrder = 60_000_000
let nextStranger = 70_000_000
type Maker = (regular: number, cards: readonly string[]) => string
const makers: Readonly<Record<FreshName, Maker>> = {
  order: () => String(nextOrder++),
  stranger: () => String(nextStranger++),
  regular: (regular) => String(17_000_000 + regular),
  card: (regular, cards) => cards[regular]!,
  key: () => randomUUID(),
}

const statementNames = new Map<string, string>()

/** Gives what makes one payment and says how many milliseconds it took. */
function player({ groups, names, fresh }: Tape, cards: readonly string[]): () => Promise<number> {
  for (const { text } of groups.flat())
    if (!statementNames.has(text)) statementNames.set(text, `s${statementNames.size}`)
  return async () => {
    const began = performance.now()
    const known = new Array<string>(names)
    const regular = randomInt(regulars)
    for (const { name, is } of fresh) known[name] = makers[is](regular, cards)
    const moment = new Date().toISOString()
    for (const group of groups) {
      await (group.length === 1
        ? play(group[0]!, known, moment)
        : Promise.all(group.map((step) => play(step, known, moment))))
    }
    return performance.now() - began
  }
}

async function play({ role, text, values, gives }: Step, known: string[], moment: string): Promise<void> {
  const filled = values.map((value) => fill(value, known, moment))
  const { rows } = await pools[role]!.query({ name: statementNames.get(text)!, text, values: filled })
  for (const { column, name } of gives) known[name] = String(rows[0][column])
}

function fill(filling: Filling, known: readonly string[], moment: string): unknown {
  if (filling.is === 'constant') return filling.value
  if (filling.is === 'moment') return moment
  let text = ''
  for (const part of filling.parts) text += typeof part === 'number' ? known[part] : part
  return text
}
