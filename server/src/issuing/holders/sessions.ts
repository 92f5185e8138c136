import { randomUUID } from 'node:crypto'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import { announce, commit, decide, increase, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { type Holder, holderOwner, type LoginMethod, type SessionId, type TokenPair } from './holder.ts'
import { refuse } from './refusals.ts'
import { hashOfToken, newSecretToken } from './secret-token.ts'
import { type FoundToken, findOpenSession, findRefreshToken } from './session-store.ts'

/** The `aud` of access tokens of the issuing interface. */
export const audience = 'issuing'
const accessLifetime = Temporal.Duration.from({ minutes: 15 })
const refreshLifetime = Temporal.Duration.from({ hours: 24 * 30 })
/** Two tabs of one browser may refresh at the same moment: both receive the same successor. */
const sameSuccessorFor = Temporal.Duration.from({ seconds: 10 })

/** The writes of a new session, to be part of a commit, and the tokens to reply once it is made. */
export async function startSession(
  ctx: HoldersContext,
  now: Instant,
  { holder, method }: { holder: Pick<Holder, 'id' | 'partnerId'>; method: LoginMethod },
): Promise<{ writes: Write[]; tokens: TokenPair }> {
  const sessionId = randomUUID() as SessionId
  const refreshToken = newSecretToken('rt')
  const expires_at = now.add(refreshLifetime)
  return {
    writes: [
      insert('holders.sessions', {
        id: sessionId,
        holder_id: holder.id,
        method,
        created_at: now,
        expires_at,
        ended_at: null,
        end_reason: null,
      }),
      tokenRow(refreshToken, { sessionId, now, expires_at }),
      announce('holderLoggedIn', {
        owner: holderOwner(holder.id),
        subjectId: holder.id,
        body: { sessionId, method },
        subject: undefined,
      }),
    ],
    tokens: await pairOf(ctx, { holder, sessionId, refreshToken }),
  }
}

/**
 * The next pair of tokens for a refresh token, which works once. If it is used again later, somebody else has it too:
 * the session ends for both (OAuth 2.0 Security Best Current Practice, 4.14).
 */
export async function refreshSession(ctx: HoldersContext, token: Secret<string>): Promise<TokenPair> {
  return decide(async () => {
    const now = ctx.clock.now()
    const hash = hashOfToken(token)
    const found = await findRefreshToken(ctx.db, hash)
    if (!found || isOver(found, now)) throw refuse('invalid_refresh_token')
    const { token: used, session } = found
    const [sessionId, holder] = [session.id, { id: found.holder.id, partnerId: found.holder.partner_id }]
    if (used.used_at) {
      const again = await newestOf(ctx, found, now)
      if (again) return pairOf(ctx, { holder, sessionId, refreshToken: again })
      await commit(ctx, now, endSession(now, found), 'sessions')
      throw refuse('invalid_refresh_token')
    }
    const refreshToken = newSecretToken('rt')
    const successor = ctx.keys.seal('directory', refreshToken.reveal(), contextOf(sessionId))
    const expires_at = now.add(refreshLifetime)
    await commit(
      ctx,
      now,
      [
        update('holders.sessions', {
          set: { version: increase(1n), expires_at },
          where: { id: sessionId, version: session.version },
          wholeRow: session,
        }),
        update('holders.refresh_tokens', {
          set: { used_at: now, successor },
          where: { hash, used_at: null },
          wholeRow: used,
        }),
        tokenRow(refreshToken, { sessionId, now, expires_at }),
      ],
      'sessions',
    )
    return pairOf(ctx, { holder, sessionId, refreshToken })
  })
}

const isOver = ({ token, session, holder }: FoundToken, now: Instant): boolean =>
  session.ended_at !== null || holder.status !== 'active' || Temporal.Instant.compare(token.expires_at, now) <= 0

/** The newest token of the chain: a tab that comes with an older one may not be given a token that is used already. */
async function newestOf(ctx: HoldersContext, found: FoundToken, now: Instant): Promise<Secret<string> | undefined> {
  const { used_at: usedAt } = found.token
  if (!usedAt || Temporal.Instant.compare(now, usedAt.add(sameSuccessorFor)) > 0) return undefined
  let newest = successorOf(ctx, found)
  for (let links = 1; newest && links < linksMax; links++) {
    const next = await findRefreshToken(ctx.db, hashOfToken(newest))
    if (!next?.token.used_at) return newest
    newest = successorOf(ctx, next)
  }
  return undefined
}
/** So often can nobody refresh within the seconds in which the older token is still good. */
const linksMax = 100

const successorOf = (ctx: HoldersContext, { token: { successor }, session }: FoundToken): Secret<string> | undefined =>
  successor ? new Secret(ctx.keys.open('directory', successor, contextOf(session.id)).toString('latin1')) : undefined

const endSession = (now: Instant, { session }: FoundToken): Write[] => [
  update('holders.sessions', {
    set: { ended_at: now, end_reason: 'token_reused', version: increase(1n) },
    where: { id: session.id, version: session.version },
    wholeRow: session,
  }),
  announce('sessionEnded', {
    owner: holderOwner(session.holder_id),
    subjectId: session.holder_id,
    body: { sessionId: session.id, reason: 'token_reused' },
    subject: undefined,
  }),
]

/** The holder whose access token this is, while the session is open and the holder active. */
export async function holderOfToken(
  ctx: Pick<HoldersContext, 'db' | 'tokens'>,
  token: string,
): Promise<{ holderId: HolderId; partnerId: Holder['partnerId'] } | undefined> {
  const claims = await ctx.tokens.read(token, audience)
  const sessionId = claims?.sid
  return typeof sessionId === 'string' ? findOpenSession(ctx.db, sessionId as SessionId) : undefined
}

async function pairOf(
  { tokens }: HoldersContext,
  {
    holder,
    sessionId,
    refreshToken,
  }: { holder: Pick<Holder, 'id' | 'partnerId'>; sessionId: SessionId; refreshToken: Secret<string> },
): Promise<TokenPair> {
  const claims = { sid: sessionId, partner_id: String(holder.partnerId) }
  const accessToken = await tokens.sign({ audience, subject: holder.id, lifetime: accessLifetime, claims })
  return { accessToken, refreshToken, expiresInSeconds: accessLifetime.total('seconds') }
}

const tokenRow = (
  token: Secret<string>,
  { sessionId, now, expires_at }: { sessionId: SessionId; now: Instant; expires_at: Instant },
): Write =>
  insert('holders.refresh_tokens', {
    hash: hashOfToken(token),
    session_id: sessionId,
    created_at: now,
    expires_at,
    used_at: null,
    successor: null,
  })

const contextOf = (sessionId: SessionId): string => `successor ${sessionId}`
