import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { runClients } from './load.ts'
import { answerParent } from './processes.ts'
import type { Regular } from './store.ts'
import type { Filling, FreshName, Step, Tape } from './tape.ts'

/** The driver and the database alone: the statements of a recording, over and over, and nothing between them. */
const url = process.env.DATABASE_URL!
const pools: Readonly<Record<string, pg.Pool>> = {
  florin_app: openPool('florin_app', Number(process.env.FLORIN_DATABASE_CONNECTIONS)),
  florin_vault: openPool('florin_vault', Math.ceil(Number(process.env.FLORIN_DATABASE_CONNECTIONS) / 4)),
}

function openPool(role: string, max: number): pg.Pool {
  const options = `-c role=${role} -c timezone=UTC -c statement_timeout=15000`
  return new pg.Pool({ connectionString: url, options, max })
}

/** So many clients play the tape again and again. */
export type LimitTiming = {
  tape: Tape
  regulars: readonly Regular[]
  clients: number
  warmUpMs: number
  ms: number
}
/** So many clients send this one statement, with a new number and an amount each time. */
export type MinimalTiming = { minimal: string; clients: number; warmUpMs: number; ms: number }
export type LimitTimed = { done: number; seconds: number; each: number[] }

/** So many play the tape once: all play its first `first` groups, and when the last is done, all the others at once. */
export type LimitRush = { tape: Tape; first: number; many: number }
export type LimitRushed = {
  openSeconds: number
  seconds: number
  each: number[]
  /** Those whom the database has refused a change, and who have left then. */
  refused: number
}

answerParent(
  async (message) => {
    if ('minimal' in (message as object)) return timeMinimal(message as MinimalTiming)
    return 'many' in (message as object) ? rush(message as LimitRush) : time(message as LimitTiming)
  },
  async () => {
    for (const pool of Object.values(pools)) await pool.end()
  },
)

async function time({ tape, regulars, ...how }: LimitTiming): Promise<LimitTimed> {
  nameStatements(tape)
  const work = async () => {
    const began = performance.now()
    const known = freshNames(tape, regulars[randomInt(Math.max(1, regulars.length))])
    await play(tape.groups, known)
    return performance.now() - began
  }
  const { samples, seconds } = await runClients(work, how)
  return { done: samples.length, seconds, each: samples }
}

async function timeMinimal({ minimal: text, ...how }: MinimalTiming): Promise<LimitTimed> {
  const work = async () => {
    const began = performance.now()
    await query(pools.florin_app!, { name: nameOf(text), text, values: [nextOrder++, 1250] })
    return performance.now() - began
  }
  const { samples, seconds } = await runClients(work, how)
  return { done: samples.length, seconds, each: samples }
}

async function rush({ tape, first, many }: LimitRush): Promise<LimitRushed> {
  nameStatements(tape)
  const all = Array.from({ length: many }, () => freshNames(tape, undefined))
  const opened = performance.now()
  await Promise.all(all.map((known) => play(tape.groups.slice(0, first), known)))
  const began = performance.now()
  let refused = 0
  const each = await Promise.all(
    all.map(async (known) => {
      await play(tape.groups.slice(first), known).catch((error: { code?: string }) => {
        if (error.code !== staleWrite) throw error
        refused++
      })
      return performance.now() - began
    }),
  )
  return { openSeconds: (began - opened) / 1000, seconds: (performance.now() - began) / 1000, each, refused }
}
/** How `florin.expect` refuses a change. */
const staleWrite = 'FL001'

let [nextOrder, nextStranger] = [60_000_000, 70_000_000]
const makers: Readonly<Record<FreshName, (regular: Regular | undefined) => string>> = {
  order: () => String(nextOrder++),
  stranger: () => String(nextStranger++),
  regular: (regular) => regular!.name,
  shopper: (regular) => regular!.shopper,
  card: (regular) => regular!.card,
  key: () => randomUUID(),
  linkOrder: () => `link-${randomBytes(16).toString('base64url')}`,
}

const statementNames = new Map<string, string>()
const nameOf = (text: string): string => statementNames.getOrInsertComputed(text, () => `s${statementNames.size}`)

function nameStatements({ groups }: Tape): void {
  for (const { text } of groups.flat()) nameOf(text)
}

function freshNames({ names, fresh }: Tape, regular: Regular | undefined): string[] {
  const known = new Array<string>(names)
  for (const { name, is } of fresh) known[name] = makers[is](regular)
  return known
}

async function play(groups: Tape['groups'], known: string[]): Promise<void> {
  const moment = new Date().toISOString()
  for (const group of groups) {
    await (group.length === 1
      ? playStep(group[0]!, known, moment)
      : Promise.all(group.map((step) => playStep(step, known, moment))))
  }
}

async function playStep({ role, text, values, returns }: Step, known: string[], moment: string): Promise<void> {
  const filled = values.map((value) => fill(value, known, moment))
  const rows = await query(pools[role]!, { name: statementNames.get(text)!, text, values: filled })
  for (const { column, name } of returns) known[name] = String(rows[0]![column])
}

/** A connection stays when a change is refused; the pool's own `query` would throw it away. */
async function query(pool: pg.Pool, statement: pg.QueryConfig): Promise<Record<string, unknown>[]> {
  const client = await pool.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    client.release()
  }
}

function fill(filling: Filling, known: readonly string[], moment: string): unknown {
  if (filling.is === 'constant') return filling.value
  if (filling.is === 'list') return filling.fillings.map((one) => fill(one, known, moment))
  let text = ''
  for (const part of filling.parts)
    text += typeof part === 'string' ? part : typeof part === 'number' ? known[part] : moment
  return text
}
