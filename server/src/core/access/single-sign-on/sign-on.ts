import { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'
import { decide } from '#kernel/db/commit/commit.ts'
import { type Browser, beginSession, type NewSession } from '../begin-session.ts'
import type { AccessContext } from '../context.ts'
import { refuse } from '../refusals.ts'
import { findStaffByEmail } from '../store.ts'
import { ageOf, type Identity, type Provider, type SignOnSettings } from './provider.ts'

/** Log-in by the operator's OpenID provider (OpenID Connect Core 1.0, code flow with PKCE). */
export type SingleSignOn = {
  /** What the log-in page calls it. */
  name: string
  /** Where the browser goes, and what it keeps meanwhile, sealed, in a cookie. */
  begin(input: { redirectUri: string; to: string; again: boolean }): Promise<{ url: string; cookie: string }>
  /** Begins the session of the person who came back, and says to which page the person wanted. */
  complete(input: Browser & { returned: URL; cookie: string }): Promise<{ begun: NewSession; to: string }>
  close(): Promise<void>
}

/** A person is at the provider for so long. */
export const signOnLifetime = Temporal.Duration.from({ minutes: 10 })

const keptShape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  until: z.string(),
})

export const openSignOn = (
  ctx: AccessContext,
  { provider, settings }: { provider: Provider; settings: Pick<SignOnSettings, 'domains' | 'name'> },
): SingleSignOn => ({
  name: settings.name,
  begin: async ({ redirectUri, to, again }) => {
    const { url, kept } = await provider.begin({ redirectUri, again }).catch(() => {
      throw refuse('sign_on_down')
    })
    const until = ctx.clock.wall().add(signOnLifetime).toString()
    const sealed = ctx.keys.seal('directory', JSON.stringify({ ...kept, to, until }), sealedFor)
    return { url, cookie: Buffer.from(sealed).toString('base64url') }
  },
  complete: async ({ returned, cookie, ...browser }) => {
    const { to, ...kept } = openKept(ctx, cookie)
    if (returned.searchParams.get('state') !== kept.state) throw refuse('challenge_over')
    const identity = await provider.complete({ returned, kept }).catch(() => {
      throw refuse('sign_on_failed')
    })
    return { begun: await logInAs(ctx, identity, { ...browser, domains: settings.domains }), to }
  },
  close: () => provider.close(),
})
const sealedFor = 'single sign-on of staff'

function openKept({ keys, clock }: AccessContext, cookie: string) {
  const kept = readKept(keys, cookie)
  if (!kept || Temporal.Instant.compare(Temporal.Instant.from(kept.until), clock.wall()) < 0)
    throw refuse('challenge_over')
  return kept
}

function readKept(keys: AccessContext['keys'], cookie: string) {
  try {
    const text = keys.open('directory', Buffer.from(cookie, 'base64url'), sealedFor).toString('utf8')
    return keptShape.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * A person comes as the active member of staff with the e-mail address that the provider has verified, with the role that
 * the person has here: single sign-on makes nobody, and stands for both steps of a log-in.
 */
const logInAs = (
  ctx: AccessContext,
  identity: Identity,
  { domains, ...browser }: Browser & { domains: readonly string[] },
): Promise<NewSession> =>
  decide(async () => {
    const { email, isVerified } = identity
    if (!isVerified) throw refuse('email_not_verified')
    const isOurs = domains.length === 0 || domains.includes(email.split('@')[1] ?? '')
    const found = isOurs ? await findStaffByEmail(ctx.db, email) : undefined
    if (!found?.staff.active) throw refuse('unknown_person')
    const authenticatedAt = provenAt(ctx, identity)
    return beginSession(ctx, { ...browser, found, loggedInWith: 'single_sign_on', authenticatedAt })
  })

/** A provider that does not say when proves nothing fresh. */
function provenAt({ clock }: AccessContext, identity: Identity): Instant {
  const wall = clock.wall()
  return wall.subtract(ageOf(identity, wall) ?? { hours: 1 })
}
