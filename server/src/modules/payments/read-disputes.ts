import type { DisputePage } from '#connectors/acquirer/acquirer.ts'
import { commit, StaleWrite, update } from '#kernel/commit.ts'
import { planNews } from './dispute-news.ts'
import { answerOrNothing, type PaymentsHouse } from './house.ts'

/**
 * Reads on in the acquirer's list of disputes. What it tells is written down word for word by the commit that remembers
 * how far the list was read, so nothing is lost when a program dies, and nothing that fits nowhere can hold up what comes
 * after it. `hearDispute` makes of it what it means.
 */
export async function readDisputes(house: PaymentsHouse): Promise<void> {
  for (let pages = 0; pages < pagesMax; pages++) if (!(await readPage(house))) return
}

/** Gives whether there may be more. */
async function readPage(house: PaymentsHouse): Promise<boolean> {
  const list = await house.db.read.selectFrom('payments.dispute_lists').selectAll().executeTakeFirstOrThrow()
  const page = await answerOrNothing<DisputePage>(house.acquirer.disputesSince(list.read_up_to ?? undefined))
  const now = house.clock.now()
  const more = page !== undefined && page.news.length > 0
  if (!page) house.log.warn({}, 'the acquirer does not tell of disputes; it is asked again')
  try {
    await commit(house, now, [
      update('payments.dispute_lists', {
        set: {
          read_up_to: page?.place ?? list.read_up_to,
          version: list.version + 1,
          due_at: more ? now : now.add(readEvery),
          leased_until: null,
        },
        where: { id: list.id, version: list.version },
      }),
      ...(page?.news ?? []).map((news) => planNews(now, news)),
    ])
  } catch (error) {
    // Somebody else reads the same list at this moment, and goes on with it.
    if (error instanceof StaleWrite) return false
    throw error
  }
  return more
}

/** Disputes take weeks; a merchant who hears of one after some minutes can still keep the goods. */
const readEvery = { minutes: 5 }
/** What is more than that is read in the next round. */
const pagesMax = 100
