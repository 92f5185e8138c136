import { useQueryClient } from '@tanstack/react-query'
import { Menu as MenuIcon, Search as SearchIcon } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components'
import { follow } from '../api/live.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { ZoneProvider } from '../parts/time.tsx'
import { Button } from '../ui/button.tsx'
import { OfflineStrip } from '../ui/offline.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { useGo } from '../ui/url-state.ts'
import { KeysHelp } from './keys-help.tsx'
import { addressOf, Nav, useNav } from './nav.tsx'
import { OwnMenu } from './own-menu.tsx'
import { Palette } from './palette.tsx'
import { ScopeProvider, useScope } from './scope.tsx'
import { TestStrip } from './test-strip.tsx'

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

type Overlay = 'search' | 'menu' | 'keys' | undefined

function Frame({ children }: { children: ReactNode }) {
  const t = useTexts(texts)
  const { scope, name, sites } = useScope()
  const [overlay, setOverlay] = useState<Overlay>()
  const close = () => setOverlay(undefined)
  useFrameKeys(setOverlay)
  return (
    <ZoneProvider preferred={sites[0]?.timeZone}>
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
              <OwnMenu onKeys={() => setOverlay('keys')} />
            </span>
          </div>
          <OfflineStrip />
          <TestStrip />
        </header>
        <Nav scope={scope} label={t.menu} />
        <main id="content" className="content">
          {children}
        </main>
      </div>
      {overlay === 'search' && <Palette onClose={close} />}
      {overlay === 'keys' && <KeysHelp onClose={close} />}
      {overlay === 'menu' && (
        <ModalOverlay className="veil" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && close()}>
          <Modal className="sheet">
            <AriaDialog aria-label={t.menu}>
              <Nav scope={scope} label={t.menu} onFollow={close} />
            </AriaDialog>
          </Modal>
        </ModalOverlay>
      )}
    </ZoneProvider>
  )
}

function useFrameKeys(open: (overlay: Overlay) => void): void {
  const { scope } = useScope()
  const nav = useNav(scope)
  const go = useGo()
  const keys = useMemo(() => {
    const leading = nav
      .flatMap((entry) => [entry, ...(entry.children ?? [])])
      .flatMap((entry) => (entry.key ? [[`g ${entry.key}`, () => go(addressOf(scope, entry))] as const] : []))
    return { ...Object.fromEntries(leading), '/': () => open('search'), '?': () => open('keys') }
  }, [nav, scope, go, open])
  useShortcuts(keys)
}
