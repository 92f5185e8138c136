import { insert, type Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import { auditEntry } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { Author, Merchant } from './directory.ts'
import { readMerchantId } from './key-forms.ts'
import { checkMerchantFields } from './merchant-fields.ts'
import { merchantStates } from './merchant-states.ts'
import { checkName } from './name.ts'

export async function createMerchant(
  ctx: DirectoryContext,
  { by, name: unchecked, alongside }: { by: Author; name: string; alongside?: (id: Ref) => readonly Write[] },
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
      ...(alongside?.(merchant) ?? []),
    ],
    'create-merchant',
  )
  const id = readMerchantId(ids(merchant))!
  return { ...checkMerchantFields({ name }), id, createdAt: now, status: merchantStates.initial }
}
