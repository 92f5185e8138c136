import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import type { TokenPair } from './holder.ts'
import { loginFailed } from './log-in-with-email.ts'
import { refuse } from './refusals.ts'
import { startSession } from './sessions.ts'
import { findHolderOfWallet } from './store.ts'
import { readSignedChallenge, type SignedChallenge, spend } from './wallet-challenges.ts'

/** Tokens for the customer of a wallet that has signed. A wallet that only the partner had named is proven by it. */
export async function logInWithWallet(
  ctx: HoldersContext,
  input: SignedChallenge & { once(subjectId: string): Write[] },
): Promise<TokenPair> {
  const { partnerId, once } = input
  const { challenge, wallet } = await readSignedChallenge(ctx, 'login', input)
  return decide(async () => {
    const now = ctx.clock.now()
    const holder = await findHolderOfWallet(ctx.db, partnerId, wallet)
    if (holder?.status !== 'active') {
      await commit(ctx, now, [spend(now, challenge), loginFailed(partnerId, 'wallet', holder)], 'log-in-with-wallet')
      throw refuse('unknown_wallet')
    }
    const { writes, tokens } = await startSession(ctx, now, { holder, method: 'wallet' })
    const { walletId } = holder
    const proven = holder.isVerified
      ? []
      : [update('holders.wallets', { set: { verified: true }, where: { id: walletId, verified: false } })]
    await commit(ctx, now, [spend(now, challenge), ...proven, ...writes, ...once(holder.id)], 'log-in-with-wallet')
    return tokens
  })
}
