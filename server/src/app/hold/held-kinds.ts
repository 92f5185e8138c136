import type { Instant } from '#kernel/base/clock.ts'
import type { DueId, DueWork } from '#kernel/work/due-work.ts'

/**
 * The rule of a kind of due work after a restore: it is held; its items from before the hold are, by a condition in SQL that
 * is true of those that go on, by the moment of the hold; or it goes on, for a reason.
 */
type AfterRestore = 'held' | { goesOnWhere: (since: string) => string } | { goesOn: string }

/** What was written since the hold, by the column with the moment. */
const since = (column: string): AfterRestore => ({ goesOnWhere: (held) => `${column} >= ${held}` })

const inside: AfterRestore = { goesOn: 'it reaches nobody outside' }
const pulls: AfterRestore = { goesOn: 'it only reads, and reads again' }
/** An acquirer forgets keys: what was sent in the time that is lost could be done once more. */
const requestedSince = since('created_at')
const sinceRequest = since('requested_at')
/** People cannot tell that a second letter is the first one; what a person waits for at this moment is sent. */
const writtenSince = since('created_at')
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
    goesOnWhere: () => `name not in (${heldTasks.map((name) => `'${name}'`).join(', ')})`,
  },
  'resolve payments': requestedSince,
  'messages to the host of ': since('sent_at'),
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

/** The condition in SQL for the items of a work that go on while the installation is held since then; undefined: all. */
const goesOnIn = ({ name }: DueWork, heldSince: Instant): string | undefined => {
  const rule = ruleFor(name) ?? 'held'
  if (rule === 'held') return 'false'
  return 'goesOn' in rule ? undefined : rule.goesOnWhere(`'${heldSince}'::timestamptz`)
}

type Holding = { heldSince: () => Promise<Instant | undefined> }

/** The works, of which those that are held claim nothing while the installation is, or only what has come since. */
export const holdable = (works: readonly DueWork[], { heldSince }: Holding): DueWork[] =>
  works.map((work) => {
    const rule = ruleFor(work.name) ?? 'held'
    if (rule !== 'held' && 'goesOn' in rule) return work
    const claim = async (limit: number): Promise<readonly DueId[]> => {
      const since = await heldSince()
      if (since === undefined) return work.claim(limit)
      return rule === 'held' ? [] : work.claim(limit, goesOnIn(work, since))
    }
    return { ...work, claim }
  })

/**
 * The works as two lists for those who count: what goes on, and what waits for `florin resume`, whose age says nothing of
 * the workers. A kind with items of both is in both.
 */
export function heldApart(
  works: readonly DueWork[],
  heldSince: Instant | undefined,
): { going: DueWork[]; held: DueWork[] } {
  if (heldSince === undefined) return { going: [...works], held: [] }
  const both = works.map((work) => ({ work, goesOn: goesOnIn(work, heldSince) }))
  const narrowed = (work: DueWork, condition: string): DueWork => ({
    ...work,
    only: work.only ? `(${work.only}) and ${condition}` : condition,
  })
  return {
    going: both.flatMap(({ work, goesOn }) =>
      goesOn === 'false' ? [] : [goesOn === undefined ? work : narrowed(work, `(${goesOn})`)],
    ),
    held: both.flatMap(({ work, goesOn }) =>
      goesOn === undefined ? [] : [goesOn === 'false' ? work : narrowed(work, `(${goesOn}) is not true`)],
    ),
  }
}
