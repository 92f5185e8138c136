import type { Generated } from 'kysely'
import pg from 'pg'
import { commit, insert, type React, ref, type Write } from '#kernel/db/commit/commit.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { openLines, openPlaces } from '#kernel/db/lines.ts'
import { copyOfTemplate } from './database.ts'
import { openGermanServer } from './german-server.ts'

/** Two tables of the tests' own: the kernel's guarantees hold for every table. */
declare module '#kernel/db/schema.ts' {
  interface Schema {
    'laws.counters': {
      id: Generated<bigint>
      name: string
      owner: string
      version: Generated<number>
      sips: Generated<bigint>
    }
    'laws.entries': { id: Generated<bigint>; counter_id: bigint | null; metal: string; tags?: string[] | null }
  }
}
declare module '#kernel/db/events.ts' {
  interface Events {
    counterFilled: { body: { with: string }; subject: string }
    counterEmptied: { body: { by: string }; subject: string }
  }
}

const tables = `
  create schema laws;
  grant usage on schema laws to florin_app;
  create table laws.counters (
    id      bigint generated always as identity primary key,
    name    text not null constraint one_counter_of_a_name unique,
    owner   text not null,
    version integer not null default 1,
    sips    bigint not null default 0
  );
  create table laws.entries (
    id     bigint generated always as identity primary key,
    counter_id bigint references laws.counters,
    metal  text not null,
    tags   text[]
  );
  grant select, insert, update on laws.counters, laws.entries to florin_app;`

export const now = Temporal.Instant.from('2026-05-04T10:00:00Z')
export const noReactions: React = async () => []
export const counter = (name: string) => insert('laws.counters', { name, owner: 'ada' })

/** The languages that the server of the tests speaks. */
export const languages = ['English', 'German'] as const

/** A database with the two tables, and short functions for what the tests do with them. */
export async function openCounters(language: (typeof languages)[number] = 'English') {
  const url = await copyOfTemplate()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(tables)
  await client.end()
  const db = language === 'German' ? await openInGerman(url) : openDb(url, { role: 'florin_app' })
  const write = (...writes: Write[]) => commit({ db, react: noReactions }, now, writes)
  return {
    url,
    db,
    write,
    newCounter: async (name: string) => {
      const as = ref('cup')
      const ids = await write(insert('laws.counters', { name, owner: 'ada' }, { as }))
      return { id: ids(as), version: 1 }
    },
    counterNamed: (name: string) =>
      db.read.selectFrom('laws.counters').selectAll().where('name', '=', name).executeTakeFirst(),
    counterOf: (id: bigint) =>
      db.read.selectFrom('laws.counters').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  }
}

async function openInGerman(url: string): Promise<Db> {
  const spoken = new URL(url)
  const relay = await openGermanServer(Number(spoken.port))
  spoken.port = String(relay.port)
  const db = openDb(spoken.href, { role: 'florin_app' })
  return { ...db, close: () => db.close().finally(relay.close) }
}

/** Of commits by themselves, as many as there are go on at the same time, unless they change one row. */
export const noLines = () => ({ lines: openLines(), places: openPlaces(1_000), lineMs: 60_000 })
