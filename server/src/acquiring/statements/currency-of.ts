import { currenciesOf } from '#acquiring/merchant-payouts'
import type { MerchantId } from '#core/directory'
import type { Currency } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { refuse } from './refusals.ts'

/** The currency that was asked for, or else the one that the merchant has; refuses to choose between several. */
export async function currencyOf(
  db: Db,
  { merchantId, asked }: { merchantId: MerchantId; asked: Currency | undefined },
): Promise<Currency> {
  if (asked !== undefined) return asked
  const booked = await currenciesOf(db, merchantId)
  if (booked.length === 1) return booked[0]!
  throw refuse('statement_currency_missing', {
    field: 'currency',
    currencies: booked.length === 0 ? 'none yet' : booked.join(', '),
  })
}
