import { createSiweMessage } from 'viem/siwe'
import { getAddress } from 'viem/utils'
import type { PartnerId } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import { dateOf } from '#kernel/base/clock.ts'
import type { ChallengePurpose } from './holder.ts'
import type { WalletAddress } from './wallet-address.ts'

export type MessageFacts = {
  wallet: WalletAddress
  chainId: bigint
  purpose: ChallengePurpose
  partnerId: PartnerId
  publicUrl: string
  /** At least 128 random bits, as letters and digits. */
  nonce: string
  requestId: string
  issuedAt: Instant
  expiresAt: Instant
}

/**
 * The text that a wallet signs: of EIP-4361 for EVM, and its lines without version and chain for MultiversX, which has no
 * such standard. It names the domain, the address, the purpose and the partner, so it serves for nothing else.
 */
export function messageFor(facts: MessageFacts): string {
  const { wallet, chainId, purpose, partnerId, publicUrl, nonce, requestId, issuedAt, expiresAt } = facts
  const domain = new URL(publicUrl).host
  const statement = `${purpose === 'login' ? 'Log in' : 'Register'} as a customer of partner ${partnerId}.`
  const uri = `${publicUrl}/v1/auth/${purpose}/wallet`
  if (wallet.chain === 'evm')
    return createSiweMessage({
      address: getAddress(wallet.address),
      chainId: Number(chainId),
      domain,
      expirationTime: dateOf(expiresAt),
      issuedAt: dateOf(issuedAt),
      nonce,
      requestId,
      statement,
      uri,
      version: '1',
    })
  return [
    `${domain} wants you to sign in with your MultiversX account:`,
    wallet.address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toString({ smallestUnit: 'millisecond' })}`,
    `Expiration Time: ${expiresAt.toString({ smallestUnit: 'millisecond' })}`,
    `Request ID: ${requestId}`,
  ].join('\n')
}
