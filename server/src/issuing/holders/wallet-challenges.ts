import { randomBytes, randomUUID } from 'node:crypto'
import { hashMessage, isHex } from 'viem/utils'
import { ChainUnreachable } from '#connectors/chain/port.ts'
import type { PartnerId } from '#core/partners'
import { readUuid } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import type { ChallengeId, ChallengePurpose } from './holder.ts'
import { loginFailed } from './log-in-with-email.ts'
import { refuse } from './refusals.ts'
import { type ChallengeRow, findChallenge } from './store.ts'
import { throttle } from './throttle.ts'
import { type ProvenWallet, readWalletAddress } from './wallet-address.ts'
import { messageFor } from './wallet-message.ts'
import { isKeySignature, isSignedBy } from './wallet-signature.ts'

/** How long a wallet may take to sign (product decision, wallets). */
const challengeLifetime = Temporal.Duration.from({ minutes: 5 })

export type ChallengeInput = {
  partnerId: PartnerId
  purpose: ChallengePurpose
  walletAddress: string
  chainId: bigint
  ip: string
}
export type Challenge = { challengeId: ChallengeId; message: string; expiresInSeconds: number }

/** A message for the wallet to sign. It is the same whether or not a customer has the wallet. */
export async function openChallenge(ctx: HoldersContext, input: ChallengeInput): Promise<Challenge> {
  const { partnerId, purpose, chainId, ip } = input
  const wallet = readWalletAddress(input.walletAddress)
  await throttle(ctx, { ip, partnerId, identity: wallet.address })
  const now = ctx.clock.now()
  const expiresAt = now.add(challengeLifetime)
  const id = randomUUID() as ChallengeId
  const message = messageFor({
    wallet,
    chainId,
    purpose,
    partnerId,
    publicUrl: ctx.publicUrl,
    nonce: randomBytes(nonceBytes).toString('hex'),
    requestId: id,
    issuedAt: now,
    expiresAt,
  })
  const row = {
    id,
    partner_id: partnerId,
    purpose,
    ...wallet,
    chain_id: wallet.chain === 'evm' ? chainId : null,
    message,
    created_at: now,
    expires_at: expiresAt,
    spent_at: null,
  }
  await commit(ctx, now, [insert('holders.wallet_challenges', row)], 'wallet-challenges')
  return { challengeId: id, message, expiresInSeconds: challengeLifetime.total('seconds') }
}
const nonceBytes = 16

export type SignedChallenge = {
  partnerId: PartnerId
  challengeId: string
  signature: string
  /** What the client says that was signed; it need not be sent. */
  message?: string | undefined
  ip: string
}

/** The challenge, when the signature over its message is its wallet's. It is not spent yet: `spend` does that. */
export async function readSignedChallenge(
  ctx: HoldersContext,
  purpose: ChallengePurpose,
  { partnerId, challengeId, signature, message, ip }: SignedChallenge,
): Promise<{ challenge: ChallengeRow; wallet: ProvenWallet }> {
  await throttle(ctx, { ip, partnerId, identity: challengeId })
  const now = ctx.clock.now()
  const id = readUuid<ChallengeId>(challengeId)
  const challenge = id && (await findChallenge(ctx.db, { partnerId, id, purpose }))
  if (!challenge || challenge.spentAt || Temporal.Instant.compare(now, challenge.expiresAt) >= 0)
    throw refuse('invalid_challenge', { field: 'challengeId' })
  if (message !== undefined && message !== challenge.message) throw refuse('wrong_message', { field: 'message' })
  const wallet = await proveWallet(ctx, challenge, signature)
  if (wallet) return { challenge, wallet }
  await commit(ctx, now, [loginFailed(partnerId, 'wallet', undefined)], 'wallet-challenges')
  throw refuse('invalid_signature', { field: 'signature' })
}

/** The wallet with what its signature has proven: a key, or where the chain is read, a contract on it. */
async function proveWallet(
  { contractWallets }: HoldersContext,
  { wallet, chainId, message }: ChallengeRow,
  signature: string,
): Promise<ProvenWallet | undefined> {
  if (await isSignedBy(wallet, message, signature)) return { ...wallet, contractChainId: null }
  if (chainId === null || !contractWallets.reads(chainId)) {
    if (isKeySignature(wallet, signature)) return undefined
    throw refuse('contract_wallet_not_supported', { field: 'signature', chainId: chainId ?? 'MultiversX' })
  }
  if (!isHex(signature)) return undefined
  try {
    const signed = { chainId, address: wallet.address, hash: hashMessage(message), signature }
    return (await contractWallets.isValidSignature(signed)) ? { ...wallet, contractChainId: chainId } : undefined
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error
    throw refuse('chain_unreachable', { chainId, retryAfterSeconds: 5 })
  }
}

/** Spends a challenge in the commit of its effect, so that of two requests with it one has an effect. */
export const spend = (now: Instant, { id }: Pick<ChallengeRow, 'id'>): Write =>
  update('holders.wallet_challenges', {
    set: { spent_at: now },
    where: { id, spent_at: null },
    onMiss: () => refuse('invalid_challenge', { field: 'challengeId' }),
  })
