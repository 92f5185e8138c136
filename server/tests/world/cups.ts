import type { Generated } from 'kysely'
import pg from 'pg'
import { commit, insert, type React, ref, type Write } from '#kernel/commit.ts'
import { openDb } from '#kernel/db.ts'
import { copyOfTemplate } from './database.ts'

/** Two tables of the tests' own: what the kernel promises, it promises for every table. */
declare module '#kernel/schema.ts' {
  interface Schema {
    'laws.cups': {
      id: Generated<bigint>
      name: string
      owner: string
      version: Generated<number>
      sips: Generated<bigint>
    }
    'laws.spoons': { id: Generated<bigint>; cup_id: bigint | null; metal: string }
  }
}
declare module '#kernel/events.ts' {
  interface Events {
    cupFilled: { body: { with: string }; subject: string }
    cupEmptied: { body: { by: string }; subject: string }
  }
}

const tables = `
  create schema laws;
  grant usage on schema laws to florin_app;
  create table laws.cups (
    id      bigint generated always as identity primary key,
    name    text not null constraint one_cup_of_a_name unique,
    owner   text not null,
    version integer not null default 1,
    sips    bigint not null default 0
  );
  create table laws.spoons (
    id     bigint generated always as identity primary key,
    cup_id bigint references laws.cups,
    metal  text not null
  );
  grant select, insert, update on laws.cups, laws.spoons to florin_app;`

export const now = Temporal.Instant.from('2026-05-04T10:00:00Z')
export const nobodyReacts: React = async () => []
export const cup = (name: string) => insert('laws.cups', { name, owner: 'ada' })

/** A database with cups and spoons, and short words for what the tests do with them. */
export async function openCups() {
  const url = await copyOfTemplate()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(tables)
  await client.end()
  const db = openDb(url, { role: 'florin_app' })
  const write = (...writes: Write[]) => commit({ db, react: nobodyReacts }, now, writes)
  return {
    url,
    db,
    write,
    newCup: async (name: string) => {
      const as = ref('cup')
      const ids = await write(insert('laws.cups', { name, owner: 'ada' }, { as }))
      return { id: ids(as), version: 1 }
    },
    cupNamed: (name: string) => db.read.selectFrom('laws.cups').selectAll().where('name', '=', name).executeTakeFirst(),
    cupOf: (id: bigint) => db.read.selectFrom('laws.cups').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  }
}
