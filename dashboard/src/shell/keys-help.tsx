import { type Texts, useTexts } from '../i18n/language.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { usePageActions } from '../ui/page-memory.ts'
import { useNav } from './nav.tsx'
import { useScope } from './scope.tsx'

const texts: Texts<{
  title: string
  search: string
  help: string
  rows: string
  peek: string
  filter: string
  views: string
  select: string
  exports: string
  zone: string
  pages: string
  copy: string
  close: string
}> = {
  en: {
    title: 'Keyboard shortcuts',
    search: 'Search',
    help: 'This help',
    rows: 'Next and previous row, or page of one that was opened from a list',
    peek: 'Show the row beside the list',
    filter: 'Add a filter, clear all filters',
    views: 'All, and saved views',
    select: 'Select a row, or all up to it',
    exports: 'Export the list',
    zone: 'Times of the site, mine, UTC',
    pages: 'Newer and older page',
    copy: 'Copy the id',
    close: 'Close',
  },
  ro: {
    title: 'Scurtături de tastatură',
    search: 'Caută',
    help: 'Acest ajutor',
    rows: 'Rândul următor și cel dinainte, sau pagina lui când a fost deschisă dintr-o listă',
    peek: 'Arată rândul lângă listă',
    filter: 'Adaugă un filtru, golește filtrele',
    views: 'Toate, și vizualizările salvate',
    select: 'Alege un rând, sau toate până la el',
    exports: 'Exportă lista',
    zone: 'Orele magazinului, ale mele, UTC',
    pages: 'Pagina mai nouă și cea mai veche',
    copy: 'Copiază id-ul',
    close: 'Închide',
  },
}

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const { scope } = useScope()
  const language = useTexts({ en: 'en', ro: 'ro' } as const)
  const here = usePageActions().flatMap(({ shortcut, label }) => (shortcut ? [[shortcut, label] as const] : []))
  const places = useNav(scope)
    .flatMap((entry) => [entry, ...(entry.children ?? [])])
    .flatMap(({ key, title }) => (key ? [[`g ${key}`, title[language]] as const] : []))
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Facts
        of={[
          ...here,
          ['/ · Ctrl K', t.search],
          ['?', t.help],
          ['j k', t.rows],
          ['Space', t.peek],
          ['[ ]', t.pages],
          ['f · Shift F', t.filter],
          ['0 · 1–9', t.views],
          ['x · Shift X', t.select],
          ['e', t.exports],
          ['t', t.zone],
          ['y', t.copy],
          ['Esc', t.close],
          ...places,
        ]}
      />
    </Dialog>
  )
}
