import { databaseAddress } from './database-address.ts'
import { milliseconds } from './setting-shapes.ts'

/** A replica that lists are read from. */
export const replicaVariables = {
  FLORIN_READ_DATABASE_URL: databaseAddress
    .optional()
    .refine((url) => !url?.includes(','), 'name one server; several stand behind the address of a proxy')
    .describe(
      'a replica of the same database, from which the dashboard reads lists, searches and files while it is not behind; without it everything is read where it is written (scaling.md)',
    ),
  FLORIN_READ_LAG_MS: milliseconds({ from: 250, to: 5_000 })
    .default(2_000)
    .describe('how far that replica may be behind; beyond it the primary is read, until it has caught up'),
}
