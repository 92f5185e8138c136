import type pg from 'pg'

/**
 * Makes an empty table like another one: columns, checks, indexes, guards (triggers), and where it can have them, settings of its
 * storage. No role but its owner may use a partition by its own name: rights are those of the table that it is part of.
 */
export async function makePartition(client: pg.ClientBase, table: string, name: string): Promise<void> {
  await client.query(
    `create table ${name} (like ${table} including all excluding identity)${await storageOf(client, table)}`,
  )
  await copyTriggers(client, table, name)
}

/** The same as a partitioned table, with the rights and the identity, which is left at its beginning. */
export async function makePartitioned(
  client: pg.ClientBase,
  table: string,
  name: string,
  column: string,
): Promise<void> {
  await client.query(`create table ${name} (like ${table} including all) partition by range (${column})`)
  await copyTriggers(client, table, name)
  await copyForeignKeys(client, table, name)
  await copyRights(client, table, name)
  await copyReplicaIdentity(client, table, name)
}

/** Settings such as `fillfactor`, which a partitioned table cannot have: they are read from the newest of its partitions. */
async function storageOf(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ options: string }>(
    `select array_to_string(c.reloptions, ', ') as options from pg_class c
      where c.reloptions is not null and (c.oid = $1::regclass
        or c.oid in (select inhrelid from pg_inherits where inhparent = $1::regclass))
      order by c.oid desc limit 1`,
    [table],
  )
  return rows[0] ? ` with (${rows[0].options})` : ''
}

async function copyTriggers(client: pg.ClientBase, table: string, name: string): Promise<void> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = $1::regclass and not tgisinternal order by tgname`,
    [table],
  )
  for (const { definition } of rows) await client.query(definition.replace(` ON ${table} `, () => ` ON ${name} `))
}

async function copyForeignKeys(client: pg.ClientBase, table: string, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = $1::regclass and contype = 'f'`,
    [table],
  )
  for (const key of rows) await client.query(`alter table ${name} add constraint ${key.name} ${key.definition}`)
}

/** Also those of single columns, as that of the codes of rows. */
async function copyRights(client: pg.ClientBase, table: string, name: string): Promise<void> {
  const { rows } = await client.query<{ privilege: string; grantee: string }>(
    `select a.privilege_type || r.columns as privilege,
       case a.grantee when 0 then 'public' else quote_ident(a.grantee::regrole::text) end as grantee
       from (select relacl, '' as columns from pg_class where oid = $1::regclass
         union all
         select attacl, format(' (%I)', attname) from pg_attribute where attrelid = $1::regclass and not attisdropped) r
       cross join lateral aclexplode(r.relacl) a where a.grantee <> (select relowner from pg_class where oid = $1::regclass)`,
    [table],
  )
  for (const { privilege, grantee } of rows) await client.query(`grant ${privilege} on ${name} to ${grantee}`)
}

/** What logical replication sends of changed rows, where somebody has chosen it. */
async function copyReplicaIdentity(client: pg.ClientBase, table: string, name: string): Promise<void> {
  const { rows } = await client.query<{ identity: string }>(
    `select case relreplident when 'f' then 'full' else 'nothing' end as identity
       from pg_class where oid = $1::regclass and relreplident in ('f', 'n')`,
    [table],
  )
  for (const { identity } of rows) await client.query(`alter table ${name} replica identity ${identity}`)
}

/** Takes from a table that has become a partition the rights that others had. */
export async function revokeRights(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ grantee: string }>(
    `select distinct case a.grantee when 0 then 'public' else quote_ident(a.grantee::regrole::text) end as grantee
       from pg_class c cross join lateral aclexplode(c.relacl) a where c.oid = $1::regclass and a.grantee <> c.relowner`,
    [name],
  )
  for (const { grantee } of rows) await client.query(`revoke all on ${name} from ${grantee}`)
}

export const exists = async (client: pg.ClientBase, name: string): Promise<boolean> =>
  (await client.query('select where to_regclass($1) is not null', [name])).rowCount === 1
