import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, guard, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Authorizing } from './authorize.ts'
import { comparedOf, isWrong, showsSecret } from './compared.ts'

/**
 * The counts of wrong security codes and expiry dates while a batch is decided: decision 193. Each try is judged by what those before it
 * in the batch have left, and the counts are written once.
 */
export type WrongTries = {
  /** The request as it is judged: what may not be compared is left out. A wrong one is counted. */
  take(asked: Authorizing): Authorizing
  /** The writes of what has changed, and guards of what was relied on, in one order for all commits. */
  writes(): Write[]
}

/** `most` tries fill a count; one of them ceases to count `each` so many milliseconds. */
type Limit = { most: number; eachMs: number }
const minute = 60_000
const limits = {
  card: { most: 5, eachMs: 15 * minute },
  merchant: { most: 50, eachMs: 5 * minute },
  acquirer: { most: 150, eachMs: 3 * minute },
} as const satisfies Record<string, Limit>
type Kind = keyof typeof limits

/** A card under attack is notified about once in this time. */
const notifiedEach = Temporal.Duration.from({ hours: 24 })

type Row = { subject: string; version: number; emptiesAt: Instant; notifiedAt: Instant | null }

/** What is counted of a request: the card, and through whom it was tried. */
function subjectsOf({ card, request: { reference, merchant } }: Authorizing): readonly (readonly [Kind, string])[] {
  const { acquirerId } = reference
  return [
    ['card', `card ${card.id}`],
    ['merchant', `merchant ${acquirerId} ${merchant.id}`],
    ['acquirer', `acquirer ${acquirerId}`],
  ]
}

/** The counts that the requests may change. For use under the locks of the accounts. */
export async function readWrongTries(db: Reader, all: readonly Authorizing[]): Promise<ReadonlyMap<string, Row>> {
  const subjects = new Set(all.filter(showsSecret).flatMap((asked) => subjectsOf(asked).map(([, subject]) => subject)))
  if (subjects.size === 0) return new Map()
  const rows = await db.run(
    `select subject, version, empties_at as "emptiesAt", notified_at as "notifiedAt" from spending.wrong_tries where subject = any($1::text[])`,
    [[...subjects]],
  )
  return new Map((rows as Row[]).map((row) => [row.subject, row]))
}

export function openWrongTries(now: Instant, read: ReadonlyMap<string, Row>): WrongTries {
  const counts = new Map([...read].map(([subject, row]) => [subject, row.emptiesAt] as const))
  const counted = new Set<string>()
  const relied = new Set<string>()
  const notified = new Map<string, Authorizing>()
  const isFull = ([kind, subject]: readonly [Kind, string]) => {
    const { most, eachMs } = limits[kind]
    return msUntil(now, counts.get(subject)) > (most - 1) * eachMs
  }
  const count = (asked: Authorizing) => {
    for (const [kind, subject] of subjectsOf(asked)) {
      const ms = msUntil(now, counts.get(subject)) + limits[kind].eachMs
      counts.set(subject, now.add({ milliseconds: ms }))
      counted.add(subject)
      if (kind === 'card' && isFull([kind, subject]) && isDue(now, read.get(subject))) notified.set(subject, asked)
    }
  }
  return {
    take: (asked) => {
      if (!showsSecret(asked)) return asked
      const subjects = subjectsOf(asked)
      for (const [kind, subject] of subjects) if (kind !== 'card') relied.add(subject)
      const compared = comparedOf(asked, subjects.some(isFull))
      if (compared === asked && isWrong(asked)) count(asked)
      return compared
    },
    writes: () => [
      ...[...new Set([...relied, ...counted])].toSorted().flatMap((subject): Write[] => {
        const row = read.get(subject)
        if (!counted.has(subject)) return row && msUntil(now, row.emptiesAt) > 0 ? [unchanged(row)] : []
        return [
          countWrite(subject, row, { emptiesAt: counts.get(subject)!, notifiedAt: notified.has(subject) ? now : null }),
        ]
      }),
      ...[...notified.values()].map(tell),
    ],
  }
}

const msUntil = (now: Instant, at: Instant | undefined): number =>
  at === undefined ? 0 : Math.max(0, at.epochMilliseconds - now.epochMilliseconds)

const isDue = (now: Instant, row: Row | undefined): boolean =>
  !row?.notifiedAt || Temporal.Instant.compare(row.notifiedAt.add(notifiedEach), now) <= 0

/** What others have counted meanwhile makes a decision stale that has found the count lower. */
const unchanged = ({ subject, version }: Row): Write => guard('spending.wrong_tries', { subject, version })

function countWrite(
  subject: string,
  row: Row | undefined,
  { emptiesAt, notifiedAt }: Pick<Row, 'emptiesAt' | 'notifiedAt'>,
): Write {
  if (!row) {
    const first = { subject, version: 1, empties_at: emptiesAt, notified_at: notifiedAt }
    return insert('spending.wrong_tries', first, { onDuplicate: { wrong_tries_pkey: 'stale' } })
  }
  const { version } = row
  const set = { version: version + 1, empties_at: emptiesAt, notified_at: notifiedAt ?? row.notifiedAt }
  return update('spending.wrong_tries', { set, where: { subject, version } })
}

const tell = ({ card: { id: cardId, holderId, partnerId } }: Authorizing): Write =>
  announce('cardTestingSuspected', {
    owner: holderOwner(holderId),
    subjectId: cardId,
    body: { cardId },
    subject: { cardId, holderId, partnerId },
  })

/** Deletes the counts that are empty, and of which nobody was notified lately. */
export async function deleteEmptyCounts({ db, clock }: { db: { run: Reader['run'] }; clock: { now(): Instant } }) {
  await db.run('delete from spending.wrong_tries where empties_at < $1', [clock.now().subtract(notifiedEach)])
}
