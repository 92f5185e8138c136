import type { PartnerId } from '#core/partners'
import { type HolderId, newHolderId } from '#issuing/ids'
import { Refusal } from '#kernel/base/refusal.ts'
import { commit, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { newHolder } from './new-holder.ts'
import { refuse } from './refusals.ts'
import { findHolderByEmail } from './store.ts'
import { readWalletAddress } from './wallet-address.ts'

export type PartnerRegistration = {
  partnerId: PartnerId
  email: string
  walletAddress?: string | undefined
  ip: string
  once(subjectId: string): Write[]
}

/** A customer whom the partner's own server registers. The partner vouches for the e-mail address. */
export async function registerWithPartner(ctx: HoldersContext, input: PartnerRegistration): Promise<HolderId> {
  const { partnerId, email, ip } = input
  const wallet = input.walletAddress === undefined ? undefined : readWalletAddress(input.walletAddress)
  const now = ctx.clock.now()
  const id = newHolderId(now)
  const writes = newHolder(now, {
    id,
    partnerId,
    method: 'partner',
    email,
    language: 'en',
    wallet: wallet && { ...wallet, verified: false, contractChainId: null },
    actor: `partner ${partnerId}`,
    ip,
  })
  try {
    await commit(ctx, now, [...writes, ...input.once(id)], 'register-with-partner')
  } catch (error) {
    throw await withCustomer(ctx, input, error)
  }
  return id
}

/** A server that has lost the reply learns whom it has registered; apps, which anybody may call, never do. */
async function withCustomer({ db }: HoldersContext, { partnerId, email }: PartnerRegistration, error: unknown) {
  if (!(error instanceof Refusal) || error.code !== 'email_taken') return error
  const holder = await findHolderByEmail(db, partnerId, email)
  return holder ? refuse('email_taken', { field: 'email', registeredCustomerId: holder.id }) : error
}
