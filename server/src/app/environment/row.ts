import type { ColumnType, Generated } from 'kysely'
import type { Author } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { BoundTable } from '#kernel/db/bound/bound-table.ts'
import { genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Db, JsonText } from '#kernel/db/db.ts'
import type { Config } from '../config.ts'
import type { Environment } from './facts.ts'

type Sources = Readonly<Record<string, string | null>>

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'florin.installation': {
      id: Generated<number>
      environment: Environment
      program: string
      sources: ColumnType<Sources, JsonText, JsonText>
      described_at: Instant
      /** Since when what falls due by itself is held; null: it is not. */
      held_at: Instant | null
      held_because: string | null
      version: Generated<number>
      mac: Generated<Buffer | null>
    }
  }
}

/** Somebody who could change the row by hand could have production taken for a place of tests. */
export const boundTables: readonly BoundTable[] = [
  { table: 'florin.installation', what: 'installation', key: ['id'], older: 'bind' },
]

export type Row = {
  environment: Environment
  program: string
  sources: Sources
  held_at: Instant | null
  held_because: string | null
  version: number
}

/** The row as the program made it; `keyOfCode` is the number of the master key of a code that does not fit. */
export type InstallationRow = { row: Row; isGenuine: true } | { isGenuine: false; keyOfCode: number | undefined }

/** Undefined while nothing says what the installation is. */
export async function readInstallation(db: Db): Promise<InstallationRow | undefined> {
  const found = await db.read.selectFrom('florin.installation').selectAll().executeTakeFirst()
  if (!found) return undefined
  const row = await genuineRow(db, 'florin.installation', found)
  return row ? { row, isGenuine: true } : { isGenuine: false, keyOfCode: found.mac?.[0] }
}

/** The settings that decide for every process: a start that has others is written down. */
const ofAll = ['FLORIN_RATES', 'FLORIN_IDENTITY_PROVIDER', 'FLORIN_ON_US', 'FLORIN_APPROVALS', 'FLORIN_SECOND_FACTOR']

export const sourcesOf = ({ settings }: Config): Sources =>
  Object.fromEntries(
    settings.filter(({ name }) => ofAll.includes(name)).map(({ name, value }) => [name, value ?? null]),
  )

export type Authored = Writer & { now: Instant; by: Author }

/** The row in the audit. */
export const subject = { type: 'installation' }

/** The reason of the hold of production whose row the program did not make. */
export const becauseByHand = 'florin.installation was changed by hand'
