import { Command } from 'commander'
import { explainWrites, NotCommitted } from '#kernel/db/commit/explain.ts'
import { nextDueAt } from '#kernel/work/due-work.ts'
import { table, withApp } from './with-app.ts'

/** Shows what a use case is about to write, and writes nothing. */
export function explainCommitCommand(): Command {
  return new Command('explain-commit')
    .description(
      'show what a piece of due work would write first, and write nothing; without arguments, list the kinds',
    )
    .argument('[work]', 'the kind of work, such as bill-orders')
    .argument('[id]', 'its row, such as the id of an order')
    .action((work?: string, id?: string) => (work === undefined ? listWork() : explain(work, id)))
}

const listWork = (): Promise<void> =>
  withApp(async ({ db, jobs }) => {
    const rows = await Promise.all(
      jobs.map(async (job) => [slug(job.name), job.table, String((await nextDueAt(db, [job.table])) ?? 'nothing due')]),
    )
    console.log(table(['work', 'table', 'next due'], rows))
  })

async function explain(work: string, id: string | undefined): Promise<void> {
  if (id === undefined || !/^[1-9]\d{0,18}$/.test(id))
    throw new Error(`Add the row for ${work}: florin explain-commit ${work} <id>`)
  await withApp(
    async ({ jobs }) => {
      const job = jobs.find(({ name }) => slug(name) === work)
      if (!job) throw new Error(`There is no work ${work}; there are ${jobs.map(({ name }) => slug(name)).join(', ')}.`)
      try {
        await job.run(BigInt(id))
        console.log(`${work} has nothing to write for ${id} now.`)
      } catch (error) {
        if (!(error instanceof NotCommitted)) throw error
        console.log(error.message)
      }
    },
    {
      explain: (useCase, writes) => {
        throw new NotCommitted(`${useCase ?? 'A commit'} would write:\n\n${explainWrites(writes)}`)
      },
    },
  )
}

const slug = (name: string): string => name.replaceAll(' ', '-')
