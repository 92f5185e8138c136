import type { Money } from '#kernel/money.ts'
import { declinesOf, type PaymentsHouse } from '#payments'
import type { StoredCard } from '#shoppers'
import { capVerdict, capWindow } from './network-caps.ts'
import { refuse } from './refusals.ts'

/** The networks' limits hold whoever asks. */
export async function refuseBeyondCaps(
  { db, clock }: PaymentsHouse,
  card: Pick<StoredCard, 'fingerprint' | 'brand'>,
  amount: Money,
): Promise<void> {
  const now = clock.now()
  const hex = Buffer.from(card.fingerprint).toString('hex')
  const declines = (await declinesOf(db, [hex], now.subtract(capWindow))).get(hex) ?? []
  const cap = capVerdict(card.brand, declines, amount, now)
  if (cap.is === 'never') throw refuse('card_never_again', { field: 'cardId', reason: cap.reason })
  if (cap.is === 'full') throw refuse('card_must_rest', { field: 'cardId', until: cap.until.toString() })
}
