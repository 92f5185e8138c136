import { useTexts } from '../i18n/language.tsx'
import { merchantNav } from '../pages/merchant/nav.ts'
import { operatorNav } from '../pages/operator/nav.ts'
import type { NavEntry } from '../pages/page.ts'
import { partnerNav } from '../pages/partner/nav.ts'
import { useMay, useMe } from '../session.tsx'
import { Link } from '../ui/link.tsx'
import { usePath, useSearch } from '../ui/url-state.ts'
import { at, home, type Scope, type Search, withSearch } from '../urls.ts'

const navs = { merchant: merchantNav, partner: partnerNav, platform: operatorNav } as const

/** What the person may see of this scope. */
export function useNav(scope: Scope): readonly NavEntry[] {
  const may = useMay()
  const { testMode } = useMe()
  const isShown = ({ permission, testOnly }: NavEntry) =>
    (permission === undefined || may(permission)) && (testMode || !testOnly)
  return navs[scope.kind]
    .filter(isShown)
    .map((entry) => (entry.children ? { ...entry, children: entry.children.filter(isShown) } : entry))
    .filter(({ children }) => children === undefined || children.length > 0)
}

const placeOf = (scope: Scope, { path }: NavEntry): string =>
  path === '' ? home(scope) : at(scope, ...path.split('/'))

export const addressOf = (scope: Scope, entry: NavEntry): string =>
  withSearch(placeOf(scope, entry), entry.search ?? {})

/** Whether an entry leads to where somebody is: of those that lead to one list, the one whose filter holds. */
function leadsHere(entry: NavEntry, siblings: readonly NavEntry[], { scope, path, search }: Here): boolean {
  const place = placeOf(scope, entry)
  if (entry.path === '') return path === place
  if (entry.children?.some((child) => leadsHere(child, [], { scope, path, search }))) return true
  if (entry.search) return path === place && isHeld(entry.search, search)
  const isOthers = siblings.some((one) => one.search && one.path === entry.path && isHeld(one.search, search))
  return path.startsWith(place) && !(isOthers && path === place)
}
type Here = { scope: Scope; path: string; search: Search }
const isHeld = (filter: Search, search: Search) =>
  Object.entries(filter).every(([name, value]) => search[name] === value)

export function Nav({ scope, label, onFollow }: { scope: Scope; label: string; onFollow?: () => void }) {
  const entries = useNav(scope)
  return (
    <nav className="side" aria-label={label}>
      <ul className="plain">
        {entries.map((entry) => (
          <NavItem
            key={addressOf(scope, entry)}
            entry={entry}
            siblings={entries}
            scope={scope}
            {...(onFollow && { onFollow })}
          />
        ))}
      </ul>
    </nav>
  )
}

type ItemProps = { entry: NavEntry; siblings: readonly NavEntry[]; scope: Scope; onFollow?: () => void }

function NavItem({ entry, siblings, scope, onFollow }: ItemProps) {
  const path = usePath()
  const [search] = useSearch()
  const title = useTexts(entry.title)
  const to = addressOf(scope, entry.children?.[0] ?? entry)
  const isHere = leadsHere(entry, siblings, { scope, path, search })
  const { icon: Icon } = entry
  const isLeaf = !entry.children
  return (
    <li {...(entry.isAtFoot && { className: 'foot' })}>
      <Link to={to} current={isHere && isLeaf} {...(onFollow && { onFollow })}>
        {Icon && <Icon size={16} aria-hidden />}
        {title}
      </Link>
      {isHere && entry.children && (
        <ul className="plain">
          {entry.children.map((child) => (
            <NavItem
              key={child.path}
              entry={child}
              siblings={entry.children ?? []}
              scope={scope}
              {...(onFollow && { onFollow })}
            />
          ))}
        </ul>
      )}
    </li>
  )
}
