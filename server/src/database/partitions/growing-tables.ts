/** A journal that grows with every payment and that is never deleted from (docs/decisions/0031). */
export type GrowingTable = {
  /** Its name, with its schema. */
  table: string
  /** The column whose ranges its partitions are. */
  column: string
  /** Whether a partition is a month of UTC, or a range of entry ids of the ledger, which have no time of their own. */
  by: 'month' | 'entry'
  /** The column by whose numbers the chain of seals knows its rows. */
  rowId: string
  /** What its rows are read in the order of, so that the same rows are always the same file. */
  order: string
  /** How old partitions leave the database, or why they cannot. */
  archive: Archiving | { refused: string }
}

export type Archiving = {
  refused?: undefined
  /** SQL over the row `r`: it is not at rest, and nothing is moved away as long as there is such a row. */
  busy?: string
  /** SQL over the row `r`: something that stays needs it. */
  needed?: { where: string; because: string }
  /** SQL over the row `r`: it needs rows that are not there, when it comes back. */
  incomplete?: { where: string; because: string }
}

const historyOfMoney = (what: string): Archiving | { refused: string } => ({
  refused: `verify derives the status and the amounts of ${what} from its whole history, and refunds and disputes come years later`,
})

/** Every table that can be partitioned, in the order in which they are worth it. */
export const growingTables: readonly GrowingTable[] = [
  {
    table: 'outbox.events',
    column: 'occurred_at',
    by: 'month',
    rowId: 'id',
    order: 'id',
    archive: {},
  },
  {
    table: 'ledger.lines',
    column: 'entry_id',
    by: 'entry',
    rowId: 'entry_id',
    order: 'entry_id, account, currency, minor',
    archive: {
      refused:
        'balances are sums of lines, and verify proves each by adding them all up; without the first lines it would have to believe an opening balance',
    },
  },
  {
    table: 'payments.payment_transitions',
    column: 'occurred_at',
    by: 'month',
    rowId: 'id',
    order: 'id',
    archive: historyOfMoney('a payment'),
  },
  {
    table: 'orders.order_transitions',
    column: 'occurred_at',
    by: 'month',
    rowId: 'id',
    order: 'id',
    archive: historyOfMoney('an order'),
  },
  {
    table: 'notifications.notifications',
    column: 'created_at',
    by: 'month',
    rowId: 'id',
    order: 'id',
    archive: {
      busy: 'r.due_at is not null',
      incomplete: {
        where: 'r.attempts <> (select count(*) from notifications.attempts a where a.notification_id = r.id)',
        because: 'restore the files of notifications.attempts first, which belong to them',
      },
    },
  },
  attemptsOf('notifications', 'notification_id'),
  {
    table: 'webhooks.events',
    column: 'created_at',
    by: 'month',
    rowId: 'id',
    order: 'id',
    archive: {
      busy: 'r.due_at is not null',
      incomplete: {
        where: 'r.attempts <> (select count(*) from webhooks.attempts a where a.event = r.id)',
        because: 'restore the files of webhooks.attempts first, which belong to them',
      },
    },
  },
  attemptsOf('webhooks', 'event'),
  {
    table: 'directory.audit',
    column: 'occurred_at',
    by: 'month',
    rowId: 'id',
    order: 'id',
    archive: {
      refused: 'verify compares settings, addresses and statuses of today with it, however long ago they were changed',
    },
  },
]

/** The attempts to deliver messages, which must be there as long as the message is. */
function attemptsOf(schema: 'notifications' | 'webhooks', rowId: string): GrowingTable {
  const of = schema === 'notifications' ? 'notifications.notifications' : 'webhooks.events'
  return {
    table: `${schema}.attempts`,
    column: 'attempted_at',
    by: 'month',
    rowId,
    order: `${rowId}, attempt`,
    archive: {
      needed: {
        where: `exists (select from ${of} m where m.id = r.${rowId})`,
        because: `attempts stay as long as what they delivered: archive the months of ${of} first`,
      },
    },
  }
}

/** Throws what can be partitioned, when a table is none of these. */
export function growingTable(name: string): GrowingTable {
  const found = growingTables.find(({ table }) => table === name)
  if (found) return found
  const names = growingTables.map(({ table }) => table).join(', ')
  throw new Error(`${name} is no table that can be partitioned. These can: ${names}.`)
}
