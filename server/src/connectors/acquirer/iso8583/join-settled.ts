import type { Reader } from '#kernel/db/db.ts'
import type { SettlementFileLayout } from './profile-settlement-file.ts'
import type { Join, SettledLine } from './settlement-file.ts'

type Joining = { db: Reader; connector: string; timeZone: string; by: SettlementFileLayout['join'] }

/**
 * Finds what the lines of a file are about. By field 37 nothing is looked up, since it is the reference of our payments
 * and refunds. Numbers and authorization codes are used again on other days, so the day of the transaction counts too; what
 * fits two messages fits none, and is a break for a person to match.
 */
export const joinOf =
  ({ db, connector, timeZone, by }: Joining): Join =>
  async (lines) => {
    if (by === 'rrn') return lines.map((line) => ({ key: '', reference: referenceOf(line) }))
    const wanted = lines.flatMap((line) => (line[by] === undefined ? [] : [line[by]]))
    const days = lines.flatMap(({ transactionOn }) => transactionOn ?? []).sort()
    const messages =
      wanted.length === 0 || days.length === 0 ? [] : await messagesOf(db, { connector, by, wanted, days })
    const named = Map.groupBy(messages, (one) => `${one.named} ${dayIn(one.sentAt, timeZone)}`)
    return lines.map((line) => {
      if (line[by] === undefined) return { key: '', reference: referenceOf(line) }
      const found = (named.get(`${nameIn(line, by)} ${line.transactionOn}`) ?? []).filter(
        ({ minor }) => by === 'stan' || minor === (line.grossMinor < 0n ? -line.grossMinor : line.grossMinor),
      )
      const keys = new Set(found.map(({ key }) => key))
      const [key] = keys.size === 1 ? keys : []
      return key === undefined ? { key: '', reference: referenceOf(line) } : { key, reference: '' }
    })
  }

/** What a person searches the acquirer's file for, where nothing of ours is found. */
const referenceOf = ({ rrn, entry, kind }: SettledLine): string => rrn ?? (ofNone.has(kind) ? '' : `row ${entry}`)
const ofNone: ReadonlySet<SettledLine['kind']> = new Set(['fee', 'reserve', 'adjustment', 'transfer'])

const nameIn = (line: SettledLine, by: 'stan' | 'authorizationCode'): string =>
  by === 'stan' ? String(Number(line.stan)) : line.authorizationCode!

const dayIn = (at: Temporal.Instant, timeZone: string): string =>
  at.toZonedDateTimeISO(timeZone).toPlainDate().toString()

type Wanted = {
  connector: string
  by: 'stan' | 'authorizationCode'
  wanted: readonly string[]
  days: readonly string[]
}

/** Days of the profile's zone may be the one before or after in UTC. */
async function messagesOf(db: Reader, { connector, by, wanted, days }: Wanted) {
  const [first, last] = [days[0]!, days.at(-1)!].map((day) => Temporal.PlainDate.from(day))
  const numbers = wanted.map(Number).filter((number) => Number.isInteger(number) && number < 1_000_000)
  const rows = await db.read
    .selectFrom('isohost.messages')
    .select(['authorization_key', 'request_key', 'kind', 'stan', 'authorization_code', 'sent_at as sentAt', 'minor'])
    .where('connector', '=', connector)
    .where('sent_on', '>=', first!.subtract({ days: 1 }))
    .where('sent_on', '<=', last!.add({ days: 1 }))
    .$if(by === 'stan', (query) => query.where('stan', 'in', numbers.length > 0 ? numbers : [0]))
    .$if(by !== 'stan', (query) => query.where('authorization_code', 'in', [...wanted]))
    .execute()
  return rows.map(({ authorization_key, request_key, kind, stan, authorization_code, sentAt, minor }) => ({
    // Refunds and payouts are transactions of their own; the others are about the payment.
    key: kind === 'refund' || kind === 'payout' ? (request_key ?? authorization_key) : authorization_key,
    named: by === 'stan' ? String(stan) : authorization_code,
    sentAt,
    minor,
  }))
}
