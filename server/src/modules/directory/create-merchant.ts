import { insert, ref } from '#kernel/commit.ts'
import { auditEntry } from './audit.ts'
import type { Author, Merchant } from './directory.ts'
import { carryOut, type House } from './house.ts'
import { readMerchantId } from './key-forms.ts'
import { checkName } from './site-fields.ts'

export async function createMerchant(
  house: House,
  { by, name: unchecked }: { by: Author; name: string },
): Promise<Merchant> {
  const name = checkName(unchecked)
  const now = house.clock.now()
  const merchant = ref('merchant')
  const ids = await carryOut(house, now, [
    insert('directory.merchants', { name, created_at: now }, { as: merchant }),
    auditEntry(now, by, {
      action: 'merchantCreated',
      subject: { type: 'merchant', id: merchant },
      after: { name },
    }),
  ])
  return { id: readMerchantId(ids(merchant))!, name, createdAt: now }
}
