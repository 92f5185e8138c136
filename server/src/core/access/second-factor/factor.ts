import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { StaffFactorId } from '../ids.ts'

/** An authenticator app (TOTP) or a passkey, as lists show it. */
export type Factor = {
  id: StaffFactorId
  kind: 'totp' | 'passkey'
  /** As its owner called it. */
  name: string
  createdAt: Instant
  lastUsedAt: Instant | undefined
}

/** What a person has beside the password. */
export type SecondFactors = {
  factors: readonly Factor[]
  recoveryCodesLeft: number
  /** Whether the installation requires one of the person's role. */
  isRequired: boolean
}

/** The dashboard as a browser reaches it: passkeys are made for a host name and work at no other (WebAuthn, 5.1.2). */
export type RelyingParty = { host: string; origin: string }

/** What a person shows as the second step: a code of an app, a recovery code, or the signature of a passkey. */
export type FactorProof =
  | { kind: 'totp'; code: string }
  | { kind: 'recovery_code'; code: Secret<string> }
  | { kind: 'passkey'; response: AuthenticationResponseJSON; at: RelyingParty; token: string }

/** What a session began with. */
export type LoggedInWith = 'password' | 'totp' | 'passkey' | 'recovery_code' | 'single_sign_on'
