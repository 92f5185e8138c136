import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Brand } from '#kernel/base/brand.ts'
import type { Owner } from '#kernel/base/owner.ts'
import type { Secret } from '#kernel/base/secret.ts'

/** A customer of a partner: the owner of accounts and cards. */
export type Holder = {
  id: HolderId
  partnerId: PartnerId
  status: HolderStatus
  email: string | undefined
  emailVerified: boolean
}
/** `pending`: registered by e-mail, and the address is not verified yet. */
export type HolderStatus = 'pending' | 'active' | 'closed'
export type Chain = 'evm' | 'multiversx'
export type LoginMethod = 'partner' | 'email' | 'wallet'
export type SessionId = Brand<string, 'SessionId'>
export type SessionEnd = 'logged_out' | 'token_reused' | 'password_changed' | 'closed'

/** What a client receives after a login: an access token of 15 minutes, and a refresh token that works once. */
export type TokenPair = { accessToken: string; refreshToken: Secret<string>; expiresInSeconds: number }

export const holderOwner = (id: HolderId): Owner => ({ kind: 'holder', id })
