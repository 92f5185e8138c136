import type { AuthorizationRequest, IssuerNetwork, NetworkResponse } from '#connectors/network/message.ts'
import { reasonOfReissue } from '#issuing/cards'
import type { AccountId } from '#issuing/ids'
import { StaleWrite } from '#kernel/db/commit/commit.ts'
import { inBatches } from '#kernel/db/load-in-batches.ts'
import { answerUnknownCard } from './answer-unknown-card.ts'
import type { Questions } from './asking/open-questions.ts'
import type { Authorizing } from './authorize.ts'
import type { SpendingContext } from './context.ts'
import { decideInLine, decideTogether, type Outdated } from './decide-together.ts'
import { followMessage } from './follow-message.ts'
import { type Incoming, readIncoming, recognize, type WithCard } from './incoming.ts'
import { rememberCards } from './known-cards.ts'
import { openLanes } from './lanes.ts'
import type { Answer } from './outcome.ts'
import { recordLateDecline } from './record-late-decline.ts'

/**
 * The issuer's side of the card networks. Every message is answered once: one that comes again is answered as before, and
 * one with the key of another is refused with 94. All decisions about an account are made under its lock, one after the
 * other, by any number of processes. Authorizations that come at the same time are decided together.
 */
export function openNetwork(ctx: SpendingContext, questions: Questions): IssuerNetwork {
  const cards = rememberCards(ctx.db)
  const together = inBatches((all: readonly Authorizing[]) => decideTogether(ctx, all), batches)
  const inLine = openAccountLines(ctx)
  const alone = openLanes<Answer | Outdated>()
  const authorize = async (asked: Authorizing): Promise<Answer | Outdated> => {
    if (isAlone(asked)) return alone(() => decideInLine(ctx, [asked]).then(([answer]) => answer!))
    const answer = await together(asked)
    return answer === 'held' ? inLine(asked) : answer
  }
  const authorized = async (known: WithCard<AuthorizationRequest>): Promise<Answer | Outdated> => {
    const asked = await withAuthentication(ctx, known)
    const answer = await authorize(asked)
    return answer !== 'outdated' && answer.isWaiting ? questions.answer(asked, answer) : answer
  }
  const answerTo = async (incoming: Incoming, tries = 1): Promise<NetworkResponse> => {
    const { kind } = incoming.request
    const known = await recognize(ctx, incoming, kind === 'authorization' ? cards : undefined)
    if (!known) return answerUnknownCard(ctx, incoming)
    const answer = await (known.request.kind === 'authorization'
      ? authorized({ ...known, request: known.request })
      : alone(() => followMessage(ctx, known)))
    if (answer !== 'outdated') return answer
    if (tries === triesMax) throw new StaleWrite('a card was changed each time that a decision was about to be made')
    cards.forget(known)
    return answerTo(incoming, tries + 1)
  }
  return {
    send: async (request, wait) => {
      const incoming = readIncoming(ctx, request, wait)
      return incoming ? answerTo(incoming) : formatError
    },
    declined: (request, code) => recordLateDecline(ctx, request, code),
  }
}

/** A card that is changed once is decided about at the second try. */
const triesMax = 30

/** Of two full ones, one is judged here while the other is written there. */
const batches = { most: 32, atOnce: 2, apart: rowOf, wrote: isAnswer }

/** A moment that cannot be read (field 39: format error). */
const formatError: NetworkResponse = { code: '30' }

/** What is `held` or `outdated` was not decided, and nothing of it is written. */
function isAnswer(one: Answer | 'held' | Outdated): boolean {
  return typeof one !== 'string'
}

/** Those that wait for one account are decided together when it is free, and leave others alone until then. */
function openAccountLines(ctx: SpendingContext): (asked: Authorizing) => Promise<Answer | Outdated> {
  const lines = new Map<AccountId, { waiting: number; decide(asked: Authorizing): Promise<Answer | Outdated> }>()
  return async (asked) => {
    const { accountId } = asked.card
    const line = lines.getOrInsertComputed(accountId, () => ({
      waiting: 0,
      decide: inBatches((all: readonly Authorizing[]) => decideInLine(ctx, all), { ...batches, atOnce: 1 }),
    }))
    line.waiting++
    try {
      return await line.decide(asked)
    } finally {
      line.waiting--
      if (line.waiting === 0) lines.delete(accountId)
    }
  }
}

/** What posts, or changes another transaction, is decided by itself: two of them could be about the same rows. */
const isAlone = ({ request }: Authorizing): boolean => request.posts || request.incrementOf !== undefined

/**
 * What a decision may change besides rows of its own: a PIN the card, on which wrong ones are counted, and an authentication
 * the record of its challenge, which is of the card. Two decisions about the same are not in one batch.
 */
function rowOf({ card, shown, authentication }: Authorizing): string | undefined {
  return shown.pin === 'notSent' && authentication?.id === undefined ? undefined : card.id
}

async function withAuthentication(ctx: SpendingContext, known: WithCard<AuthorizationRequest>): Promise<Authorizing> {
  const { card, request } = known
  const [replacedFor, authentication, partner] = await Promise.all([
    card.status === 'closed' ? reasonOfReissue(ctx.db, card.id) : undefined,
    request.threeDs && ctx.authenticationOf?.(card.id, request),
    ctx.partners.partner(card.partnerId),
  ])
  const asks = partner?.decisionUrl === undefined ? undefined : partner
  return { ...known, replacedFor, authentication, challenged: undefined, asks }
}
