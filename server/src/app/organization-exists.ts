import type { StaffScope } from '#core/access'
import { readMerchantId } from '#core/directory'
import { readPartnerId } from '#core/partners'
import type { App } from './compose.ts'

/** Whether there is the merchant or the partner for whom a person is to work. */
export async function organizationExists(
  { directory, partners }: Pick<App, 'directory' | 'partners'>,
  { kind, id }: StaffScope,
): Promise<boolean> {
  if (kind === 'platform') return true
  if (kind === 'merchant') {
    const merchantId = readMerchantId(id)
    return merchantId !== undefined && (await directory.merchant(merchantId)) !== undefined
  }
  const partnerId = readPartnerId(id)
  return partnerId !== undefined && (await partners.partner(partnerId)) !== undefined
}
