import { readdirSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { migrationsFolder } from '#database/migrate.ts'
import { ensureRoles } from '#database/roles.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { emptyDatabase } from '../world/database.ts'

const folder = join(migrationsFolder, 'released')

/** Every version that was released: `server/tools/release-fixture.ts` left a database of each. */
export const releasedVersions: readonly string[] = readdirSync(folder).sort()

/** A database as a released version left it. */
export type Released = {
  url: string
  /** The master keys that open it, as their file's text. */
  keys: string
  /** The last moment of its history. */
  at: Instant
}

export async function restore(version: string): Promise<Released> {
  const read = (name: string) => readFile(join(folder, version, name), 'utf8')
  const url = await emptyDatabase()
  const client = new pg.Client(url)
  await client.connect()
  try {
    await ensureRoles(client)
    await client.query(await read('schema.sql'))
    await client.query(await read('data.sql'))
    const { rows } = await client.query<{ at: Instant }>('select max(applied_at) as at from florin.migrations')
    return { url, keys: await read('keys.json'), at: rows[0]!.at }
  } finally {
    await client.end()
  }
}

/** The migrations of today and one that comes after them, in a folder that is removed when the test is finished. */
export async function migrationsAnd(name: string, sql: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'florin-migrations-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  await cp(migrationsFolder, copy, { recursive: true })
  await writeFile(join(copy, name), sql)
  return copy
}
