import type { Reader } from '#kernel/db/db.ts'
import type { AdyenContext } from './context.ts'
import type { Entry, Story } from './story.ts'

type Known = Pick<AdyenContext, 'db' | 'connector'>

const entries = ({ db, connector }: { db: Reader; connector: string }) =>
  db.read
    .selectFrom('adyen.requests')
    .select(['id', 'key', 'authorization_key as authorization', 'step', 'kind', 'minor', 'currency', 'route', 'result'])
    .select(['psp_reference as pspReference', 'is_ours as isOurs', 'redirect_result as redirectResult', 'version'])
    .select(['requested_at as requestedAt', 'sent_at as sentAt', 'refused_at as refusedAt'])
    .select('must_authenticate as mustAuthenticate')
    .where('connector', '=', connector)

export const findEntry = async (known: Known, key: string): Promise<Entry | undefined> =>
  isKey(key) ? entries(known).where('key', '=', key).executeTakeFirst() : undefined

/** The request that Adyen knows by this name. */
export const findByPspReference = (known: Known, pspReference: string): Promise<Entry | undefined> =>
  entries(known).where('psp_reference', '=', pspReference).orderBy('id').executeTakeFirst()

export const findEntryById = (
  { db }: Known,
  id: bigint,
): Promise<{ connector: string; authorization: string } | undefined> =>
  db.read
    .selectFrom('adyen.requests')
    .select(['connector', 'authorization_key as authorization'])
    .where('id', '=', id)
    .executeTakeFirst()

export const storyOf = async (known: Known, authorization: string): Promise<Story> =>
  isKey(authorization) ? entries(known).where('authorization_key', '=', authorization).orderBy('step').execute() : []

/** Our keys are UUIDs; a reference of another system of the same merchant account need not be one. */
export const isKey = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Those of these references that are keys of ours, by their key. */
export async function entriesByKey(
  known: Known,
  references: readonly string[],
): Promise<ReadonlyMap<string, Pick<Entry, 'key' | 'kind' | 'authorization'>>> {
  const keys = [...new Set(references.filter(isKey))]
  if (keys.length === 0) return new Map()
  const found = await entries(known).where('key', 'in', keys).execute()
  return new Map(found.map((entry) => [entry.key, entry]))
}
