import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Lease } from '#kernel/db/lease.ts'
import type { Schema } from '#kernel/db/schema.ts'

/** Kysely on the connections of a pool. It sends text and values; cursors, which its types also allow, are none of ours. */
export const kyselyOn = (pool: { connect(): Promise<KyselyLease>; end(): Promise<void> }): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) })

type KyselyLease = { query(text: string, values: readonly unknown[]): Promise<unknown>; release: Lease['release'] }
