import type { PartnerId } from '#core/partners'
import { type HolderId, newHolderId } from '#issuing/ids'
import { commit, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { newHolder } from './new-holder.ts'
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
  await commit(ctx, now, [...writes, ...input.once(id)], 'register-with-partner')
  return id
}
