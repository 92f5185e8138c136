import type { Language } from '#core/i18n'
import type { PartnerId } from '#core/partners'
import type { Secret } from '#kernel/base/secret.ts'
import { commit, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { assertGoodPassword } from './password-rule.ts'
import { planRegistration, type Registration } from './plan-registration.ts'
import { throttle, throttleEmails } from './throttle.ts'

export type EmailRegistration = {
  partnerId: PartnerId
  email: string
  password: Secret<string>
  secondFactor: boolean
  language: Language
  ip: string
  once(subjectId: string): Write[]
}

/** A registration that becomes a customer when the code that is sent to the address comes back. */
export async function registerWithEmail(ctx: HoldersContext, input: EmailRegistration): Promise<Registration> {
  const { partnerId, email, password, secondFactor, language, ip, once } = input
  assertGoodPassword(password, email)
  await throttle(ctx, { ip, partnerId, identity: email })
  await throttleEmails(ctx, { partnerId, email })
  // Also for an address that is taken: the time must not tell.
  const passwordHash = await ctx.passwords.hash(password)
  const now = ctx.clock.now()
  const proof = { passwordHash, secondFactor }
  const { writes, registration } = await planRegistration(ctx, now, { partnerId, email, language, proof, once })
  await commit(ctx, now, writes, 'register-with-email')
  return registration
}
