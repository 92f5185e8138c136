import { platformOwner } from '#core/directory'
import { announce, update, type Write } from '#kernel/db/commit/commit.ts'
import { columnsOf } from './change-shopper.ts'
import type { Shopper, ShopperFacts } from './shopper.ts'

type Answers = Partial<ShopperFacts>

/**
 * A shopper answers what a page asks of them. Only facts that are not known yet are taken. Returns the shopper
 * with these facts, and the writes; none when there is nothing new. Stale when somebody changes the shopper meanwhile.
 */
export function completeShopper(shopper: Shopper, answers: Answers): { shopper: Shopper; writes: Write[] } {
  const open = Object.entries(answers).filter(
    ([name, value]) => isKnown(value) && !isKnown(shopper[name as keyof Answers]),
  )
  // Who is deleted is forgotten.
  if (open.length === 0 || shopper.removed) return { shopper, writes: [] }
  const facts: Answers = Object.fromEntries(open)
  const columns = columnsOf(facts, shopper)
  return {
    shopper: { ...shopper, ...facts, ...stateOf(columns), version: shopper.version + 1 },
    writes: [
      update('shoppers.shoppers', {
        set: { ...columns, version: shopper.version + 1 },
        where: { id: shopper.id, version: shopper.version },
      }),
      announce('shopperChanged', {
        // Not the site's: its log is for what happens to its orders.
        owner: platformOwner,
        subjectId: shopper.id,
        body: { fields: Object.keys(columns) },
        subject: { shopperId: shopper.id },
      }),
    ],
  }
}

const isKnown = (value: Answers[keyof Answers]): boolean => value !== undefined && value.length > 0

/** Of `US-NY` the code alone is kept; with another country, none. */
const stateOf = ({ state }: { state?: string | null }): { state?: string | undefined } =>
  state === undefined ? {} : { state: state ?? undefined }
