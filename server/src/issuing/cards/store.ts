import { sql } from 'kysely'
import type { AccountId, CardId, HolderId, ProductId } from '#issuing/ids'
import type { Reader } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { readPage } from '#kernel/db/page.ts'
import { preparedQuery } from '#kernel/db/prepared.ts'
import type { Card, ReissueReason } from './card.ts'
import type { CardStatus } from './card-states.ts'
import type { Suspension } from './suspension.ts'

const cards = ({ read }: Pick<Reader, 'read'>) =>
  read
    .selectFrom('cards.cards')
    .select(['id', 'version', 'holder_id as holderId', 'partner_id as partnerId', 'account_id as accountId'])
    .select(['product_id as productId', 'virtual', 'currency', 'label', 'status', 'last_four as lastFour', 'expiry'])
    .select(['replaces', 'reissue_reason as reissueReason', 'controls', 'pin_tries as pinTries'])
    .select(['created_at as createdAt', suspensionsOf.as('suspensions')])

/** A card that is suspended and says not why was suspended by an older version: then its history says it. */
const suspensionsOf = sql<readonly Suspension[]>`
  case when cards.status in ('active', 'frozen') then '{}'
       when cards.status <> 'suspended' or cards.suspensions <> '{}' then cards.suspensions
       else coalesce((
         select array_remove(array[
             case when t.actor = 'screening' then 'screening' when t.actor <> 'issuer' or cards.pin_tries < 3 then 'staff' end,
             case when cards.pin_tries >= 3 then 'pin' end], null)
         from cards.card_transitions t
         where t.card_id = cards.id and t.action = 'suspend' order by t.id desc limit 1), '{staff}') end`

type Row = Omit<Card, 'label' | 'replaces' | 'reissueReason'> & {
  [K in 'label' | 'replaces' | 'reissueReason']: NonNullable<Card[K]> | null
}
const cardOf = ({ label, replaces, reissueReason, ...row }: Row): Card => ({
  ...row,
  label: label ?? undefined,
  replaces: replaces ?? undefined,
  reissueReason: reissueReason ?? undefined,
})

/** The card, when it is one of this holder. */
export async function findCard(db: Reader, holderId: HolderId, id: CardId): Promise<Card | undefined> {
  const row = await cards(db).where('id', '=', id).where('holder_id', '=', holderId).executeTakeFirst()
  return row && cardOf(row)
}

/** Of any holder: for the operator, and for what follows from a card itself. */
export async function findAnyCard(db: Reader, id: CardId): Promise<Card | undefined> {
  const row = await cards(db).where('id', '=', id).executeTakeFirst()
  return row && cardOf(row)
}

/** The same for decisions, many of which come at once: those of the same moment are one query. */
export const cardById = loaderByKey(async (db: Reader, ids: readonly string[]) => {
  const rows = await cardsByIds(db, [ids])
  return new Map<string, Card>(rows.map((row) => [row.id, cardOf(row)]))
})
const cardsByIds = preparedQuery((read) => cards({ read }).where(sql<boolean>`id = any(${[]}::uuid[])`))

/** Of each of these cards its version. */
export async function cardVersions(db: Reader, ids: readonly CardId[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.run('select id, version from cards.cards where id = any($1)', [ids])
  return new Map((rows as { id: string; version: number }[]).map(({ id, version }) => [id, version]))
}

export type CardsPage = { page: number; size: number; status: CardStatus | undefined }

/** Oldest first, closed ones too: a new card changes no page that was read before. */
export async function cardsOf(
  db: Reader,
  holderId: HolderId,
  { page, size, status }: CardsPage,
): Promise<{ data: Card[]; total: number }> {
  const owned = cards(db)
    .where('holder_id', '=', holderId)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('created_at')
    .orderBy('id')
  const { data, total } = await readPage(owned, { page, size })
  return { data: data.map(cardOf), total }
}

/** Those with these ids, in whatever order. */
export const listedCards = async (db: Reader, ids: readonly CardId[]): Promise<Card[]> =>
  (await cardsByIds(db, [ids])).map(cardOf)

/** Those that are not closed. */
export const openCardsOfHolder = async (db: Reader, holderId: HolderId): Promise<Card[]> =>
  (await cards(db).where('holder_id', '=', holderId).where('status', '<>', 'closed').orderBy('id').execute()).map(
    cardOf,
  )

/** How many cards of the account are not closed. */
export async function openCardsOf(db: Reader, accountId: AccountId): Promise<number> {
  const { count } = await db.read
    .selectFrom('cards.cards')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where('status', '<>', 'closed')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether its holder had frozen the card before it was suspended. */
export async function wasFrozen(db: Reader, id: CardId): Promise<boolean> {
  const row = await db.read
    .selectFrom('cards.card_transitions')
    .select('from_status as status')
    .where('card_id', '=', id)
    .where('action', '=', 'suspend')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.status === 'frozen'
}

/** For which reason a card was replaced, if it was. */
export async function reasonOfReissue(db: Reader, id: CardId): Promise<ReissueReason | undefined> {
  return (await successorOf(db, id))?.reissueReason
}

/** The newest card that replaces this one, open or closed. */
export async function successorOf(db: Reader, id: CardId): Promise<Card | undefined> {
  const row = await cards(db).where('replaces', '=', id).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return row && cardOf(row)
}

/** The cards that each of these replaces, and those that they replaced, the newest first. */
export async function earlierCardsOf(
  db: Reader,
  ids: readonly CardId[],
): Promise<ReadonlyMap<CardId, readonly CardId[]>> {
  if (ids.length === 0) return new Map()
  const rows = (await db.run(
    `with recursive earlier as (
       select id as card, replaces as id, 1 as nth from cards.cards where id = any($1::uuid[]) and replaces is not null
       union all
       select e.card, c.replaces, e.nth + 1 from earlier e join cards.cards c on c.id = e.id where c.replaces is not null
     )
     select card, id from earlier order by card, nth`,
    [ids],
  )) as { card: CardId; id: CardId }[]
  const byCard = Map.groupBy(rows, ({ card }) => card)
  return new Map([...byCard].map(([card, chain]) => [card, chain.map(({ id }) => id)]))
}

/**
 * The cards of one line that are not closed, oldest first: those that this card replaces, and those that replace it, also
 * across ones between them that are closed.
 */
export async function openLineOf(db: Reader, id: CardId): Promise<{ before: Card[]; after: Card[] }> {
  const steps = (await db.run(
    `with recursive before (id, replaces) as (
       select id, replaces from cards.cards where id = $1
       union select c.id, c.replaces from cards.cards c join before b on c.id = b.replaces
     ), after (id) as (
       select id from cards.cards where replaces = $1
       union select c.id from cards.cards c join after a on c.replaces = a.id
     )
     select id, true as before from before where id <> $1 union all select id, false from after`,
    [id],
  )) as { id: CardId; before: boolean }[]
  const open =
    steps.length === 0
      ? []
      : (
          await listedCards(
            db,
            steps.map((one) => one.id),
          )
        ).filter(isOpen)
  const isBefore = new Set(steps.filter(({ before }) => before).map((one) => one.id))
  const inOrder = open.toSorted((one, other) => Temporal.Instant.compare(one.createdAt, other.createdAt))
  return {
    before: inOrder.filter((card) => isBefore.has(card.id)),
    after: inOrder.filter((card) => !isBefore.has(card.id)),
  }
}
const isOpen = ({ status }: Card): boolean => status !== 'closed'

export async function sealedDeliveryOf(db: Reader, id: CardId): Promise<Uint8Array | undefined> {
  const row = await db.read
    .selectFrom('cards.cards')
    .select('sealed_delivery as sealed')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sealed ?? undefined
}

/** Which of these are cards. */
export async function existingOf(db: Reader, ids: readonly CardId[]): Promise<ReadonlySet<CardId>> {
  const rows = await db.read
    .selectFrom('cards.cards')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Physical cards of the product that wait for the bureau and are in no run, oldest first. */
export async function pendingOf(db: Reader, productId: ProductId, limit: number): Promise<Card[]> {
  const rows = await cards(db)
    .where('product_id', '=', productId)
    .where('status', '=', 'pending')
    .where(sql<boolean>`not exists (select from cards.bureau_claims k where k.card_id = cards.id and not k.released)`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(cardOf)
}

/** Of these cards those that wait for the bureau. */
export async function waitingAmong(db: Reader, ids: readonly CardId[]): Promise<Card[]> {
  if (ids.length === 0) return []
  const rows = await cards(db)
    .where('id', 'in', [...ids])
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(cardOf)
}

/** Addresses under an older master key, whose number is their first byte. */
export async function deliveriesSealedBefore(
  db: Reader,
  version: number,
  limit: number,
): Promise<{ id: CardId; sealed: Uint8Array }[]> {
  const rows = await db.read
    .selectFrom('cards.cards')
    .select(['id', 'sealed_delivery as sealed'])
    .where('sealed_delivery', 'is not', null)
    .where(sql<boolean>`get_byte(sealed_delivery, 0) < ${version}`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, sealed }) => (sealed ? [{ id, sealed }] : []))
}

/**
 * The card that a merchant's standing order is about: the one that has taken the place of this one, if that was closed for
 * a successor, and so on. The card itself, if all that followed it are closed.
 */
export async function findInItsPlace(db: Reader, id: CardId): Promise<CardId> {
  const card = await findAnyCard(db, id)
  if (card?.status !== 'closed') return id
  const last = (await successorsOf(db, id)).at(-1)
  return last && last.status !== 'closed' ? last.id : id
}

/** The cards that took the place of this one, one after the other; only the last of them may be open. */
export async function successorsOf(db: Reader, id: CardId): Promise<Card[]> {
  const all: Card[] = []
  for (let current = id; all.length < successorsMax; ) {
    const row = await cards(db)
      .where('replaces', '=', current)
      .orderBy(sql`status = 'closed'`)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) break
    all.push(cardOf(row))
    if (row.status !== 'closed') break
    current = row.id
  }
  return all
}
/** A card for each month of eight years; nobody reads more. */
const successorsMax = 100
