import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { DayTotals, TotalsStatus } from '../processor.ts'
import type { ConnectorId } from '../registry.ts'
import type { Span } from './business-day.ts'
import type { MessageKind, MessageStatus } from './story.ts'
import type { FigureTexts } from './tables.ts'
import { type Counted, differing, type FigureName, type Figures, figureNames } from './totals.ts'
import type { Tries } from './tries.ts'

/** As they are kept: with what makes their message the same each time. */
export type KeptTotals = {
  id: bigint
  day: Temporal.PlainDate
  currency: Currency
  terminal: string
  stan: number
  sentAt: Instant
  attempts: number
  code: string | null
  tries: Tries
  ours: Figures
  theirs: Partial<Figures> | undefined
  status: TotalsStatus
  closedAt: Instant | null
  answeredAt: Instant | null
}

const kept = (db: Reader, connector: string) =>
  db.read
    .selectFrom('isohost.totals')
    .select([
      'id',
      'day',
      'currency',
      'terminal',
      'stan',
      'sent_at as sentAt',
      'attempts',
      'code',
      'tries',
      'ours',
      'theirs',
    ])
    .select(['status', 'closed_at as closedAt', 'answered_at as answeredAt'])
    .where('connector', '=', connector)

type Row = Awaited<ReturnType<ReturnType<typeof kept>['execute']>>[number]

const fromRow = ({ ours, theirs, ...row }: Row): KeptTotals => ({
  ...row,
  ours: { ...none, ...figuresOfTexts(ours) },
  theirs: theirs ? figuresOfTexts(theirs) : undefined,
})
const none = Object.fromEntries(figureNames.map((name) => [name, 0n])) as Figures

const figuresOfTexts = (texts: FigureTexts): Partial<Figures> =>
  Object.fromEntries(
    figureNames.flatMap((name) => (texts[name] === undefined ? [] : [[name, BigInt(texts[name])] as const])),
  )

export async function findTotals(db: Reader, connector: string, id: bigint): Promise<KeptTotals | undefined> {
  const row = await kept(db, connector).where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

export async function listTotals(
  db: Reader,
  connector: string,
  status: TotalsStatus | undefined,
): Promise<KeptTotals[]> {
  const newest = kept(db, connector).orderBy('day', 'desc').orderBy('currency').limit(listMax)
  const rows = await (status ? newest.where('status', '=', status) : newest).execute()
  return rows.map(fromRow)
}
/** A year and more of two currencies. */
const listMax = 1_000

/** How many are in a status that somebody waits for. */
export async function countTotals(db: Reader, connector: string, status: 'open' | 'outOfBalance'): Promise<number> {
  const row = await db.read
    .selectFrom('isohost.totals')
    .select((select) => select.fn.countAll<bigint>().as('found'))
    .where('connector', '=', connector)
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
  return Number(row.found)
}

export const shownTotals = (connector: ConnectorId, one: KeptTotals): DayTotals => ({
  ...{ id: one.id, connector, day: one.day, currency: one.currency, status: one.status },
  ...{ ours: lines(one.ours, one.currency), theirs: one.theirs && lines(one.theirs, one.currency) },
  differing: one.theirs ? lineNames.filter((line) => isDiffering(line, one)) : [],
  ...{ code: one.code ?? undefined, tries: one.attempts, sentAt: one.sentAt },
  ...{ answeredAt: one.answeredAt ?? undefined, closedAt: one.closedAt ?? undefined },
})

const lineNames = ['debits', 'debitReversals', 'credits', 'creditReversals', 'authorizations', 'net'] as const
const figuresOfLine: Readonly<
  Record<(typeof lineNames)[number], { count?: FigureName | undefined; amount?: FigureName | undefined }>
> = {
  debits: { count: 'debitCount', amount: 'debitAmount' },
  debitReversals: { count: 'debitReversalCount', amount: 'debitReversalAmount' },
  credits: { count: 'creditCount', amount: 'creditAmount' },
  creditReversals: { count: 'creditReversalCount', amount: 'creditReversalAmount' },
  authorizations: { count: 'authorizationCount' },
  net: { amount: 'netAmount' },
}

const isDiffering = (line: (typeof lineNames)[number], { ours, theirs = {} }: KeptTotals): boolean => {
  const { count, amount } = figuresOfLine[line]
  return differing(ours, theirs).some((name) => name === count || name === amount)
}

function lines(figures: Partial<Figures>, currency: Currency): DayTotals['ours'] {
  const of = (line: (typeof lineNames)[number]) => {
    const { count, amount } = figuresOfLine[line]
    const [counted, minor] = [count && figures[count], amount && figures[amount]]
    return {
      ...(counted !== undefined && { count: Number(counted) }),
      ...(minor !== undefined && { amount: money(minor, currency) }),
    }
  }
  return {
    debits: of('debits'),
    debitReversals: of('debitReversals'),
    credits: of('credits'),
    creditReversals: of('creditReversals'),
    authorizations: of('authorizations'),
    net: of('net'),
  }
}

/** What was sent first in a span of time, added up by what came of it. A reversal counts as its original, which it names. */
export async function countedIn(db: Reader, connector: string, { begins, ends }: Span): Promise<Counted[]> {
  const rows = await db.run(
    `select m.kind, m.status, m.code, m.currency, o.kind as original_kind, o.status as original_status,
            o.code as original_code, count(*)::bigint as count, sum(coalesce(o.minor, m.minor))::bigint as minor
     from isohost.messages m
     left join lateral (
       select kind, status, code, minor from isohost.messages o
       where m.kind = 'reversal' and o.authorization_key = m.authorization_key and o.position < m.position
         and o.status <> 'refused' and o.kind in ('authorization', 'financial', 'completion')
       order by o.position desc limit 1
     ) o on true
     where m.connector = $1 and m.sent_on between $2 and $3 and m.sent_at >= $4 and m.sent_at < $5
     group by 1, 2, 3, 4, 5, 6, 7`,
    [connector, dateIn(begins), dateIn(ends), begins, ends],
  )
  return (rows as CountedRow[]).map(({ original_kind, original_status, original_code, ...row }) => ({
    ...row,
    original:
      original_kind === null || original_status === null
        ? undefined
        : { kind: original_kind, status: original_status, code: original_code },
  }))
}
type CountedRow = {
  kind: MessageKind
  status: MessageStatus
  code: string | null
  currency: Currency
  original_kind: MessageKind | null
  original_status: MessageStatus | null
  original_code: string | null
  count: bigint
  minor: bigint
}

/** Whether the host may still answer a message of this span; one that it has refused waits for a person. */
export async function isAnyAwaited(db: Reader, connector: string, { begins, ends }: Span): Promise<boolean> {
  const row = await db.read
    .selectFrom('isohost.messages')
    .select('id')
    .where('connector', '=', connector)
    .where('due_at', 'is not', null)
    .where('status', '=', 'open')
    .where('code', 'is', null)
    .where('sent_at', '>=', begins)
    .where('sent_at', '<', ends)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const dateIn = (at: Instant): Temporal.PlainDate => at.toZonedDateTimeISO('UTC').toPlainDate()
