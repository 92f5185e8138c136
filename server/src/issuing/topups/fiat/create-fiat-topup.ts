import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import { settingsOf } from '#issuing/programmes'
import type { Money } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { TopupsContext } from '../context.ts'
import { fiatValid } from '../limits.ts'
import { openTopup } from '../open-topup.ts'
import { refuse } from '../refusals.ts'
import type { Topup } from '../topup.ts'

type NewFiatTopup = { partnerId: PartnerId; holderId: HolderId; amount: Money; once(subjectId: string): Write[] }

/** A topup that is paid at the hosted checkout, with the site of the programme. */
export async function createFiatTopup(ctx: TopupsContext, input: NewFiatTopup): Promise<Topup> {
  const { topupSite } = await settingsOf(ctx.db, input.partnerId)
  const site = topupSite && (await ctx.directory.site(topupSite))
  const { currency } = input.amount
  // A site of the other environment would take test cards for real money.
  if (!site?.active || site.live === ctx.testMode || !site.currencies.includes(currency))
    throw refuse('topups_not_offered', { field: 'currency', type: 'fiat', currency })
  return openTopup(ctx, { ...input, type: 'fiat', siteId: site.id, valid: fiatValid })
}
