import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  authorOf,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  staffRoute,
  type TableListParts,
  tableList,
} from '#core/access'
import { ofEachPartner, partnersInScope } from '#core/partners'
import { readHolderId } from '#issuing/ids'
import type { Split } from '#kernel/db/keyset.ts'
import { withValues } from '#kernel/db/keyset-parts.ts'
import { inOrder } from '#kernel/db/list.ts'
import { oneOf, optional, text } from '#kernel/http/field.ts'
import { chosen, currencyWords, several } from '#kernel/http/filter.ts'
import { momentShape, momentText, uuidShape } from '#kernel/http/json-shape.ts'
import { type Card, expiryOf, reissueReasons } from './card.ts'
import { cardActions, cardGuards } from './card-actions.ts'
import { type CardStatus, cardStates } from './card-states.ts'
import { anyCard, closeAnyCard, type OfProgramme, resumeCard, suspendCard } from './change-status.ts'
import type { CardsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { readCardId } from './shapes.ts'
import { listedCards } from './store.ts'
import { suspensions } from './suspension.ts'

/** Masked, and without the name that its holder has given it. */
const cardShape = z.strictObject({
  id: uuidShape,
  partnerId: z.string(),
  customerId: z.string(),
  accountId: uuidShape,
  productId: uuidShape,
  virtual: z.boolean(),
  currency: z.string(),
  status: z.enum(cardStates.statuses),
  suspensions: z
    .array(z.enum(suspensions))
    .meta({ description: 'Why it is suspended, or will be when it is activated.' }),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
  wrongPins: z.int(),
  replaces: uuidShape.optional().meta({ description: 'The card whose successor this is.' }),
  reissueReason: z.enum(reissueReasons).optional(),
  createdAt: momentShape,
})

const cardRecord = (card: Card): z.output<typeof cardShape> => ({
  id: card.id,
  partnerId: String(card.partnerId),
  customerId: card.holderId,
  accountId: card.accountId,
  productId: card.productId,
  virtual: card.virtual,
  currency: card.currency,
  status: card.status,
  suspensions: [...card.suspensions],
  last4: card.lastFour,
  ...expiryOf(card),
  wrongPins: card.pinTries,
  ...(card.replaces && { replaces: card.replaces, reissueReason: card.reissueReason }),
  createdAt: momentText(card.createdAt),
})

const about = { group: 'Cards', caller: 'staff' as const }
const params = z.object({ cardId: z.string() })

/** What `florin cards` does with one card, and what may be seen of each. */
export const cardStaffRoutes = (ctx: CardsContext & TableListParts): StaffRoute[] => [
  ...listRoutes(ctx),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/cards/:cardId',
    operationId: 'getCard',
    summary: 'One card, masked',
    permission: 'cards:read',
    params,
    reply: cardShape.extend({ actions: cardActions.shape }),
    run: async ({ caller, params }) => {
      const card = await cardInScope(ctx, caller, params.cardId)
      return { ...cardRecord(card), actions: cardActions.record(caller, cardGuards(card)) }
    },
  }),
  statusRoute(ctx, {
    name: 'suspend',
    operationId: 'suspendCard',
    summary: 'Stop a card until it is resumed',
    about:
      'Its holder cannot use it meanwhile, nor end the suspension. A successor that waits for its activation is stopped, too.',
    permission: 'cards:suspend',
    carryOut: suspendCard,
  }),
  statusRoute(ctx, {
    name: 'resume',
    operationId: 'resumeCard',
    summary: 'End a suspension',
    about:
      'Ends what staff have begun. A card that is suspended for its PIN or by screening as well stays suspended. One that its holder had frozen is frozen again.',
    permission: 'cards:suspend',
    carryOut: resumeCard,
  }),
  statusRoute(ctx, {
    name: 'close',
    operationId: 'closeCard',
    summary: 'End a card for good',
    about: 'Cards that were to replace it and are not in use yet end with it.',
    permission: 'cards:close',
    carryOut: closeAnyCard,
  }),
]

const forms = ['virtual', 'physical'] as const

const listRoutes = (ctx: CardsContext & TableListParts): StaffRoute[] => {
  const { filters, whose } = ofEachPartner(ctx)
  return tableList(ctx, {
    name: 'cards',
    operations: { list: 'listCards', export: 'exportCards' },
    group: about.group,
    permission: 'cards:read',
    summary: 'Issued cards, masked, newest first',
    about: 'Closed ones too.',
    table: 'cards.cards',
    idType: 'uuid',
    isByMoment: true,
    filters: {
      ...filters,
      customerId: optional(text({ max: 50, what: 'the id of a customer' })),
      last4: optional(text({ max: 4, pattern: /^\d{4}$/, what: 'the last four digits of a card' })),
      status: several(cardStates.statuses),
      kind: optional(oneOf(forms)),
      currency: currencyWords(),
    },
    shape: cardShape,
    record: cardRecord,
    whose,
    selected: ({ customerId, last4, status, kind, currency }) => ({
      narrowed: [
        ...(status ? ofStatus(chosen(cardStates.statuses, status)) : []),
        // What is no id of a customer is the id of none, who has no cards.
        ...(customerId === undefined ? [] : [withValues('holder_id', 'text', [readHolderId(customerId) ?? ''])]),
        ...(last4 === undefined ? [] : [withValues('last_four', 'text', [last4])]),
      ],
      conditions: [
        ...(status ? [sql<SqlBool>`entry.status = any(${chosen(cardStates.statuses, status)}::text[])`] : []),
        ...(kind ? [sql<SqlBool>`entry.virtual = ${kind === 'virtual'}`] : []),
        ...(currency ? [sql<SqlBool>`entry.currency = any(${currency}::text[])`] : []),
      ],
    }),
    things: async (rows) => {
      const ids = rows.map(({ id }) => id)
      return inOrder(ids, await listedCards(ctx.db, ids))
    },
  })
}

/** Those that are not active have an index, whose condition is written out: it does not follow from values that come as a list. */
function ofStatus(statuses: readonly CardStatus[]): Split[] {
  if (statuses.includes('active')) return []
  const split = withValues('status', 'text', statuses)
  return [{ ...split, is: sql<SqlBool>`${split.is} and entry.status <> 'active'` }]
}

type StatusRoute = Pick<StaffRoute, 'operationId' | 'summary'> & {
  name: string
  about?: string
  permission: `cards:${string}`
  carryOut(ctx: CardsContext, input: OfProgramme): Promise<Card>
}

const statusRoute = (ctx: CardsContext, { name, carryOut, ...texts }: StatusRoute): StaffRoute =>
  staffRoute({
    ...about,
    ...texts,
    method: 'POST',
    path: `/cards/:cardId/${name}`,
    repeated: 'stored',
    params,
    body: z.object(reasonField),
    reply: cardShape,
    run: async ({ caller, params, ip, body, once }) => {
      const { id: cardId } = await cardInScope(ctx, caller, params.cardId)
      return cardRecord(await carryOut(ctx, { cardId, by: authorOf({ caller, ip, body }), once }))
    },
    recover: async (caller, id) => cardRecord(await cardInScope(ctx, caller, id)),
  })

async function cardInScope(ctx: CardsContext, caller: StaffCaller, unchecked: string): Promise<Card> {
  const cardId = readCardId(unchecked)
  const card = await anyCard(ctx, cardId)
  if (partnersInScope(caller, String(card.partnerId))?.length === 0) throw refuse('issued_card_not_found', { cardId })
  return card
}
