import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { fetch as request } from 'undici'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { openAgent } from '#kernel/http/address-rules.ts'
import type { Egress } from '#kernel/http/egress.ts'

/** The OpenID provider of an operator, and who may come by it. */
export type SignOnSettings = {
  issuer: string
  clientId: string
  clientSecret: Secret<string>
  /** E-mail addresses of these domains alone, in small letters; of none: of all that the provider has verified. */
  domains: readonly string[]
  /** What the log-in page calls it. */
  name: string
  /** In staging: a provider without https. */
  allowHttp: boolean
}

/** What a browser keeps while its person is at the provider. */
export type SignOnState = { state: string; nonce: string; verifier: string }
/** Who the provider says it is, and when the person proved it there. */
export type Identity = { email: string; isVerified: boolean; authenticatedAt: number | undefined }

export type Provider = {
  /** Where the browser is sent. `again`: the provider lets the person prove anew who it is. */
  begin(input: { redirectUri: string; again: boolean }): Promise<{ url: string; kept: SignOnState }>
  /** Who came back to this address; throws when anything of it is not as it was begun. */
  complete(input: { returned: URL; kept: SignOnState }): Promise<Identity>
  close(): Promise<void>
}

/** How long the provider may take, and how long ago a person may have proved there who it is, without proving it again. */
const timeoutSeconds = 10
const maxAgeSeconds = 12 * 60 * 60
const maxAgeAgainSeconds = 5 * 60

/** The provider is asked for its document when somebody comes, so that one that is down stops nothing else. */
export function openProvider(settings: SignOnSettings, { egress }: { egress: Egress | undefined }): Provider {
  // An operator's own provider may stand in the operator's own network.
  const agent = openAgent({ allowPrivate: true, connectTimeoutMs: timeoutSeconds * 1_000, egress })
  let known: Promise<Configuration> | undefined
  const configuration = () => {
    known ??= discover(
      settings,
      (url, options) => request(url, { ...options, dispatcher: agent } as never) as never,
    ).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  return {
    begin: async ({ redirectUri, again }) => {
      const kept = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: await calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
        max_age: String(again ? maxAgeAgainSeconds : maxAgeSeconds),
        ...(again && { prompt: 'login' }),
      })
      return { url: url.href, kept }
    },
    complete: async ({ returned, kept }) => {
      const tokens = await authorizationCodeGrant(await configuration(), returned, {
        expectedState: kept.state,
        expectedNonce: kept.nonce,
        pkceCodeVerifier: kept.verifier,
        idTokenExpected: true,
      })
      return identityOf(tokens.claims()!)
    },
    close: () => agent.destroy(),
  }
}

const discover = (
  { issuer, clientId, clientSecret, allowHttp }: SignOnSettings,
  fetch: NonNullable<Parameters<typeof discovery>[4]>[typeof customFetch],
): Promise<Configuration> =>
  discovery(new URL(issuer), clientId, clientSecret.reveal(), undefined, {
    ...(fetch && { [customFetch]: fetch }),
    timeout: timeoutSeconds,
    execute: allowHttp ? [allowInsecureRequests] : [],
  })

const identityOf = ({ email, email_verified, auth_time }: IDToken): Identity => ({
  email: typeof email === 'string' ? email.trim().toLowerCase() : '',
  isVerified: email_verified === true,
  authenticatedAt: auth_time,
})

/** How long ago that was, by the wall; undefined when the provider does not say. */
export const ageOf = ({ authenticatedAt }: Identity, wall: Instant): Temporal.Duration | undefined =>
  authenticatedAt === undefined
    ? undefined
    : Temporal.Duration.from({ milliseconds: Math.max(0, wall.epochMilliseconds - authenticatedAt * 1_000) })
