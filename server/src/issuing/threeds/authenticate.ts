import type { ARes, Erro } from '#connectors/threeds/messages.ts'
import { accountLocks } from '#issuing/accounts'
import { type Card, cardById } from '#issuing/cards'
import { holderOwner } from '#issuing/holders'
import { beginChallenge, refuseChallenge } from '#issuing/spending'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, money } from '#kernel/base/money.ts'
import { announce, commit, decide, insert, type Write } from '#kernel/db/commit/commit.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import { type Assessment, assessRisk, type RiskRule } from './assess-risk.ts'
import { authenticationValue, eciOf } from './authentication-value.ts'
import { type Authentication, browserComesWithin, challengeLives, newChallengeId } from './challenge.ts'
import { challengeStates } from './challenge-states.ts'
import type { ThreeDsContext } from './context.ts'
import { MessageError } from './message-error.ts'
import { type AReq, readAReq } from './read-areq.ts'
import { findAuthentication, recordOf } from './store.ts'
import { historyOf } from './transition-challenge.ts'

/**
 * Answers a request to authenticate the holder of a card: without asking anybody where an exemption allows it, else the
 * holder is asked in the partner's app. The same request again is answered as before.
 */
export async function authenticate(ctx: ThreeDsContext, unchecked: unknown): Promise<ARes | Erro> {
  try {
    const areq = readAReq(unchecked)
    const card = await cardOf(ctx, areq)
    const digest = ctx.keys.fingerprint('cardNumber', factsOf(areq))
    const authentication = await decide(() =>
      ctx.db.locked([accountLocks([card.accountId])], { name: 'authenticate' }, (db) =>
        record({ ...ctx, db }, { areq, card, digest }),
      ),
    )
    if (!Buffer.from(authentication.digest).equals(digest)) throw new MessageError('305', 'threeDSServerTransID')
    return answerTo(ctx, areq, authentication)
  } catch (error) {
    if (error instanceof MessageError) return error.toErro(unchecked)
    throw error
  }
}

/** A number outside our ranges is none of our business (305); the directory server asks the right one. */
async function cardOf({ db, issuerVault }: ThreeDsContext, { card: { number } }: AReq): Promise<Card> {
  const found = await issuerVault.recognize({ number }, () => Promise.reject(new Error('no code was shown')))
  const card = found && (await cardById(db, found.cardId))
  if (!card) throw new MessageError('305', 'acctNumber')
  return card
}

const factsOf = ({ card, amount, merchant, acquirerId, notificationUrl, category }: AReq): string =>
  `3-D Secure request ${JSON.stringify([card.number.reveal(), card.expiry ?? '', String(amount?.minor ?? ''), amount?.currency ?? '', merchant.id, acquirerId, notificationUrl, category])}`

type Asked = { areq: AReq; card: Card; digest: Buffer }

/** Under the lock of the account, so that two small payments at once are not both the last without a question. */
async function record(ctx: ThreeDsContext & { db: Db }, { areq, card, digest }: Asked): Promise<Authentication> {
  const before = await findAuthentication(ctx.db, areq)
  if (before) return before
  const now = ctx.clock.now()
  const assessment = assessRisk({
    now,
    card,
    expiry: areq.card.expiry,
    amount: areq.amount,
    challengeIndicator: areq.challengeIndicator,
    ...(await recordOf(ctx.db, card.id, now)),
  })
  const amount = areq.amount ?? money(0n, card.currency)
  const authentication: Authentication = {
    id: newChallengeId(),
    serverTransId: areq.serverTransId,
    dsTransId: areq.dsTransId,
    version: areq.version,
    digest,
    cardId: card.id,
    holderId: card.holderId,
    partnerId: card.partnerId,
    category: areq.category,
    minor: amount.minor,
    currency: amount.currency,
    acquirerId: areq.acquirerId,
    merchantId: areq.merchant.id,
    merchantName: areq.merchant.name,
    notificationUrl: areq.notificationUrl,
    resultsUrl: areq.resultsUrl,
    transStatus: assessment.transStatus,
    transStatusReason: assessment.reason ?? null,
    eci: eciOf(areq.card.number),
    createdAt: now,
  }
  const writes = [
    authenticationWrite(authentication, areq, assessment),
    ...(assessment.transStatus === 'C' ? challengeWrites(now, authentication, { areq, card, amount }) : []),
    ...refusalWrites(now, authentication, { areq, card, assessment }),
  ]
  await commit(ctx, now, writes, 'authenticate')
  return authentication
}

const authenticationWrite = (
  { id, version, category, ...authentication }: Authentication,
  { merchant }: AReq,
  { exemption, verdicts }: Assessment,
): Write =>
  insert(
    'threeds.authentications',
    {
      acs_trans_id: id,
      server_trans_id: authentication.serverTransId,
      ds_trans_id: authentication.dsTransId,
      message_version: version,
      digest: authentication.digest,
      card_id: authentication.cardId,
      holder_id: authentication.holderId,
      partner_id: authentication.partnerId,
      category,
      minor: authentication.minor,
      currency: authentication.currency,
      acquirer_id: authentication.acquirerId,
      merchant_id: authentication.merchantId,
      merchant_name: authentication.merchantName,
      merchant_country: merchant.country ?? null,
      merchant_category: merchant.category,
      notification_url: authentication.notificationUrl,
      results_url: authentication.resultsUrl,
      trans_status: authentication.transStatus,
      trans_status_reason: authentication.transStatusReason,
      eci: authentication.eci,
      exemption: exemption ?? null,
      verdicts: jsonb(verdicts),
      created_at: authentication.createdAt,
    },
    { onDuplicate: { authenticated_once: 'stale' } },
  )

/** The holder is asked: the challenge, the record of its transaction, and the event that the partner's app waits for. */
function challengeWrites(
  now: Instant,
  { id, holderId, partnerId, cardId }: Authentication,
  { areq: { merchant, acquirerId }, card, amount }: { areq: AReq; card: Card; amount: Money },
): Write[] {
  const { transactionId, writes } = beginChallenge(now, { authenticationId: id, card, amount, merchant, acquirerId })
  const expiresAt = now.add(challengeLives)
  const status = challengeStates.initial
  return [
    ...writes,
    insert('threeds.challenges', {
      id,
      status,
      transaction_id: transactionId,
      holder_id: holderId,
      cancel: null,
      session_data: null,
      created_at: now,
      expires_at: expiresAt,
      due_at: now.add(browserComesWithin),
      leased_until: null,
    }),
    historyOf(now, id, {
      action: 'create',
      from: null,
      to: status,
      by: { actor: `acquirer ${acquirerId}`, fromWhere: '3-D Secure' },
    }),
    announce('challengeRequested', {
      owner: holderOwner(holderId),
      subjectId: id,
      body: { challengeId: id },
      subject: {
        transactionId,
        holderId,
        partnerId,
        cardId,
        amount,
        merchantName: merchant.name,
        requestedAt: now,
        expiresAt,
      },
    }),
  ]
}

/** The holder learns of a payment that was refused, and why. Where nothing was to be paid there is nothing to learn. */
function refusalWrites(
  now: Instant,
  { id }: Authentication,
  { areq: { amount, merchant, acquirerId }, card, assessment }: { areq: AReq; card: Card; assessment: Assessment },
): Write[] {
  const refusal = assessment.verdicts.find(({ result }) => result !== 'passed')
  if (refusal?.result !== 'refuse' || !amount) return []
  const rule = spendingRules[refusal.rule]
  return refuseChallenge(now, { authenticationId: id, card, amount, merchant, acquirerId, rule, reason: refusal.why })
}
/** What the rules of spending call it: that of 3-D Secure, if they have none of that name. */
const spendingRules = {
  card: 'card',
  expiry: 'expiry',
  attempts: 'threeDs',
  preference: 'threeDs',
  lowValue: 'threeDs',
} as const satisfies Record<RiskRule, string>

function answerTo({ keys, publicUrl }: ThreeDsContext, areq: AReq, authentication: Authentication): ARes {
  const { id, transStatus, transStatusReason, eci, version } = authentication
  return {
    messageType: 'ARes',
    messageVersion: version,
    threeDSServerTransID: authentication.serverTransId,
    dsTransID: authentication.dsTransId,
    acsTransID: id,
    acsReferenceNumber: 'FLORIN-ACS-1',
    dsReferenceNumber: areq.dsReferenceNumber,
    transStatus,
    ...(transStatusReason !== null && { transStatusReason }),
    ...(transStatus === 'Y' && { authenticationValue: authenticationValue(keys, authentication).reveal(), eci }),
    ...(transStatus === 'C' && {
      acsURL: `${publicUrl}${challengePath}`,
      acsChallengeMandated: 'Y',
      authenticationType: '03',
    }),
  }
}

/** Where browsers bring their CReq. */
export const challengePath = '/3ds/challenge'
