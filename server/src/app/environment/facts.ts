import type pg from 'pg'

export type Environment = 'staging' | 'production'

/** The evidence in a database that does not name its environment. */
export type Facts = {
  /** Sites, partners or connections with which real money moves. */
  live: boolean
  /** Sites or partners for tests. */
  test: boolean
  /** Merchants, partners or people who log in. */
  inUse: boolean
}

/**
 * The facts of a database of any earlier version: a table that it does not have yet has no rows. Asked through the
 * connection of the caller, whose role reads these tables.
 */
export async function readFacts(client: pg.Client): Promise<Facts> {
  const any = async (table: string, where: string) => {
    const { rows: found } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      table,
    ])
    if (!found[0]!.there) return false
    const { rows } = await client.query<{ any: boolean }>(`select exists (select from ${table} where ${where}) as any`)
    return rows[0]!.any
  }
  return {
    live:
      (await any('directory.sites', 'live')) ||
      (await any('partners.partners', 'live')) ||
      (await any('processors.connections', `mode = 'live'`)),
    test: (await any('directory.sites', 'not live')) || (await any('partners.partners', 'not live')),
    inUse: (await any('directory.merchants', 'true')) || (await any('access.staff', 'true')),
  }
}

/** The environment of a database with these facts, if the setting of the process may say it; undefined: a person has to. */
export function environmentOf({ live, test, inUse }: Facts, setting: Environment): Environment | undefined {
  if (live) return 'production'
  if (test) return setting === 'staging' ? 'staging' : undefined
  // The first start of staging makes a site for tests, so what is in use without one was not made by it.
  if (inUse) return setting === 'production' ? 'production' : undefined
  return setting
}
