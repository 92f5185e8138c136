import { auditEntry } from '#core/directory'
import type { Language } from '#core/i18n'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, type Write } from '#kernel/db/commit/commit.ts'
import { holderOwner, type LoginMethod } from './holder.ts'
import { refuse } from './refusals.ts'
import type { ProvenWallet } from './wallet-address.ts'

export type NewHolder = {
  id: HolderId
  partnerId: PartnerId
  method: LoginMethod
  email: string
  language: Language
  passwordHash?: string | undefined
  secondFactor?: boolean
  wallet?: (ProvenWallet & { verified: boolean }) | undefined
  /** Who registers it: `partner 501`, or the customer. */
  actor: string
  ip: string
}

/** The writes of a new holder, whose e-mail address is verified, or vouched for by the partner. */
export function newHolder(now: Instant, input: NewHolder): Write[] {
  const { id, partnerId, method, email, language, wallet } = input
  const row = {
    id,
    partner_id: partnerId,
    email,
    email_verified: true,
    language,
    password_hash: input.passwordHash ?? null,
    second_factor: input.secondFactor ?? false,
    created_at: now,
  }
  return [
    insert('holders.holders', row, {
      onDuplicate: { holder_email_key: () => refuse('email_taken', { field: 'email' }) },
    }),
    ...(wallet
      ? [
          insert('holders.wallets', walletRow(now, input, wallet), {
            onDuplicate: { wallet_address_key: () => refuse('wallet_taken', { field: 'walletAddress' }) },
          }),
        ]
      : []),
    announce('holderRegistered', { owner: holderOwner(id), subjectId: id, body: { method }, subject: undefined }),
    auditEntry(
      now,
      { actor: input.actor, fromWhere: input.ip },
      {
        action: 'holderRegistered',
        owner: partnerOwner(partnerId),
        subject: { type: 'holder', id },
        after: { method },
      },
    ),
  ]
}

const walletRow = (
  now: Instant,
  { id, partnerId }: NewHolder,
  { chain, address, verified, contractChainId }: NonNullable<NewHolder['wallet']>,
) => ({
  holder_id: id,
  partner_id: partnerId,
  chain,
  address,
  verified,
  contract_chain_id: contractChainId,
  created_at: now,
})
