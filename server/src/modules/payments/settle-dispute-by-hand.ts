import { type Author, auditEntry } from '#directory'
import { commit, decide } from '#kernel/commit.ts'
import { findNews, type HeardNews, markSeen, settleNews } from './dispute-news.ts'
import { hearDispute } from './hear-dispute.ts'
import type { PaymentsHouse } from './house.ts'
import { refuse } from './refusals.ts'

/** Tries once more to make something of news that were left to a person. Gives them as they are then. */
export async function hearDisputeAgain(
  house: PaymentsHouse,
  { by, id }: { by: Author; id: bigint },
): Promise<HeardNews> {
  await decide(async () => {
    const news = await keptNews(house, id)
    const now = house.clock.now()
    if (news.doneAt) throw refuse('news_done')
    const change = { before: { trouble: news.trouble }, after: { dueAt: now.toString() } }
    await commit(house, now, [
      settleNews(news, { dueAt: now }),
      auditEntry(now, by, { action: 'disputeHeardAgain', subject: { type: 'disputeNews', id }, ...change }),
    ])
  })
  await hearDispute(house, id)
  return keptNews(house, id)
}

/** A person has looked at the trouble and done what there was to do, so it is not shown again. */
export async function seeDisputeTrouble(house: PaymentsHouse, { by, id }: { by: Author; id: bigint }): Promise<void> {
  return decide(async () => {
    const news = await keptNews(house, id)
    if (!news.trouble) throw refuse('news_untroubled')
    const now = house.clock.now()
    await commit(house, now, [
      markSeen(now, news),
      auditEntry(now, by, {
        action: 'disputeTroubleSeen',
        subject: { type: 'disputeNews', id },
        before: { trouble: news.trouble },
        after: { seenAt: now.toString() },
      }),
    ])
  })
}

async function keptNews({ db }: PaymentsHouse, id: bigint): Promise<HeardNews> {
  const news = await findNews(db, id)
  if (!news) throw refuse('news_not_found')
  return news
}
