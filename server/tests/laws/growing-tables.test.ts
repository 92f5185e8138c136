import { beforeAll, expect, test } from 'vitest'
import { copyOfTemplate } from '../world/database.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

/**
 * Tables that grow without end, and the column they are partitioned by when they have outgrown one table
 * (docs/decisions/0031-tables-that-can-be-partitioned.md).
 */
const growing = [
  ['outbox.events', 'occurred_at'],
  ['directory.audit', 'occurred_at'],
  ['ledger.lines', 'entry_id'],
  ['payments.payment_transitions', 'occurred_at'],
  ['orders.order_transitions', 'occurred_at'],
  ['notifications.notifications', 'created_at'],
  ['notifications.attempts', 'attempted_at'],
  ['webhooks.events', 'created_at'],
  ['webhooks.attempts', 'attempted_at'],
] as const

let url: string
beforeAll(async () => {
  url = await copyOfTemplate()
})

test.for(growing)(
  '%s can be partitioned by %s: every unique key has it, and no foreign key leads there',
  async ([table, column]) => {
    // PostgreSQL itself says whether a table with these keys can be partitioned so.
    const client = await connectAsSuperuser(url)
    await client.query('drop table if exists public.partitioned')
    await client.query(`create table public.partitioned (like ${table} including all) partition by range (${column})`)
    const { rows } = await client.query(
      `select conrelid::regclass::text as from from pg_constraint where contype = 'f' and confrelid = $1::regclass`,
      [table],
    )
    expect(rows).toEqual([])
  },
)
