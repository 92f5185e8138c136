import { useTexts } from '../i18n/language.tsx'
import { merchantNav } from '../pages/merchant/nav.ts'
import { operatorNav } from '../pages/operator/nav.ts'
import type { NavEntry } from '../pages/page.ts'
import { partnerNav } from '../pages/partner/nav.ts'
import { useMay, useMe } from '../session.tsx'
import { Link } from '../ui/link.tsx'
import { usePath } from '../ui/url-state.ts'
import { at, home, type Scope } from '../urls.ts'

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

export const addressOf = (scope: Scope, { path }: NavEntry): string =>
  path === '' ? home(scope) : at(scope, ...path.split('/'))

export function Nav({ scope, label, onFollow }: { scope: Scope; label: string; onFollow?: () => void }) {
  const entries = useNav(scope)
  return (
    <nav className="side" aria-label={label}>
      <ul className="plain">
        {entries.map((entry) => (
          <NavItem key={entry.path} entry={entry} scope={scope} {...(onFollow && { onFollow })} />
        ))}
      </ul>
    </nav>
  )
}

function NavItem({ entry, scope, onFollow }: { entry: NavEntry; scope: Scope; onFollow?: () => void }) {
  const path = usePath()
  const title = useTexts(entry.title)
  const to = addressOf(scope, entry.children?.[0] ?? entry)
  const isHere = entry.path === '' ? path === home(scope) : path.startsWith(addressOf(scope, entry))
  const { icon: Icon } = entry
  const isLeaf = !entry.children
  return (
    <li>
      <Link to={to} current={isHere && isLeaf} {...(onFollow && { onFollow })}>
        {Icon && <Icon size={16} aria-hidden />}
        {title}
      </Link>
      {isHere && entry.children && (
        <ul className="plain">
          {entry.children.map((child) => (
            <NavItem key={child.path} entry={child} scope={scope} {...(onFollow && { onFollow })} />
          ))}
        </ul>
      )}
    </li>
  )
}
