import type { Language } from '#core/i18n'
import { commit, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { planRegistration, type Registration } from './plan-registration.ts'
import { throttleEmails } from './throttle.ts'
import { readSignedChallenge, type SignedChallenge, spend } from './wallet-challenges.ts'

export type WalletRegistration = SignedChallenge & {
  email: string
  language: Language
  once(subjectId: string): Write[]
}

/** A registration of a wallet that has signed. It becomes a customer when the code that is sent to the address comes back. */
export async function registerWithWallet(ctx: HoldersContext, input: WalletRegistration): Promise<Registration> {
  const { partnerId, email, language, once } = input
  const { challenge, wallet } = await readSignedChallenge(ctx, 'register', input)
  await throttleEmails(ctx, { partnerId, email })
  const now = ctx.clock.now()
  const proof = { wallet }
  const { writes, registration } = await planRegistration(ctx, now, { partnerId, email, language, proof, once })
  await commit(ctx, now, [spend(now, challenge), ...writes], 'register-with-wallet')
  return registration
}
