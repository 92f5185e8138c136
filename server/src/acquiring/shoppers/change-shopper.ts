import type { ShopperId } from '#acquiring/ids'
import { readStateCode } from '#acquiring/requests'
import { platformOwner, type SiteId } from '#core/directory'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import {
  announce,
  commit,
  decide,
  insert,
  type Ref,
  ref,
  update,
  type Write,
  type Writer,
} from '#kernel/db/commit/commit.ts'
import { refuse } from './refusals.ts'
import type { Shopper } from './shopper.ts'
import { findShopper } from './store.ts'

type Context = Writer & { clock: Clock }

/** The changes of a shopper: undefined leaves a field as it is, null removes it. */
export type ChangeShopperInput = {
  [K in 'firstName' | 'lastName' | 'country' | 'state' | 'city' | 'address' | 'zipCode' | 'phone']?:
    | string
    | null
    | undefined
} & {
  identifier?: string | undefined
  email?: string | undefined
  tags?: readonly string[] | null | undefined
  whitelisted?: boolean | undefined
  whitelistedUntil?: Instant | null | undefined
}

/** A new customer of a site (wire fact 3.3). One of the same identifier is refused, and changed by `changeShopper`. */
export async function createShopper(
  ctx: Context,
  {
    siteId,
    alongside,
    ...input
  }: ChangeShopperInput & { siteId: SiteId; identifier: string; alongside(id: Ref): Write[] },
): Promise<ShopperId> {
  const now = ctx.clock.now()
  const as = ref('shopper')
  const nothing = { first_name: null, last_name: null, country: null, state: null, city: null }
  const nothingMore = { address: null, zip_code: null, phone: null, email: null, tags: [] as readonly string[] }
  const row = {
    ...nothing,
    ...nothingMore,
    ...columnsOf(input, undefined),
    site_id: siteId,
    identifier: input.identifier,
    created_at: now,
  }
  const ids = await commit(
    ctx,
    now,
    [insert('shoppers.shoppers', row, { as, onDuplicate }), ...alongside(as)],
    'change-shopper',
  )
  return ids<ShopperId>(as)
}

/** Changes the given fields and leaves the rest. */
export async function changeShopper(
  ctx: Context,
  {
    siteId,
    id,
    alongside,
    ...input
  }: ChangeShopperInput & { siteId: SiteId; id: ShopperId; alongside(id: ShopperId): Write[] },
): Promise<void> {
  await decide(async () => {
    const shopper = await shopperOf(ctx, siteId, id)
    const columns = columnsOf(input, shopper)
    const set = { ...columns, version: shopper.version + 1 }
    const where = { id, version: shopper.version }
    await commit(
      ctx,
      ctx.clock.now(),
      [
        update('shoppers.shoppers', { set, where, onDuplicate }),
        announce('shopperChanged', {
          // Not the site's: its log is for what happens to its orders.
          owner: platformOwner,
          subjectId: id,
          body: { fields: Object.keys(columns) },
          subject: { shopperId: id },
        }),
        ...alongside(id),
      ],
      'change-shopper',
    )
  })
}

/** A shopper that the site has and has not deleted. */
export async function shopperOf({ db }: Pick<Context, 'db'>, siteId: SiteId, id: ShopperId): Promise<Shopper> {
  const shopper = await findShopper(db, id)
  if (shopper?.siteId !== siteId || shopper.removed) throw refuse('customer_not_found')
  return shopper
}

const onDuplicate = {
  shoppers_site_id_identifier_key: () => refuse('customer_exists', { field: 'identifier' }),
}

const columnNames = {
  identifier: 'identifier',
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  country: 'country',
  state: 'state',
  city: 'city',
  address: 'address',
  zipCode: 'zip_code',
  phone: 'phone',
  whitelisted: 'whitelisted',
  whitelistedUntil: 'whitelisted_until',
} as const

/** A shopper with an end of whitelisting is whitelisted until then, also when only the end is given. */
export function columnsOf({ tags, ...input }: ChangeShopperInput, before: Shopper | undefined) {
  const changes = { ...input, ...(input.whitelistedUntil && { whitelisted: input.whitelisted ?? true }) }
  const named = Object.entries(columnNames).flatMap(([name, column]) => {
    const value = changes[name as keyof typeof columnNames]
    return value === undefined ? [] : [[column, value] as const]
  })
  return {
    ...Object.fromEntries(named),
    ...stateColumn(input, before),
    ...(tags !== undefined && { tags: [...new Set(tags ?? [])] }),
  }
}

/** A state belongs to a country; with another country it would be none. */
function stateColumn({ country, state }: ChangeShopperInput, before: Shopper | undefined): { state?: string | null } {
  if (state === null || (state === undefined && country === undefined)) return {}
  const where = country === undefined ? before?.country : (country ?? undefined)
  if (state === undefined) return before?.state && where !== before.country ? { state: null } : {}
  const code = readStateCode(where, state)
  if (!code) throw refuse('invalid_customer_state', { field: 'state' })
  return { state: code }
}
