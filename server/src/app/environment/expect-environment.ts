import pg from 'pg'
import { writerAmong } from '#kernel/db/servers.ts'
import type { Config } from '../config.ts'
import { type Environment, environmentOf, type Facts, readFacts } from './facts.ts'

/**
 * Which program opens a database: `start` and `migrate` may make it, `setup` says what it is, and `copy` makes staging of a
 * copy of production.
 */
export type OpenedBy = 'start' | 'migrate' | 'setup' | 'copy' | 'command'

type Asked = { url: string; name: string; by: OpenedBy; config: Pick<Config, 'environment' | 'settings'> }

/**
 * Refuses a database of another environment than the process was given, before its schema or anything in it is changed.
 * What the row says counts here also when it was changed by hand: whether it was is found as soon as keys are proven.
 */
export async function expectEnvironment({ url, name, by, config }: Asked): Promise<void> {
  const client = new pg.Client({ connectionString: await writerAmong(url), application_name: 'florin migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await has(client, 'florin.migrations'))) {
      if (by === 'copy') throw new Error(`${name} has no tables of Florin.`)
      if (by === 'start' && config.environment === 'production') throw new Error(`${name} ${unmade}`)
      return
    }
    await client.query('set role florin_app')
    const known = await described(client)
    const facts = await readFacts(client)
    if (by === 'copy') return refuseToCopy(name, known ?? environmentOf(facts, 'production'))
    if (by === 'setup') return refuseToBecome({ known, facts, name, config })
    refuseOther({ says: known ?? environmentOf(facts, config.environment), name, config })
  } finally {
    await client.end()
  }
}

const unmade = 'has no tables of Florin. In production they are made first, by florin migrate.'

async function has(client: pg.Client, table: string): Promise<boolean> {
  const [schema, name] = table.split('.')
  const { rowCount } = await client.query('select from pg_catalog.pg_tables where schemaname = $1 and tablename = $2', [
    schema,
    name,
  ])
  return rowCount === 1
}

async function described(client: pg.Client): Promise<Environment | undefined> {
  if (!(await has(client, 'florin.installation'))) return undefined
  const { rows } = await client.query<{ environment: Environment }>('select environment from florin.installation')
  return rows[0]?.environment
}

/** Only a copy of production has something to cut off. */
function refuseToCopy(name: string, says: Environment | undefined): void {
  if (says !== 'production') throw new Error(`${name} is staging already.`)
}

/** Refuses to turn a database that is in use as one environment into the other. */
function refuseToBecome({
  known,
  facts: { live, test, inUse },
  name,
  config: { environment },
}: Pick<Asked, 'name' | 'config'> & { known: Environment | undefined; facts: Facts }): void {
  if (environment === 'staging' && live)
    throw new Error(`${name} has live keys or live connections, so it is production.`)
  if (known === undefined || known === environment || !(test || inUse)) return
  throw new Error(`${name} is ${known} and in use, and stays so. Make ${environment} in an empty database.`)
}

/** Throws unless the database says what the process was given; undefined: the database cannot say. */
export function refuseOther({
  says,
  name,
  config: { environment, settings },
}: Pick<Asked, 'name' | 'config'> & { says: Environment | undefined }): void {
  if (says === environment) return
  const isSet = settings.some((one) => one.name === 'FLORIN_ENVIRONMENT' && one.isSet)
  const given = isSet
    ? `FLORIN_ENVIRONMENT says ${environment}`
    : `FLORIN_ENVIRONMENT is not set, which says ${environment}`
  if (says)
    throw new Error(
      `${name} is ${says}, and ${given}. Nothing was changed. Set FLORIN_ENVIRONMENT=${says} in the environment of this program, or name another database.`,
    )
  throw new Error(
    `${name} does not say whether it is staging or production, and ${given}, which does not fit what is in it. Nothing was changed. Say it by name: florin setup --environment staging, or florin setup --environment production.`,
  )
}
