import { auditEntry } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import { type HolderId, newHolderId } from '#issuing/ids'
import { announce, commit, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { holderOwner } from './holder.ts'
import { refuse } from './refusals.ts'
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
  const row = { id, partner_id: partnerId, email, email_verified: true, password_hash: null, created_at: now }
  const writes = [
    insert('holders.holders', row, {
      onDuplicate: { holder_email_key: () => refuse('email_taken', { field: 'email' }) },
    }),
    ...(wallet
      ? [
          insert(
            'holders.wallets',
            { holder_id: id, partner_id: partnerId, ...wallet, verified: false, created_at: now },
            { onDuplicate: { wallet_address_key: () => refuse('wallet_taken', { field: 'walletAddress' }) } },
          ),
        ]
      : []),
    announce('holderRegistered', {
      owner: holderOwner(id),
      subjectId: id,
      body: { method: 'partner' },
      subject: undefined,
    }),
    auditEntry(
      now,
      { actor: `partner ${partnerId}`, fromWhere: ip },
      {
        action: 'holderRegistered',
        owner: partnerOwner(partnerId),
        subject: { type: 'holder', id },
        after: { method: 'partner' },
      },
    ),
    ...input.once(id),
  ]
  await commit(ctx, now, writes, 'register-with-partner')
  return id
}
