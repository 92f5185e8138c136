import { existingMerchant, hinderedRecord } from '#acquiring/merchant-payouts'
import type { PaymentsContext } from '#acquiring/payments'
import { doneBy } from '#core/access'
import { everySite, type Merchant, type MerchantId } from '#core/directory'
import { formatMoney } from '#kernel/base/money.ts'
import { momentText } from '#kernel/http/json-shape.ts'
import type { MerchantRecord, WholeMerchant } from './shapes.ts'
import { type Left, whatIsLeft } from './what-is-left.ts'

/** Refuses one that is not there. */
export const requireMerchant = async (ctx: PaymentsContext, id: MerchantId): Promise<Merchant> =>
  (await ctx.directory.merchant(await existingMerchant(ctx, id)))!

/** A merchant, its sites, what is left of it when it closes, and who did what to it. */
export async function showMerchant(
  ctx: PaymentsContext,
  merchant: Merchant,
  who: { isOperator: boolean },
): Promise<WholeMerchant> {
  const { id, status } = merchant
  const [sites, left, audit] = await Promise.all([
    everySite(ctx.directory, id),
    status === 'active' ? undefined : whatIsLeft(ctx, id),
    doneBy(ctx.db, { kind: 'merchant', id: String(id) }, who),
  ])
  return {
    ...merchantRecord(merchant),
    sites: sites.map((site) => ({
      id: String(site.id),
      name: site.name,
      live: site.live,
      active: site.active && status === 'active',
    })),
    ...(left && { left: leftRecord(left) }),
    audit,
  }
}

export const merchantRecord = (merchant: Merchant): MerchantRecord => ({
  id: String(merchant.id),
  status: merchant.status,
  name: merchant.name,
  ...(merchant.legalName && { legalName: merchant.legalName }),
  ...(merchant.registrationNumber && { registrationNumber: merchant.registrationNumber }),
  ...(merchant.taxNumber && { taxNumber: merchant.taxNumber }),
  ...(merchant.address && { address: merchant.address }),
  ...(merchant.country && { country: merchant.country }),
  ...(merchant.email && { email: merchant.email }),
  createdAt: momentText(merchant.createdAt),
})

const leftRecord = ({ orders, sharingOrders, money }: Left): NonNullable<WholeMerchant['left']> => ({
  orders,
  sharingOrders,
  money: money.map(({ currency, owed, disputed, reserve, leaving, hindrance }) => ({
    currency,
    owed: formatMoney(owed),
    disputed: formatMoney(disputed),
    reserve: formatMoney(reserve),
    leaving: formatMoney(leaving),
    ...(hindrance && { hindrance: hinderedRecord(hindrance) }),
  })),
})
