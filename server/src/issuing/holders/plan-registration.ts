import { randomUUID } from 'node:crypto'
import type { Language } from '#core/i18n'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { planEmail } from './emails/plan-email.ts'
import type { RegistrationId } from './holder.ts'
import { codeLifetime, codeTries, impossibleCode, newCode, sealCode } from './one-time-code.ts'
import { findHolderByEmail } from './store.ts'
import type { ProvenWallet } from './wallet-address.ts'

/** How the customer will log in. */
type Proof = { passwordHash: string; secondFactor: boolean } | { wallet: ProvenWallet }

export type NewRegistration = {
  partnerId: PartnerId
  email: string
  language: Language
  proof: Proof
  once(subjectId: string): Write[]
}
export type Registration = { registrationId: RegistrationId; expiresInSeconds: number }

/**
 * The writes of a registration, whose code goes to its e-mail address. If a customer has the address already, the reply
 * and the work are the same, but no code fits, and the email says that the customer can log in.
 */
export async function planRegistration(
  ctx: HoldersContext,
  now: Instant,
  { partnerId, email, language, proof, once }: NewRegistration,
): Promise<{ writes: Write[]; registration: Registration }> {
  const isTaken = (await findHolderByEmail(ctx.db, partnerId, email)) !== undefined
  const id = randomUUID() as RegistrationId
  const code = newCode()
  const wallet = 'wallet' in proof ? proof.wallet : undefined
  const row = {
    id,
    partner_id: partnerId,
    email,
    language,
    password_hash: 'wallet' in proof ? null : proof.passwordHash,
    second_factor: 'wallet' in proof ? false : proof.secondFactor,
    wallet_chain: wallet?.chain ?? null,
    wallet_address: wallet?.address ?? null,
    wallet_contract_chain_id: wallet?.contractChainId ?? null,
    code: sealCode(ctx.keys, id, isTaken ? impossibleCode : code),
    tries_left: codeTries,
    created_at: now,
    expires_at: now.add(codeLifetime),
    used_at: null,
  }
  const message = isTaken ? ({ kind: 'already-registered' } as const) : ({ kind: 'registration-code', code } as const)
  return {
    writes: [
      insert('holders.registrations', row),
      planEmail(ctx, now, { partnerId, to: email, language, ...message }),
      announce('codeSent', {
        owner: partnerOwner(partnerId),
        subjectId: id,
        body: { purpose: 'registration' },
        subject: undefined,
      }),
      ...once(id),
    ],
    registration: { registrationId: id, expiresInSeconds: codeLifetime.total('seconds') },
  }
}
