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
}
export const holderStatuses = ['active', 'closed'] as const
export type HolderStatus = (typeof holderStatuses)[number]
export type Chain = 'evm' | 'multiversx'
export type LoginMethod = 'partner' | 'email' | 'wallet'
/** What a one-time code is for. */
export type CodePurpose = 'registration' | 'login' | 'password'
/** What proved that a new password is the customer's: the one before, or a code. */
export type PasswordChange = 'changed' | 'reset'
export type SessionId = Brand<string, 'SessionId'>
/** A challenge for one of them is none for the other. */
export type ChallengePurpose = 'register' | 'login'
export type RegistrationId = Brand<string, 'RegistrationId'>
export type ChallengeId = Brand<string, 'ChallengeId'>
export type SessionEnd = 'logged_out' | 'token_reused' | 'password_changed' | 'revoked' | 'closed'

/** What a client receives after a login: an access token of 15 minutes, and a refresh token that works once. */
export type TokenPair = { accessToken: string; refreshToken: Secret<string>; expiresInSeconds: number }

/** A login that waits for its second factor. */
export type PendingLogin = { sessionToken: Secret<string>; expiresInSeconds: number }

export const holderOwner = (id: HolderId): Owner => ({ kind: 'holder', id })
