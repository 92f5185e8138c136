/** Whose affairs a page shows: it is part of every address, so that a shared link opens the same page. */
export type Scope = { kind: 'platform' } | { kind: 'merchant'; id: string } | { kind: 'partner'; id: string }

/** What is a merchant's has its page below the merchant, for all readers. */
export const merchantScope = (merchantId: string): Scope => ({ kind: 'merchant', id: merchantId })

/** The beginning of all addresses of a scope. */
export function home(scope: Scope): string {
  if (scope.kind === 'platform') return '/op'
  return scope.kind === 'merchant' ? `/m/${encodeURIComponent(scope.id)}` : `/p/${encodeURIComponent(scope.id)}`
}

/** The scope of an address below `/dashboard`; undefined for addresses of nobody, such as `/me`. */
export function scopeOf(path: string): Scope | undefined {
  const [, first, id] = path.split('/')
  if (first === 'op') return { kind: 'platform' }
  if (first === 'm' && id) return { kind: 'merchant', id: decodeURIComponent(id) }
  return first === 'p' && id ? { kind: 'partner', id: decodeURIComponent(id) } : undefined
}

/** What the address of a list says beside its path; what is empty is left out. */
export type Search = Readonly<Record<string, string>>

export function withSearch(path: string, search: Search): string {
  const entries = Object.entries(search).filter(([, value]) => value !== '')
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

/** What an address says beside its path: `searchOf('?status=failed')`. Of a name that comes twice the last one counts. */
export const searchOf = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

/** A list or a thing of a scope: `at(scope, 'payments', '1042')`. */
export const at = (scope: Scope, ...parts: readonly string[]): string =>
  [home(scope), ...parts.map(encodeURIComponent)].join('/')

/** A thing that the search has found: its kind, its id, and whose it is. */
export type FoundThing = {
  kind: keyof typeof placeOf
  id: string
  merchantId?: string | undefined
  partnerId?: string | undefined
}

/** Below whose address the pages of a kind stand, and where there; `both`: the operator has pages of them too. */
const placeOf = {
  payment: ['both', 'payments'],
  order: ['merchant', 'orders'],
  shopper: ['merchant', 'customers'],
  link: ['merchant', 'links'],
  site: ['merchant', 'sites'],
  'merchant-payout': ['here', 'money', 'payouts'],
  'card-transaction': ['partner', 'transactions', 'card'],
  customer: ['partner', 'customers'],
  card: ['partner', 'cards'],
  topup: ['partner', 'topups'],
  event: ['partner', 'webhooks', 'events'],
  merchant: ['here', 'merchants'],
  partner: ['here', 'partners'],
  request: ['owner', 'developers', 'requests'],
} as const

/** The page of a thing that was found; an operator without a page for it sees what is a merchant's on the merchant's. */
export function foundAt(scope: Scope, { kind, id, merchantId, partnerId }: FoundThing): string {
  const [whose, ...parts] = placeOf[kind]
  if (whose === 'both' && scope.kind === 'platform') return at(scope, ...parts, id)
  if ((whose === 'merchant' || whose === 'both' || whose === 'owner') && merchantId !== undefined)
    return at({ kind: 'merchant', id: merchantId }, ...parts, id)
  if ((whose === 'partner' || whose === 'owner') && partnerId !== undefined)
    return at({ kind: 'partner', id: partnerId }, ...parts, id)
  return at(scope, ...parts, id)
}
