import { Command } from 'commander'
import { explainWrites, NotCommitted } from '#kernel/db/commit/explain.ts'
import { nextDueAt } from '#kernel/work/due-work.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

/** Shows what a use case is about to write, and writes nothing. */
export function explainCommitCommand(): Command {
  return new Command('explain-commit')
    .argument('[work]', 'the kind of work, such as bill-orders')
    .argument('[id]', 'its row, such as the id of an order')
    .action((work?: string, id?: string) => (work === undefined ? listWork() : explain(work, id)))
}

const listWork = (): Promise<void> =>
  withApp(async ({ db, jobs, by }) => {
    await by('work:read')
    const work = jobs.map(async (job) => ({
      work: slug(job.name),
      table: job.table,
      nextDueAt: await nextDueAt(db, [job.table]),
    }))
    const data = await Promise.all(work)
    const rows = data.map((one) => [one.work, one.table, String(one.nextDueAt ?? 'nothing due')])
    print({ data }, table(['work', 'table', 'next due'], rows))
  })

async function explain(work: string, id: string | undefined): Promise<void> {
  if (id === undefined || !/^[1-9]\d{0,18}$/.test(id))
    throw new Error(`Add the row for ${work}: florin explain-commit ${work} <id>`)
  await withApp(
    async ({ jobs, by }) => {
      await by('work:read')
      const job = jobs.find(({ name }) => slug(name) === work)
      if (!job) throw new Error(`There is no work ${work}; there are ${jobs.map(({ name }) => slug(name)).join(', ')}.`)
      try {
        await job.run(BigInt(id))
        print({ work, id, writes: null }, `${work} has nothing to write for ${id} now.`)
      } catch (error) {
        if (!(error instanceof NotCommitted)) throw error
        print({ work, id, writes: error.message }, error.message)
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
