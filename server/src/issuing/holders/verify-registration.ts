import type { PartnerId } from '#core/partners'
import { type HolderId, newHolderId, readUuid } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import type { RegistrationId, TokenPair } from './holder.ts'
import { newHolder } from './new-holder.ts'
import { codeFits } from './one-time-code.ts'
import { refuse } from './refusals.ts'
import { refuseCode } from './refuse-code.ts'
import { startSession } from './sessions.ts'
import { findRegistration, type RegistrationRow } from './store.ts'
import { throttle } from './throttle.ts'

export type RegistrationProof = {
  partnerId: PartnerId
  registrationId: string
  code: string
  ip: string
  once(subjectId: string): Write[]
}

/** The customer that a registration becomes with its code, logged in. */
export async function verifyRegistration(
  ctx: HoldersContext,
  kind: 'email' | 'wallet',
  { partnerId, registrationId, code, ip, once }: RegistrationProof,
): Promise<TokenPair & { customerId: HolderId }> {
  await throttle(ctx, { ip, partnerId, identity: registrationId })
  return decide(async () => {
    const now = ctx.clock.now()
    const id = readUuid<RegistrationId>(registrationId)
    const found = id && (await findRegistration(ctx.db, partnerId, id))
    if (!found || found.kind !== kind || !isOpen(found, now)) throw refuse('invalid_code', { field: 'code' })
    const where = { id: found.id, version: found.version }
    const version = found.version + 1
    if (!codeFits(ctx.keys, found.id, found.code, code))
      return refuseCode(ctx, now, { table: 'holders.registrations', purpose: 'registration', partnerId, kept: found })
    const holder = { id: newHolderId(now), partnerId }
    const { email, language, passwordHash, secondFactor, wallet } = found
    const { writes, tokens } = await startSession(ctx, now, { holder, method: kind })
    const person = newHolder(now, {
      ...holder,
      method: kind,
      email,
      language,
      passwordHash,
      secondFactor,
      wallet: wallet && { ...wallet, verified: true },
      actor: `customer ${holder.id}`,
      ip,
    })
    const used = update('holders.registrations', { set: { used_at: now, version }, where })
    await commit(ctx, now, [...person, used, ...writes, ...once(holder.id)], 'verify-registration')
    return { ...tokens, customerId: holder.id }
  })
}

const isOpen = ({ usedAt, expiresAt, triesLeft }: RegistrationRow, now: Instant): boolean =>
  usedAt === null && triesLeft > 0 && Temporal.Instant.compare(now, expiresAt) < 0
