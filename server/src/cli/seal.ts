import { Command } from 'commander'
import { headOf } from '#kernel/audit/seal/check-chain.ts'
import { sealDetachment } from '#kernel/audit/seal/seal-new-rows.ts'
import { isJournal } from '#kernel/audit/seal/sealed.ts'
import { sealAll } from '../audit/seal.ts'
import { sealed } from '../audit/sealed.ts'
import { print } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

export function sealCommand(): Command {
  const seal = new Command('seal')
  seal
    .command('now')
    .description('seal what is new, as a worker does every few seconds, and print the newest hash')
    .action(() =>
      withApp(async (app) => {
        await app.by('seals:create')
        const rows = await sealAll(app)
        await printSealed(app, { rows }, `${rows} rows were sealed.`)
      }),
    )
  seal
    .command('detach <table> <from> <through>')
    .description('record that the rows with these numbers are moved away on purpose, so that verify does not miss them')
    .action((table: string, from: string, through: string) =>
      withApp((app) => detach(app, { table, from: readNumber(from), through: readNumber(through) })),
    )
  return seal
}

type Rows = { table: string; from: bigint; through: bigint }

async function detach(app: CommandApp, { table, from, through }: Rows): Promise<void> {
  await app.by('seals:create')
  if (!movable.includes(table))
    throw new Error(`${table} is none of the tables whose months can be moved: ${movable.join(', ')}.`)
  if (from > through) throw new Error(`The rows go from the first number to the last, not from ${from} to ${through}.`)
  // What was never sealed would not be missed, and could not be compared when it comes back.
  await sealAll(app)
  const reach = await reachOf(app, table)
  if (through > reach) throw new Error(`${table} is sealed up to row ${reach}; ${through} is beyond it.`)
  await sealDetachment(app, { table, from: String(from), through: String(through) })
  const text = `Rows ${from} to ${through} of ${table} are not missed from now on. Their seals stay in the chain.`
  await printSealed(app, { table, from, through }, text)
}

/** Tables whose rows have the numbers of a journal, and come to rest. */
const movable = sealed
  .filter((kind) => isJournal(kind) || kind.feeds[0]?.journal.restUpTo)
  .map(({ table }) => table)
  .filter((table, index, all) => all.indexOf(table) === index)
  .toSorted()

async function reachOf({ db }: CommandApp, table: string): Promise<bigint> {
  const journal = sealed.find((kind) => kind.table === table)?.feeds[0]?.journal.table
  const last = await db.read.selectFrom('seals.seals').select('positions').orderBy('id', 'desc').executeTakeFirst()
  return BigInt(last?.positions[journal ?? table] ?? 0)
}

async function printSealed({ db }: CommandApp, facts: object, text: string): Promise<void> {
  const head = await headOf(db)
  print({ ...facts, head }, head ? `${text}\nseal ${head.id} of ${head.sealedAt}: ${head.hash}` : text)
}

function readNumber(text: string): bigint {
  if (/^\d{1,18}$/.test(text)) return BigInt(text)
  throw new Error(`"${text}" is not the number of a row, such as 4711.`)
}
