import { findCardById, type StoredCard } from '#acquiring/shoppers'
import type { MerchantId } from '#core/directory'
import type { Secret } from '#kernel/base/secret.ts'
import type { PaymentsContext } from './context.ts'

/** The number of a stored card. If the card was renewed since it was read, its number of now, and the card as it is now. */
export async function openStoredCard(
  { db, vault }: Pick<PaymentsContext, 'db' | 'vault'>,
  merchantId: MerchantId,
  stored: StoredCard,
): Promise<{ pan: Secret<string>; stored: StoredCard }> {
  try {
    return { pan: await vault.detokenize({ merchantId, token: stored.vaultToken }), stored }
  } catch (error) {
    const current = await findCardById(db, stored.id)
    if (!current || current.vaultToken === stored.vaultToken) throw error
    return { pan: await vault.detokenize({ merchantId, token: current.vaultToken }), stored: current }
  }
}
