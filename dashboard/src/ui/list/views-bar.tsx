import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { type Texts, useTexts } from '../../i18n/language.tsx'
import { withSearch } from '../../urls.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { Button } from '../button.tsx'
import { Link } from '../link.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { useGo, usePath } from '../url-state.ts'
import { firstPage, type ListAddress, type readList, writeList } from './list-address.ts'
import { type ListName, useViews, type View } from './use-views.ts'
import { addressOfView, isChanged, searchText } from './view-search.ts'

const texts = {
  en: {
    views: 'Views',
    all: 'All',
    changed: 'changed',
    save: 'Save',
    saveView: 'Save view',
    saveAs: 'Save as',
    reset: 'Reset',
    name: 'Name',
    who: 'Who sees it',
    own: 'Only me',
    team: 'My team',
    effect: 'Filters, columns and order are kept. A view without a period keeps the one that is chosen.',
    more: (name: string) => `Change the view ${name}`,
    rename: 'Rename',
    share: 'Share with my team',
    unshare: 'Keep it to myself',
    remove: 'Remove',
    shared: 'of a colleague',
  },
  ro: {
    views: 'Vizualizări',
    all: 'Toate',
    changed: 'schimbată',
    save: 'Salvează',
    saveView: 'Salvează vizualizarea',
    saveAs: 'Salvează ca',
    reset: 'Revino',
    name: 'Nume',
    who: 'Cine o vede',
    own: 'Doar eu',
    team: 'Echipa mea',
    effect: 'Se păstrează filtrele, coloanele și ordinea. O vizualizare fără perioadă o păstrează pe cea aleasă.',
    more: (name: string) => `Schimbă vizualizarea ${name}`,
    rename: 'Redenumește',
    share: 'Arată echipei mele',
    unshare: 'Păstrează doar pentru mine',
    remove: 'Șterge',
    shared: 'a unui coleg',
  },
} satisfies Texts<unknown>

type ViewsBarProps = {
  list: ListName
  known: Parameters<typeof readList>[1]
  address: ListAddress
  onOpen(address: ListAddress): void
}

/** Tabs of saved views over a list; the keys 1 to 9 open them, and 0 shows all. */
export function ViewsBar({ list, known, address, onOpen }: ViewsBarProps) {
  const t = useTexts(texts)
  const { views, save, change, remove, error } = useViews(list)
  const [naming, setNaming] = useState<'new' | 'rename'>()
  const path = usePath()
  const go = useGo()
  const all: ListAddress = { values: {}, sort: '', columns: [], view: '', place: firstPage }
  const to = (one: ListAddress) => withSearch(path, writeList(one))
  const tabs = [all, ...views.map((view) => addressOfView(view, known, address))]
  useShortcuts(Object.fromEntries(tabs.slice(0, 10).map((one, nth) => [String(nth), () => go(to(one))])))
  const current = views.find(({ id }) => id === address.view)
  const dirty = current ? isChanged(current, known, address) : searchText(address) !== ''
  // What shows everything is the first tab.
  const canSave = dirty && searchText(address) !== ''
  if (views.length === 0 && !dirty) return null
  return (
    <nav className="views" aria-label={t.views}>
      <div className="tabs">
        <Link to={to(all)} current={!current}>
          {t.all}
        </Link>
        {views.map((view, nth) => (
          <Link key={view.id} to={to(tabs[nth + 1] ?? all)} current={view === current}>
            {view.name}
            {!view.own && <span className="unseen"> {t.shared}</span>}
            {view === current && dirty && <span title={t.changed}> ●</span>}
          </Link>
        ))}
      </div>
      <div className="actions">
        {current?.own && canSave && (
          <Button onPress={() => change({ id: current.id, search: searchText(address) })}>{t.save}</Button>
        )}
        {canSave && (
          <Button look="quiet" onPress={() => setNaming('new')}>
            {current ? t.saveAs : t.saveView}
          </Button>
        )}
        {current && dirty && (
          <Button look="quiet" onPress={() => onOpen(addressOfView(current, known, all))}>
            {t.reset}
          </Button>
        )}
        {current?.removable && (
          <ViewMenu
            view={current}
            onRename={() => setNaming('rename')}
            onShare={() => change({ id: current.id, shared: !current.shared })}
            onRemove={() => {
              remove(current)
              onOpen({ ...address, view: '' })
            }}
          />
        )}
        {error && <span className="wrong">{error.message}</span>}
      </div>
      {naming && (
        <NameDialog
          view={naming === 'rename' ? current : undefined}
          onClose={() => setNaming(undefined)}
          onSave={async ({ name, shared }) => {
            if (naming === 'rename' && current) return change({ id: current.id, name, shared })
            const saved = await save({ name, shared, search: searchText(address) })
            onOpen({ ...address, view: saved.id })
          }}
        />
      )}
    </nav>
  )
}

type ViewMenuProps = { view: View; onRename: () => void; onShare: () => void; onRemove: () => void }

function ViewMenu({ view, onRename, onShare, onRemove }: ViewMenuProps) {
  const t = useTexts(texts)
  return (
    <MenuTrigger>
      <Button look="quiet" label={t.more(view.name)}>
        <ChevronDown size={16} aria-hidden />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu aria-label={t.more(view.name)}>
          {view.own && (
            <>
              <MenuItem className="option" onAction={onRename}>
                {t.rename}
              </MenuItem>
              <MenuItem className="option" onAction={onShare}>
                {view.shared ? t.unshare : t.share}
              </MenuItem>
            </>
          )}
          <MenuItem className="option" onAction={onRemove}>
            {t.remove}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

type NameDialogProps = {
  view: View | undefined
  onSave(fields: { name: string; shared: boolean }): Promise<void> | void
  onClose: () => void
}

function NameDialog({ view, onSave, onClose }: NameDialogProps) {
  const t = useTexts(texts)
  const title = view ? t.rename : t.saveView
  return (
    <ActionDialog<void>
      spec={{
        title,
        fields: [
          { name: 'name', label: t.name, isRequired: true, first: view?.name ?? '' },
          {
            name: 'shared',
            label: t.who,
            kind: 'choice',
            options: [
              { value: 'own', label: t.own },
              { value: 'team', label: t.team },
            ],
            first: view?.shared ? 'team' : 'own',
          },
        ],
        effect: t.effect,
        submit: t.save,
        run: async ({ name = '', shared }) => onSave({ name: name.trim(), shared: shared === 'team' }),
      }}
      onClose={onClose}
    />
  )
}
