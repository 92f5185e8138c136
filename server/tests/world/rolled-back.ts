import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Difference, Findings } from '#kernel/audit/findings.ts'
import { checkSealedRows, checkSeals, sealReach } from '#kernel/audit/seal/check-seals.ts'
import { isJournal } from '#kernel/audit/seal/sealed.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { sealed } from '../../src/audit/sealed.ts'
import { throughSocket } from './database.ts'
import { sparingly } from './verify-held.ts'

/** A superuser's connection, on which things are done that no rule of the database binds, and then undone. */
export type RolledBack = {
  /** Carries out a statement, looks at what is there then, and takes all of it back. Returns what the look returned. */
  after<T>(statement: string, look: (moment: Reader) => Promise<T>): Promise<T>
  /** The one value that a query calls `key`, as text. */
  value(query: string): Promise<string>
}

/** `isSparing`: statements that would find nothing are not sent, which pays for a look that sends many. */
export async function openRolledBack(url: string, { isSparing = true } = {}): Promise<RolledBack> {
  const client = await clients.getOrInsertComputed(url, connect)
  const run = async (text: string, values: readonly unknown[]) => {
    // Named, so that a statement is planned once for all looks.
    const name = createHash('sha1').update(text).digest('base64url')
    const plain = values.map((value) => (value instanceof Temporal.Instant ? value.toString() : value))
    return (await client.query<Record<string, unknown>>({ name, text, values: plain })).rows
  }
  const query = async (text: string, values: readonly unknown[]) => ({
    rows: await run(text, values),
    command: 'SELECT',
  })
  const connection = { query, release: () => undefined }
  const dialect = new PostgresDialect({
    pool: { connect: async () => connection, end: async () => undefined } as never,
  })
  const moment: Reader = { read: new Kysely<Schema>({ dialect }), run }
  return {
    value: async (text) => String((await client.query<{ key: unknown }>(text)).rows[0]?.key),
    after: async (statement, look) => {
      await client.query('begin')
      try {
        await client.query(statement)
        return await look(isSparing ? await sparingly(moment) : moment)
      } finally {
        await client.query('rollback')
      }
    },
  }
}

/** Kept for the next history in the same warm database: to plan all of `verify` takes most of a second. */
const clients = new Map<string, Promise<pg.Client>>()

async function connect(url: string): Promise<pg.Client> {
  const options = '-c timezone=UTC -c session_replication_role=replica'
  const client = new pg.Client({ connectionString: throughSocket(url), options })
  await client.connect()
  return client
}

/** What the seals alone find. */
export async function walked(moment: Reader): Promise<readonly Difference[]> {
  const findings = new Findings()
  await checkSeals(moment, findings, { sealed, since: 0n })
  const reach = await sealReach(moment)
  for (const kind of reach ? sealed : [])
    if (!isJournal(kind)) await checkSealedRows(moment, findings, { kind, since: 0n, reach: reach! })
  return findings.report().differences
}
