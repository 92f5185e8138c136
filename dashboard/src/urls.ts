/** Whose affairs a page shows: it is part of every address, so that a shared link opens the same page. */
export type Scope = { kind: 'platform' } | { kind: 'merchant'; id: string } | { kind: 'partner'; id: string }

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

/** A list or a thing of a scope: `at(scope, 'payments', '1042')`. */
export const at = (scope: Scope, ...parts: readonly string[]): string =>
  [home(scope), ...parts.map(encodeURIComponent)].join('/')
