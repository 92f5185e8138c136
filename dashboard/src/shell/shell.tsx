import { useQueryClient } from '@tanstack/react-query'
import { Menu as MenuIcon, Search as SearchIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { follow } from '../api/live.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { useZone, ZoneProvider } from '../parts/time.tsx'
import { Button } from '../ui/button.tsx'
import { OfflineStrip } from '../ui/offline.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Missing } from '../ui/states.tsx'
import { useGo } from '../ui/url-state.ts'
import { Arrival } from './arrival.tsx'
import { addressOf, Nav, useNav } from './nav.tsx'
import { ScopeProvider, useScope } from './scope.tsx'
import { TestStrip } from './test-strip.tsx'
import { dropTyped, keepTyping } from './typed-ahead.ts'

const texts: Texts<{ menu: string; search: string; operator: string; skip: string }> = {
  en: {
    menu: 'Menu',
    search: 'Search anything',
    operator: 'Operator',
    skip: 'To the content',
  },
  ro: {
    menu: 'Meniu',
    search: 'Caută orice',
    operator: 'Operator',
    skip: 'La conținut',
  },
}

/** What is around every page: whose it is, the way to all others, and the search. */
export function Shell({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  useEffect(() => follow(queries), [queries])
  return (
    <ScopeProvider>
      <Frame>{children}</Frame>
    </ScopeProvider>
  )
}

/** Loaded after the first page, which they would keep waiting; the search before somebody types, whose first letters would be lost. */
const loadPalette = () => import('./palette.tsx').then(({ Palette: loaded }) => ({ default: loaded }))
const Palette = lazy(loadPalette)
const afterFirstPageMs = 500

const OwnMenu = lazy(() => import('./own-menu.tsx').then(({ OwnMenu: loaded }) => ({ default: loaded })))
const NewRelease = lazy(() => import('./new-release.tsx').then(({ NewRelease: loaded }) => ({ default: loaded })))
const PhoneMenu = lazy(() => import('./phone-menu.tsx').then(({ PhoneMenu: loaded }) => ({ default: loaded })))
const KeysHelp = lazy(() => import('./keys-help.tsx').then(({ KeysHelp: loaded }) => ({ default: loaded })))

type Overlay = 'search' | 'menu' | 'keys' | undefined

function Frame({ children }: { children: ReactNode }) {
  const t = useTexts(texts)
  const { scope, name, sites, isForeign } = useScope()
  const [overlay, setOverlay] = useState<Overlay>()
  const content = useRef<HTMLElement>(null)
  const close = () => setOverlay(undefined)
  // By a key: what is typed before the field of the search is there is not lost.
  const open = useCallback((next: Overlay) => {
    if (next === 'search') keepTyping()
    setOverlay(next)
  }, [])
  useEffect(() => (overlay === 'search' ? dropTyped : undefined), [overlay])
  useEffect(() => {
    // A chunk that is missing is said by the search itself.
    const loading = setTimeout(() => void loadPalette().catch(() => undefined), afterFirstPageMs)
    return () => clearTimeout(loading)
  }, [])
  return (
    <ZoneProvider preferred={sites[0]?.timeZone}>
      <FrameKeys open={open} />
      <div className="frame">
        <header className="whole">
          <div className="top">
            <a className="unseen" href="#content">
              {t.skip}
            </a>
            <Button className="menu-button" look="quiet" label={t.menu} onPress={() => setOverlay('menu')}>
              <MenuIcon size={20} aria-hidden />
            </Button>
            <span className="whose">{name ?? (scope.kind === 'platform' ? t.operator : scope.id)}</span>
            <Button className="search" label={t.search} shortcut="/" onPress={() => setOverlay('search')}>
              <SearchIcon size={16} aria-hidden />
              <span className="wide-only">{t.search}</span>
            </Button>
            <span className="last">
              <Suspense>
                <OwnMenu onKeys={() => setOverlay('keys')} />
              </Suspense>
            </span>
          </div>
          <OfflineStrip />
          <Suspense>
            <NewRelease />
          </Suspense>
          <TestStrip />
        </header>
        <Nav scope={scope} label={t.menu} />
        <main id="content" className="content" ref={content} tabIndex={-1}>
          {isForeign ? <Missing isPage /> : children}
        </main>
        <Arrival content={content} />
      </div>
      {overlay === 'search' && (
        <Suspense>
          <Palette onClose={close} onKeys={() => setOverlay('keys')} />
        </Suspense>
      )}
      {overlay === 'keys' && (
        <Suspense>
          <KeysHelp onClose={close} />
        </Suspense>
      )}
      {overlay === 'menu' && (
        <Suspense>
          <PhoneMenu scope={scope} label={t.menu} onClose={close} />
        </Suspense>
      )}
    </ZoneProvider>
  )
}

/** The keys that work on every page. */
function FrameKeys({ open }: { open: (overlay: Overlay) => void }) {
  const { scope } = useScope()
  const nav = useNav(scope)
  const go = useGo()
  const { next } = useZone()
  const keys = useMemo(() => {
    const leading = nav
      .flatMap((entry) => [entry, ...(entry.children ?? [])])
      .flatMap((entry) => (entry.key ? [[`g ${entry.key}`, () => go(addressOf(scope, entry))] as const] : []))
    return { ...Object.fromEntries(leading), '/': () => open('search'), '?': () => open('keys'), t: next }
  }, [nav, scope, go, open, next])
  useShortcuts(keys)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // A form that is open would be lost with what is typed in it.
      if (document.querySelector('[role=dialog]') === null) open('search')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [open])
  return null
}
