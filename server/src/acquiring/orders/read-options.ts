import { type RequestOption, tryLevel3, tryTransactionOption } from '#acquiring/requests'
import type { Split } from '#acquiring/terms'
import type { Level3 } from '#connectors/acquirer/port.ts'
import type { Directory, Site } from '#core/directory'
import type { JsonObject } from '#kernel/base/json.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import type { BrokenRule } from '#kernel/base/refusal.ts'
import type { Db } from '#kernel/db/db.ts'
import { refuse } from './refusals.ts'
import { findOrderByExternalId } from './store.ts'

/**
 * Reads `transactionOption` of a request of the order API; `whole` is what may be shared. Refuses the first field that is
 * wrong, and a share for a site that does not accept it, unless the order of `externalId` is open already.
 */
export async function readOption(
  ctx: SplitSites,
  site: Site,
  sent: JsonObject | undefined,
  { whole, externalId }: { whole: Money; externalId: string | undefined },
): Promise<RequestOption | undefined> {
  if (!sent) return undefined
  const tried = tryTransactionOption(sent, whole)
  if ('problems' in tried) throw refuseFirst(tried.problems)
  if (tried.read) await requireSplitSites(ctx, site, tried.read.splits, { currency: whole.currency, externalId })
  return tried.read
}

/** Reads `level3Data` of a request of the order API. Refuses the first field that is wrong. */
export function readLevel3Data(sent: JsonObject | undefined, { timeZone }: Site): Level3 | undefined {
  if (!sent) return undefined
  const tried = tryLevel3(sent, timeZone)
  if ('problems' in tried) throw refuseFirst(tried.problems)
  return tried.read
}

const refuseFirst = (problems: readonly BrokenRule[]) => refuse('invalid_field', { ...problems[0]!, problems })

type SplitSites = { db: Db; directory: Pick<Directory, 'site'> }

/**
 * Refuses shares for a site that does not accept them from the site of the order, by the name of the field. This is asked
 * once, when the order is opened: what was accepted then holds for its renewals, and when it is sent again.
 */
export async function requireSplitSites(
  { db, directory }: SplitSites,
  site: Site,
  splits: readonly Split[],
  { currency, externalId }: { currency: Currency; externalId: string | undefined },
): Promise<void> {
  if (splits.length === 0) return
  // The order that is open has these very shares, or the request is refused as another order.
  if (externalId !== undefined && (await findOrderByExternalId(db, site.id, externalId))) return
  await requireEach(directory, site, splits, { currency, path: 'transactionOption' })
}

async function requireEach(
  directory: Pick<Directory, 'site'>,
  site: Site,
  splits: readonly Split[],
  { currency, path }: { currency: Currency; path: string },
): Promise<void> {
  for (const [at, { toSite, splits: shared }] of splits.entries()) {
    const place = `${path}.splitPayment.splitSchema[${at}]`
    const reason = reasonAgainst(site, await directory.site(toSite), currency)
    if (reason) throw refuse('invalid_split_site', { field: `${place}.toSite`, toSite, reason })
    await requireEach(directory, site, shared, { currency, path: place })
  }
}

function reasonAgainst(from: Site, to: Site | undefined, currency: Currency): string | undefined {
  if (!to) return 'there is no such site'
  if (to.id === from.id) return 'it is the site of the order, which keeps what is not shared'
  if (to.live !== from.live) return 'a test site and a live site cannot share a payment'
  if (!to.acceptsSplitsFrom.includes(from.id))
    return `it does not accept shares from site ${from.id}; ask its merchant, and the operator of the platform to allow it`
  if (!to.active) return 'it is inactive'
  return to.currencies.includes(currency) ? undefined : `it does not take ${currency}`
}
