import { z } from 'zod'
import { type StaffCaller, type StaffRoute, sitesInScope, staffRoute } from '#core/access'
import type { Directory } from '#core/directory'
import { type PartnerId, type Partners, partnersInScope } from '#core/partners'
import type { Clock } from '#kernel/base/clock.ts'
import { maskNumbersInText } from '#kernel/base/mask-numbers.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { oneOf, optional, text } from '#kernel/http/field.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { isPermitted } from '#kernel/http/route.ts'
import { facts, fits, type Hit, type SearchKind, type SearchSource, searchKinds } from './hit.ts'
import { refuse } from './refusals.ts'
import { readSought } from './sought.ts'

const hitShape = z.strictObject({
  kind: z.enum(searchKinds),
  id: z.string(),
  title: z.string().optional().meta({ description: 'What a person calls it, when that is not its id.' }),
  amount: z.string().optional(),
  currency: z.string().optional(),
  status: z.string().optional(),
  at: momentShape.optional(),
  siteId: z.string().optional(),
  merchantId: z.string().optional(),
  partnerId: z.string().optional(),
  fit: z.enum(fits).meta({ description: 'How well it fits.' }),
  by: z.enum(facts).meta({ description: 'By what it was found.' }),
})

/** The search of everything that the sources know. Each is asked only when the caller has its permission. */
export const searchRoute = (
  { directory, partners, clock }: { directory: Directory; partners: Partners; clock: Clock },
  sources: readonly SearchSource[],
): StaffRoute =>
  staffRoute({
    method: 'GET',
    path: '/search',
    operationId: 'search',
    group: 'Search',
    summary: 'Find anything by what is remembered of it',
    about:
      "An id, the store's number of an order, a reference, an e-mail address or its beginning, a card's last four digits, an amount, a day, a name; or parts of one payment: `1111 25.00`. The best matches first, the newest of them before others; at most five of each kind, of one `kind` fifty. Card numbers are refused.",
    caller: 'staffToken',
    query: z.object({
      text: text({ max: 200, what: 'what is remembered' }),
      kind: optional(oneOf(searchKinds)).meta({ description: 'Only things of this kind.' }),
    }),
    reply: z.strictObject({ data: z.array(hitShape) }),
    run: async ({ caller, query }) => {
      if (maskNumbersInText(query.text) !== query.text) throw refuse('search_for_card_number', { field: 'text' })
      const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
      const sought = readSought(query.text, today)
      const [siteIds, partnerIds] = await Promise.all([sitesInScope(directory, caller), ofPartners(partners, caller)])
      const seen = { caller, siteIds, partnerIds, limit: query.kind === undefined ? 5 : 50 }
      const asked = sources.filter(
        ({ kind, permission }) =>
          (query.kind === undefined || query.kind === kind) && isPermitted(caller.permissions, permission),
      )
      const found = await Promise.all(
        asked.map(async ({ kind, find }) => best(await find(sought, seen), seen.limit).map((hit) => ({ kind, hit }))),
      )
      const ranked = found.flat().toSorted((a, b) => rankOf(a.hit) - rankOf(b.hit) || orderOf(a.kind) - orderOf(b.kind))
      return { data: await Promise.all(ranked.map(({ kind, hit }) => hitRecord(directory, kind, hit))) }
    },
  })

const ofPartners = async (partners: Partners, caller: StaffCaller): Promise<readonly PartnerId[]> =>
  partnersInScope(caller) ?? (await partners.list({ limit: partnersMax })).map(({ id }) => id)
const partnersMax = 1_000

const rankOf = ({ fit }: Pick<Hit, 'fit'>): number => fits.indexOf(fit)
const orderOf = (kind: SearchKind): number => searchKinds.indexOf(kind)

/** The best fitting first, each thing once; those that fit equally stay in the order of their source. */
function best(hits: readonly Hit[], limit: number): Hit[] {
  const first = new Map<string, Hit>()
  for (const hit of hits.toSorted((a, b) => rankOf(a) - rankOf(b))) if (!first.has(hit.id)) first.set(hit.id, hit)
  return [...first.values()].slice(0, limit)
}

/** With the merchant of its site, since the pages of a merchant stand below its address. */
async function hitRecord(
  directory: Directory,
  kind: SearchKind,
  { amount, at, siteId, ...hit }: Hit,
): Promise<z.output<typeof hitShape>> {
  const merchantId = siteId === undefined ? undefined : (await directory.site(siteId))?.merchantId
  return {
    kind,
    ...(merchantId !== undefined && { merchantId: String(merchantId) }),
    ...defined(hit),
    ...(amount && { amount: formatMoney(amount), currency: amount.currency }),
    ...(at && { at: momentText(at) }),
    ...(siteId !== undefined && { siteId: String(siteId) }),
  }
}

const defined = <T extends object>(of: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as never
