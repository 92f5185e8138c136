import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { spendFresh } from './budget.ts'

/**
 * The url of a fresh database with every migration applied, for one test file or one test. It takes 100 ms and more.
 * It need not be dropped: everything is removed at the end of the run.
 * Most tests want a warm one (`warm-database.ts`): a file may open only so many fresh ones (`budget.ts`).
 */
export const copyOfTemplate = (): Promise<string> =>
  makeDatabase((template) => `template ${template} strategy file_copy`)

/** The url of a copy of this database with all its data. There may be no connections to the original. */
export const copyOf = (url: string): Promise<string> =>
  makeDatabase(() => `template ${new URL(url).pathname.slice(1)} strategy file_copy`)

/** The url of a database with nothing in it, on the same server. */
export const emptyDatabase = (): Promise<string> => makeDatabase(() => 'template template0 strategy file_copy')

async function makeDatabase(from: (template: string) => string): Promise<string> {
  spendFresh()
  const url = new URL(inject('templateUrl'))
  const template = url.pathname.slice(1)
  const name = template.replace(/template$/, randomUUID().replaceAll('-', '').slice(0, 12))
  url.pathname = '/postgres'
  const client = new pg.Client(url.href)
  await client.connect()
  try {
    await client.query(`create database ${name} ${from(template)}`)
  } finally {
    await client.end()
  }
  url.pathname = `/${name}`
  return url.href
}

/** The same database through the socket of its server, where it has one: a round trip takes half as much of the processor. */
export function throughSocket(url: string): string {
  const folder = inject('socketFolder')
  if (folder === undefined) return url
  const near = new URL(url)
  near.searchParams.set('host', folder)
  return near.href
}
