import { money } from '#kernel/base/money.ts'
import { insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { RefusableRequest, RefusedRequest, RefusedRequestStatus } from '../processor.ts'
import type { ConnectorId } from '../registry.ts'
import type { RecordContext } from './context.ts'
import type { Message } from './story.ts'

/** As it is kept: with the message that it is about, under the number that the host has refused. */
export type RefusedMessage = RefusedRequest & { message: string; stan: number }

const refused = (db: Reader, connector: string) =>
  db.read
    .selectFrom('isohost.refused_captures')
    .selectAll()
    .where('connector', '=', connector)
    .orderBy('id', 'desc')
    .limit(listMax)
/** More than an operator reads: of a host that refuses so many, the profile is wrong. */
const listMax = 1_000

type Row = Awaited<ReturnType<ReturnType<typeof refused>['execute']>>[number]

const fromRow = (row: Row): RefusedMessage => ({
  id: row.id,
  connector: row.connector as ConnectorId,
  message: row.message_id,
  request: row.request,
  authorization: row.authorization_key,
  stan: row.stan,
  amount: money(row.minor, row.currency),
  code: row.code,
  isKnown: row.is_known,
  tries: row.attempts,
  status: row.status,
  refusedAt: row.refused_at,
  refusedLastAt: row.refused_last_at,
  decidedAt: row.decided_at ?? undefined,
})

export async function listRefused(
  db: Reader,
  connector: string,
  status: RefusedRequestStatus | undefined,
): Promise<RefusedMessage[]> {
  const all = refused(db, connector)
  const rows = await (status ? all.where('status', '=', status) : all).execute()
  return rows.map(fromRow)
}

export async function findRefused(db: Reader, connector: string, id: bigint): Promise<RefusedMessage | undefined> {
  const row = await refused(db, connector).where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

/** How many wait for an operator. */
export async function countRefused(db: Reader, connector: string, request: RefusableRequest): Promise<number> {
  const row = await db.read
    .selectFrom('isohost.refused_captures')
    .select((select) => select.fn.countAll<bigint>().as('open'))
    .where('connector', '=', connector)
    .where('request', '=', request)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(row.open)
}

type Answered = {
  message: Message
  code: string
  /** `again`: the host could not take it now, which is no refusal, and leaves an earlier one as it is. */
  outcome: 'taken' | 'refused' | 'again'
  isKnown: boolean
}

/** What the host's answer to a completion or a reversal means for its refusal, which begins with the first answer that refuses it. */
export async function planAnswered(
  { db, connector, clock }: RecordContext,
  { message, code, outcome, isKnown }: Answered,
): Promise<Write[]> {
  const open = await refused(db, connector)
    .where('message_id', '=', message.id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  const now = clock.now()
  const { attempts } = message
  if (open) {
    const last = outcome === 'refused' ? { code, refused_last_at: now } : {}
    const set = outcome === 'taken' ? { status: 'taken' as const } : { attempts, is_known: isKnown, ...last }
    return [update('isohost.refused_captures', { set, where: { id: open.id, status: 'open' } })]
  }
  if (outcome !== 'refused') return []
  const { id, authorization, stan, minor, currency } = message
  const request = message.kind === 'completion' ? ('capture' as const) : ('reversal' as const)
  const row = {
    is_known: isKnown,
    ...{ connector, message_id: id, authorization_key: authorization, stan, attempts, request, code, minor, currency },
    ...{ status: 'open' as const, refused_at: now, refused_last_at: now },
    ...{ decided_at: null, due_at: null, leased_until: null },
  }
  return [insert('isohost.refused_captures', row, { onDuplicate: { refused_once: 'stale' } })]
}
