import { type CRes, encodeMessage } from '#connectors/threeds/messages.ts'
import { readLanguage } from '#core/i18n'
import { languageOf, layoutOf, originOf, pageHeaders } from '#core/pages'
import type { Partners } from '#core/partners'
import { cardById } from '#issuing/cards'
import { readUuid } from '#issuing/ids'
import { money } from '#kernel/base/money.ts'
import { type Call, type Reply, type Route, seeOther } from '#kernel/http/route.ts'
import { challengePath } from './authenticate.ts'
import { cancelChallenge } from './cancel-challenge.ts'
import { type Challenge, type ChallengeId, isOver } from './challenge.ts'
import type { ThreeDsContext } from './context.ts'
import { expireChallenge } from './expire-challenge.ts'
import { MessageError } from './message-error.ts'
import { openChallenge } from './open-challenge.ts'
import { type ChallengePage, renderChallengePage } from './pages/challenge-page.ts'
import { findChallenge } from './store.ts'
import type { AnswerWaits } from './wait-for-answer.ts'

export type ChallengePagesContext = ThreeDsContext & {
  partners: Partners
  testMode: boolean
  answerWaits: AnswerWaits
}

/** The page of the cardholder's bank, to which the merchant's side sends the shopper's browser. */
export const challengePageRoutes = (ctx: ChallengePagesContext): Route[] => [
  {
    method: 'POST',
    path: challengePath,
    caller: 'session',
    limits: ['challenge_pages'],
    run: async (call) => {
      const { creq, threeDSSessionData } = fieldsOf(call)
      try {
        const id = await openChallenge(ctx, { creq: creq ?? '', sessionData: threeDSSessionData, ip: call.ip })
        return seeOther(pathOf(id, call))
      } catch (error) {
        if (!(error instanceof MessageError)) throw error
        ctx.log.info({ errorCode: error.code, detail: error.detail }, 'a CReq leads to no challenge')
        return { ...(await reply(ctx, call, { kind: 'unknown' })), status: 400 }
      }
    },
  },
  {
    method: 'GET',
    path: `${challengePath}/:id`,
    caller: 'session',
    run: async (call) => {
      const id = readUuid<ChallengeId>(call.params.id ?? '')
      if (id) await expireChallenge(ctx, id)
      const challenge = id && (await findChallenge(ctx.db, id))
      if (!challenge) return { ...(await reply(ctx, call, { kind: 'unknown' })), status: 404 }
      return reply(ctx, call, await pageOf(ctx, challenge, call), challenge)
    },
  },
  {
    method: 'POST',
    path: `${challengePath}/:id/cancel`,
    caller: 'session',
    run: async (call) => {
      const id = readUuid<ChallengeId>(call.params.id ?? '')
      const challenge = id && (await cancelChallenge(ctx, id, call.ip))
      if (!challenge) return { ...(await reply(ctx, call, { kind: 'unknown' })), status: 404 }
      return seeOther(pathOf(challenge.id, call))
    },
  },
  {
    // Server-sent events: the browser asks again by itself when a reply has ended without one.
    method: 'GET',
    path: `${challengePath}/:id/events`,
    caller: 'session',
    limits: ['challenge_pages'],
    run: async (call) => {
      const id = readUuid<ChallengeId>(call.params.id ?? '')
      const isAnswered = id === undefined || (await ctx.answerWaits.wait(id))
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
        body: `retry: 500\n\n${isAnswered ? 'event: answered\ndata: over\n\n' : ': waiting\n\n'}`,
      }
    },
  },
]

function fieldsOf({ body }: Call): Readonly<Record<'creq' | 'threeDSSessionData', string | undefined>> {
  const text = (name: string) => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  return { creq: text('creq'), threeDSSessionData: text('threeDSSessionData') }
}

const pathOf = (id: ChallengeId, { query }: Call, below = ''): string =>
  `${challengePath}/${id}${below}${readLanguage(query.lang) ? `?lang=${readLanguage(query.lang)}` : ''}`

async function pageOf(
  { db, partners }: ChallengePagesContext,
  challenge: Challenge,
  call: Call,
): Promise<ChallengePage> {
  const { id, cardId, partnerId, minor, currency, merchantName, notificationUrl, sessionData } = challenge
  if (isOver(challenge)) {
    const cres = encodeMessage(endOf(challenge))
    return {
      kind: 'over',
      url: notificationUrl,
      fields: { cres, ...(sessionData !== null && { threeDSSessionData: sessionData }) },
    }
  }
  const [card, partner] = await Promise.all([cardById(db, cardId), partners.partner(partnerId)])
  return {
    kind: 'waiting',
    merchant: merchantName,
    partner: partner?.name ?? '',
    amount: money(minor, currency),
    lastFour: card?.lastFour ?? '',
    cancel: pathOf(id, call, '/cancel'),
    live: `${challengePath}/${id}/events`,
  }
}

const endOf = ({ id, serverTransId, version, status }: Challenge): CRes => ({
  messageType: 'CRes',
  messageVersion: version,
  threeDSServerTransID: serverTransId,
  acsTransID: id,
  challengeCompletionInd: 'Y',
  transStatus: status === 'authorized' ? 'Y' : 'N',
})

/** The pages of the merchant's side may show it in a frame, and no others. */
async function reply(
  { partners, testMode }: ChallengePagesContext,
  call: Call,
  page: ChallengePage,
  challenge?: Challenge,
): Promise<Reply> {
  const partner = challenge && (await partners.partner(challenge.partnerId))
  const site = partner && {
    merchantName: partner.name,
    logo: undefined,
    themeColor: undefined,
    frameAncestors: [originOf(challenge.notificationUrl)].filter((origin) => origin !== undefined),
  }
  const address = challenge && `${challengePath}/${challenge.id}`
  const rendered = renderChallengePage(page, layoutOf({ language: languageOf(call), testMode, site, address }))
  return { status: 200, headers: pageHeaders(rendered), body: rendered.body }
}
