import type pg from 'pg'

/** The roles a process takes on with `set role`; nobody logs in as them. The vault's schema opens only to the second. */
export const databaseRoles = ['florin_app', 'florin_vault'] as const
export type DatabaseRole = (typeof databaseRoles)[number]

/**
 * Makes sure both roles exist and that the connected user may take them on.
 * Roles belong to the whole server, so another database may be doing the same at this moment: losing that race is fine.
 * Throws with the statements an administrator has to run when the connected user is not allowed to.
 */
export async function ensureRoles(client: pg.ClientBase): Promise<void> {
  for (const role of databaseRoles) {
    if (await mayTakeOn(client, role)) continue
    const troubles = [await troubleOf(client, `create role ${role} nologin`)]
    // PostgreSQL 16 gives the maker of a role the right to grant it, not the right to take it on.
    if (!(await mayTakeOn(client, role))) troubles.push(await troubleOf(client, `grant ${role} to current_user`))
    if (await mayTakeOn(client, role)) continue
    const cause = troubles.find((error) => sqlState(error) === insufficientPrivilege)
    throw cause ? new Error(await adviceFor(client), { cause }) : troubles.at(-1)
  }
}

const insufficientPrivilege = '42501'

/** Superusers may take on any role. PostgreSQL 16 tells the right to `set role` apart from mere membership. */
async function mayTakeOn(client: pg.ClientBase, role: DatabaseRole): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role(current_user, oid,
              case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may
       from pg_roles where rolname = $1`,
    [role],
  )
  return rows[0]?.may ?? false
}

/** That somebody else was quicker is no trouble: what counts is what is true afterwards. */
async function troubleOf(client: pg.ClientBase, statement: string): Promise<unknown> {
  return client.query(statement).then(
    () => undefined,
    (error: unknown) => error,
  )
}

async function adviceFor(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_user) as name')
  const user = rows[0]?.name ?? 'florin'
  return [
    `The database user ${user} may not create the roles Florin needs. Ask an administrator of the server to run:`,
    ...databaseRoles.map((role) => `  create role ${role} nologin;`),
    `  grant ${databaseRoles.join(', ')} to ${user};`,
  ].join('\n')
}

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
