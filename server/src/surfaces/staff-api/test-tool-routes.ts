import { z } from 'zod'
import { defaultAmong, listConnections } from '#acquiring/processors'
import {
  fallbackCard,
  magicAmounts,
  rightCode,
  testCards,
  wrongSecurityCode,
} from '#connectors/acquirer/sandbox/index.ts'
import { emailIn, emailsOnPage } from '#connectors/message/mailbox.ts'
import {
  type StaffCaller,
  type StaffRoute,
  siteIdField,
  siteInScope,
  sitesInScope,
  staffList,
  staffRoute,
} from '#core/access'
import { refusals } from '#kernel/base/refusal.ts'
import { id, optional, text } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import type { App } from '../../app/compose.ts'
import { clockRoutes } from './clock-routes.ts'

const refuse = refusals({ mail_not_found: ['not_found', 'There is no such email in the mailbox.'] })

const about = { group: 'Test tools', method: 'GET', caller: 'staff' } as const

/** What helps to test an integration: in staging only, and not there at all in production. */
export function testToolRoutes(app: App): StaffRoute[] {
  if (app.config.environment === 'production') return []
  const { testClock } = app
  return [
    ...(testClock ? clockRoutes({ ...app, testClock }) : []),
    ...mailboxRoutes(app),
    cardsRoute(app),
    proposedCardRoute(app),
  ]
}

const mailShape = z.strictObject({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  receivedAt: momentShape,
  arrivals: z.int().meta({ description: 'How often it arrived: more than once when a reply was lost.' }),
})

const mailboxRoutes = (app: App): StaffRoute[] => [
  staffList({
    ...about,
    path: '/mailbox',
    operationId: 'listMailbox',
    summary: 'Emails that staging has caught, newest first',
    about: 'Of a merchant those to its shoppers, of a partner those to its customers, for the operator all.',
    permission: 'emails:read',
    query: z.object({ ...pageQuery, address: optional(text({ max: 254, what: 'a part of an address' })) }),
    reply: mailShape,
    run: async ({ caller, query: { page = 1, size = 20, address = '' } }) => {
      const keys = await keysFor(app, caller)
      const { data, total } = await emailsOnPage(app.db, { keys, search: address, page, size })
      return { data: data.map(summaryOf), page, size, total }
    },
  }),
  staffRoute({
    ...about,
    path: '/mailbox/:emailId',
    operationId: 'getMail',
    summary: 'One email that staging has caught, as plain text',
    permission: 'emails:read',
    params: z.object({ emailId: id<bigint>('the id of an email') }),
    reply: mailShape.extend({ replyTo: z.string().optional(), text: z.string(), files: z.array(z.string()) }),
    run: async ({ caller, params }) => {
      const [found, keys] = await Promise.all([emailIn(app.db, params.emailId), keysFor(app, caller)])
      if (!found || (keys !== undefined && !keys.includes(found.key))) throw refuse('mail_not_found')
      const { replyTo, text, attachments = [] } = found
      return {
        ...summaryOf(found),
        ...(replyTo !== undefined && { replyTo }),
        text,
        files: attachments.map(({ name }) => name),
      }
    },
  }),
]

const summaryOf = ({
  id,
  from,
  to,
  subject,
  receivedAt,
  arrivals,
}: NonNullable<Awaited<ReturnType<typeof emailIn>>>): z.output<typeof mailShape> => ({
  id: String(id),
  from: `${from.name} <${from.address}>`,
  to,
  subject,
  receivedAt: momentText(receivedAt),
  arrivals,
})

/** By what emails are recognized that were sent for an organization, the newest ones; undefined: all of them. */
async function keysFor({ db, directory }: App, caller: StaffCaller): Promise<string[] | undefined> {
  const { scope } = caller.staff
  if (scope.kind === 'platform') return undefined
  const rows =
    scope.kind === 'merchant'
      ? await db.run(ofSites, [await sitesInScope(directory, caller), keysMax])
      : await db.run(ofPartner, [Number(scope.id), keysMax])
  return rows.map(({ key }) => String(key))
}
const keysMax = 2_000
const ofSites = 'select key from emails.emails where site_id = any($1::integer[]) order by id desc limit $2'
const ofPartner = 'select key from holders.emails where partner_id = $1 order by id desc limit $2'

const cardShape = z.strictObject({
  brand: z.string(),
  number: z.string(),
  expiry: z.string(),
  securityCode: z.string(),
  what: z.string(),
})

const vendorCardsShape = z.strictObject({
  connector: z.string(),
  processor: z.string().meta({ description: 'As people call it, such as Stripe.' }),
  isDefault: z.boolean(),
  cards: z
    .array(cardShape.extend({ expiry: z.string().optional().meta({ description: 'Absent: any date to come.' }) }))
    .meta({ description: 'Empty where only the vendor or the operator of the host knows them.' }),
})

/** The test cards of each enabled connection, those of the default first. */
async function vendorCards({ processors: { db, kinds } }: App): Promise<z.output<typeof vendorCardsShape>[]> {
  const enabled = (await listConnections(db)).filter(({ kind, disabledAt }) => kinds[kind] && !disabledAt)
  const named = defaultAmong(enabled)
  const chosen = enabled.find(({ name }) => name === named)
  return [...(chosen ? [chosen] : []), ...enabled.filter((one) => one !== chosen)].map((one) => ({
    connector: one.name,
    processor: kinds[one.kind]!.title,
    isDefault: one === chosen,
    cards: (kinds[one.kind]!.testCards ?? []).map(({ brand, number, expiry, code, what }) => ({
      ...{ brand, number, securityCode: code, what },
      ...(expiry !== undefined && { expiry }),
    })),
  }))
}

/** They exist at no bank, and are the same for everybody. */
const cardsRoute = (app: App) =>
  staffRoute({
    ...about,
    caller: 'staffToken',
    path: '/test-cards',
    operationId: 'getTestCards',
    summary:
      'Cards and amounts that make the sandbox, or a connected processor, do something particular; in staging only',
    reply: z.strictObject({
      cards: z.array(cardShape),
      amounts: z.array(z.strictObject({ amount: z.string(), what: z.string() })),
      threeDSecureCode: z.string(),
      wrongSecurityCode: z.string(),
      connections: z.array(vendorCardsShape),
    }),
    run: async () => ({
      cards: [...testCards, fallbackCard]
        .filter((card, index, all) => all.indexOf(card) === index)
        .map(({ brand, number, expiry, cvv, what }) => ({ brand, number, expiry, securityCode: cvv, what })),
      amounts: magicAmounts.map(({ amount, what }) => ({ amount, what })),
      threeDSecureCode: rightCode,
      wrongSecurityCode,
      connections: await vendorCards(app),
    }),
  })

const proposedShape = z.strictObject({
  number: z.string(),
  expiry: z.string().optional().meta({ description: '`MM/YY`. Absent: any date to come.' }),
  securityCode: z.string(),
})

const proposedCardRoute = ({ directory, routing }: App): StaffRoute =>
  staffRoute({
    ...about,
    path: '/test-card',
    operationId: 'getTestCard',
    summary: 'A card that pays at a site; in staging only',
    about:
      'Of the connector that the payments of the site are sent to, as its vendor publishes it; absent where it publishes none.',
    permission: 'sites:read',
    query: z.object({ siteId: siteIdField }),
    reply: z.strictObject({ card: proposedShape.optional() }),
    run: async ({ caller, query }) => {
      const { id: siteId, currencies } = await siteInScope(directory, caller, query.siteId)
      const [currency] = currencies
      const card = currency && (await routing.testCardFor({ siteId, currency }))
      if (!card) return {}
      const { number, expiry, code: securityCode } = card
      return { card: { number, ...(expiry !== undefined && { expiry }), securityCode } }
    },
  })
