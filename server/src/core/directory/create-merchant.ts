import { insert, ref } from '#kernel/db/commit/commit.ts'
import { auditEntry } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { Author, Merchant } from './directory.ts'
import { readMerchantId } from './key-forms.ts'
import { checkName } from './name.ts'

export async function createMerchant(
  ctx: DirectoryContext,
  { by, name: unchecked }: { by: Author; name: string },
): Promise<Merchant> {
  const name = checkName(unchecked)
  const now = ctx.clock.now()
  const merchant = ref('merchant')
  const ids = await carryOut(
    ctx,
    now,
    [
      insert('directory.merchants', { name, created_at: now }, { as: merchant }),
      auditEntry(now, by, {
        action: 'merchantCreated',
        owner: { kind: 'merchant', id: merchant },
        subject: { type: 'merchant', id: merchant },
        after: { name },
      }),
    ],
    'create-merchant',
  )
  return { id: readMerchantId(ids(merchant))!, name, createdAt: now }
}
