import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { type DueId, type DueWork, itemsOnly } from '#kernel/work/due-work.ts'

/**
 * The rule of a kind of due work after a restore: it is held; its items from before the hold are, by a condition in SQL that
 * is true of those that go on, with `$2` for the moment of the hold; or it goes on, for a reason.
 */
type AfterRestore = 'held' | { goesOnWhere: string } | { goesOn: string }

const inside: AfterRestore = { goesOn: 'it reaches nobody outside' }
const pulls: AfterRestore = { goesOn: 'it only reads, and reads again' }
/** An acquirer forgets keys: what was sent in the time that is lost could be done once more. */
const requestedSince: AfterRestore = { goesOnWhere: 'created_at >= $2' }
const sinceRequest: AfterRestore = { goesOnWhere: 'requested_at >= $2' }
/** People cannot tell that a second letter is the first one; what a person waits for at this moment is sent. */
const writtenSince: AfterRestore = { goesOnWhere: 'created_at >= $2' }
const sameId: AfterRestore = { goesOn: 'its receiver has the id of the first one, which is the same' }

/** Scheduled tasks that reach somebody outside, or give out numbers of documents. */
export const heldTasks = ['make fee invoices'] as const

/** Every kind of due work. A name that ends with a space is followed by that of a connector. */
export const rulesAfterRestore: Readonly<Record<string, AfterRestore>> = {
  'bill orders': 'held',
  'pay merchants': 'held',
  'submit payouts to merchants': 'held',
  'resolve payouts': 'held',
  'close batches': 'held',
  'continue disputes': 'held',
  'return payments of deleted customers': 'held',
  // Shoppers may have the document with the number that comes next.
  'issue invoices': 'held',
  'totals for ': 'held',
  'scheduled-tasks': {
    goesOnWhere: `name not in (${heldTasks.map((name) => `'${name}'`).join(', ')}) and $2::timestamptz is not null`,
  },
  'resolve payments': requestedSince,
  'messages to the host of ': { goesOnWhere: 'sent_at >= $2' },
  'cancel what must not stand at ': sinceRequest,
  'send emails': writtenSince,
  'send emails to staff': writtenSince,
  'send emails to holders': writtenSince,
  'deliver notifications': sameId,
  'deliver webhooks': sameId,
  'deliver results of 3-D Secure': sameId,
  'ask the identity provider': { goesOn: 'the provider has the key of the first question, which is the same' },
  'write lists to files': { goesOn: 'a person has asked for it and waits' },
  'release earnings of merchants': inside,
  'release reserves': inside,
  'wind down merchants': inside,
  'find what acquirers have not reported': inside,
  'find what acquirers have not reversed': inside,
  'compare with acquirers again': pulls,
  'read disputes': pulls,
  'apply dispute events': inside,
  'expire checkout sessions': inside,
  'delete documents': inside,
  'verify customers again': inside,
  'screen everybody again': inside,
  'ask for the outcome of topups': pulls,
  'expire topups in coins': inside,
  'decide deposits of topups': inside,
  'read the blocks of a chain': pulls,
  'expire card transactions': inside,
  'end abandoned questions to partners': inside,
  'reverse what was declined late': inside,
  'time out challenges': inside,
  'erasures of persons': inside,
  'long work of operators': inside,
  'messages of on-us payments to the issuer': inside,
  'update stored cards after a reissue': inside,
  'apply webhooks of processors': inside,
  'read missed webhooks of processors': pulls,
  'fetch settlement reports of ': pulls,
  'business days of ': inside,
  'what was given up at ': inside,
}

/** Undefined for a kind without a rule; a test finds it. */
export const ruleFor = (name: string): AfterRestore | undefined =>
  rulesAfterRestore[name] ??
  rulesAfterRestore[Object.keys(rulesAfterRestore).find((known) => known.endsWith(' ') && name.startsWith(known)) ?? '']

type Holding = { db: Pick<Db, 'run'>; heldSince: () => Promise<Instant | undefined> }

/** The works, of which those that are held claim nothing while the installation is, or only what has come since. */
export const holdable = (works: readonly DueWork[], { db, heldSince }: Holding): DueWork[] =>
  works.map((work) => {
    const rule = ruleFor(work.name) ?? 'held'
    if (rule !== 'held' && 'goesOn' in rule) return work
    const claim = async (limit: number): Promise<readonly DueId[]> => {
      const since = await heldSince()
      if (since === undefined) return work.claim(limit)
      if (rule === 'held') return []
      // The others rest until their lease ends.
      const claimed = await work.claim(limit)
      const goOn = `select id::text as id from ${work.table} where id::text = any($1::text[]) and ${rule.goesOnWhere}${itemsOnly(work)}`
      const rows = claimed.length === 0 ? [] : await db.run(goOn, [claimed.map(String), since])
      const ids = new Set(rows.map(({ id }) => id))
      return claimed.filter((id) => ids.has(String(id)))
    }
    return { ...work, claim }
  })
