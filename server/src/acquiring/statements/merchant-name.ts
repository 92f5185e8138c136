import type { MerchantId } from '#core/directory'
import type { StatementsContext } from './context.ts'

/** The name of a merchant as it is now: what is written for people says whose it is. */
export const merchantNameOf = async (
  { directory }: Pick<StatementsContext, 'directory'>,
  merchantId: MerchantId,
): Promise<string> => (await directory.merchant(merchantId))?.name ?? `Merchant ${merchantId}`
