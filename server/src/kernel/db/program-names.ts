import type { Reader } from '#kernel/db/db.ts'

/**
 * What this version knows that an older one does not: that rows have codes, and that earnings wait. It ends the name of each of its connections,
 * so that a version which must not run beside an older one finds that one in `pg_stat_activity`.
 */
const knowledge = '/3'
/** The database cuts longer names. */
const nameMax = 63 - knowledge.length

/** As they name themselves. Without a name it is no program of ours. */
const tools = '^$|^(florin migrate|psql|pg_|pgadmin|dbeaver|datagrip|barman|pgbackrest|patroni|postgres)'

/** Under which names the connections of versions before are found, unless their url names them. */
const olderNames = ['florin_app', 'florin_vault', 'florin_issuer']

/** The name of a connection, as the database shows it: the role's, or the one that the operator has put into the url. */
export const connectionName = (role: string, url: string): string =>
  // It is part of a statement, so it has no quotes.
  `${(nameIn(url) ?? role).replaceAll(/[^\w .:@/-]/g, '_').slice(0, nameMax)}${knowledge}`

const nameIn = (url: string): string | undefined =>
  new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]).get('application_name') ?? undefined

/**
 * Programs of an older version that are connected to this database now, by the names of their connections. Any other name of
 * this user is taken for one, since a url may have given it, but for the names of the tools of administrators.
 */
export async function olderPrograms({ run }: Pick<Reader, 'run'>, url: string): Promise<readonly string[]> {
  const named = nameIn(url)
  const names = named === undefined ? olderNames : [...olderNames, named]
  const rows = await run(
    `select application_name || ' (pid ' || pid || ')' as who from pg_stat_activity
      where datname = current_database() and (application_name = any($1) or (usename = session_user and application_name !~ '/([3-9]|[1-9][0-9]+)$' and application_name !~* $2)) order by pid`,
    [names, tools],
  )
  return rows.map(({ who }) => String(who))
}

/**
 * Programs that are connected to this database now under another name than `own`, by the names of their connections; the tools
 * of administrators are none. Each names itself, so a program of any version is among them.
 */
export async function otherPrograms({ run }: Pick<Reader, 'run'>, own: string): Promise<readonly string[]> {
  const rows = await run(
    `select application_name || ' (pid ' || pid || ')' as who from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name <> $1 and application_name !~* $2 order by pid`,
    [own, tools],
  )
  return rows.map(({ who }) => String(who))
}
