import type pg from 'pg'

/**
 * The roles a process assumes with `set role`; they cannot log in. Only the second may use the schema of the merchants'
 * vault, and only the third that of the cards which we issue.
 */
export const databaseRoles = ['florin_app', 'florin_vault', 'florin_issuer'] as const
export type DatabaseRole = (typeof databaseRoles)[number]

/**
 * Ensures that all roles exist and that the connected user may assume them.
 * Roles belong to the whole server, so the migration of another database may create them first, which is fine.
 * Throws with the statements an administrator must run when the connected user is not allowed to.
 */
export async function ensureRoles(client: pg.ClientBase): Promise<void> {
  for (const role of databaseRoles) {
    if (await mayTakeOn(client, role)) continue
    const problems = [await errorOf(client, `create role ${role} nologin`)]
    // PostgreSQL 16 lets the creator of a role grant it, but not assume it.
    if (!(await mayTakeOn(client, role))) problems.push(await errorOf(client, `grant ${role} to current_user`))
    if (await mayTakeOn(client, role)) continue
    const cause = problems.find((error) => sqlState(error) === insufficientPrivilege)
    throw cause ? new Error(await adviceFor(client), { cause }) : problems.at(-1)
  }
}

/** What `ensureRoles` would have to make: the roles that the connected user may not take on. */
export async function rolesLacking(client: pg.ClientBase): Promise<readonly DatabaseRole[]> {
  const lacking: DatabaseRole[] = []
  for (const role of databaseRoles) if (!(await mayTakeOn(client, role))) lacking.push(role)
  return lacking
}

/** Whether the connected user may make roles itself. */
export async function mayMakeRoles(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
  )
  return rows[0]?.may ?? false
}

const insufficientPrivilege = '42501'

/** Superusers may assume any role. PostgreSQL 16 separates the right to `set role` from membership. */
async function mayTakeOn(client: pg.ClientBase, role: DatabaseRole): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role(current_user, oid,
              case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may
       from pg_roles where rolname = $1`,
    [role],
  )
  return rows[0]?.may ?? false
}

/**
 * Returns the error of a statement. A concurrent program may have run it first: the caller checks the result itself.
 */
async function errorOf(client: pg.ClientBase, statement: string): Promise<unknown> {
  return client.query(statement).then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** The statements for an administrator of a server on which the connected user may not make roles. */
export async function adviceFor(client: pg.ClientBase): Promise<string> {
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
