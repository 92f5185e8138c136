import type pg from 'pg'

/** What was done to a table, for the audit: the change and its facts as JSON can hold them. */
export type PartitionChange = {
  action: 'partitionsEnabled' | 'partitionsMade' | 'partitionArchived' | 'partitionRestored'
  table: string
  facts: Readonly<Record<string, unknown>>
}

/** Called on the connection, and where there is one in the transaction, that carries the change out. */
export type Recorder = (client: pg.ClientBase, change: PartitionChange) => Promise<void>
