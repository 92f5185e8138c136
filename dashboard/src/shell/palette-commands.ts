import { type Language, languages, type Texts, useLanguage, useTexts } from '../i18n/language.tsx'
import { useZone, useZoneName } from '../parts/time.tsx'
import { useMay } from '../session.tsx'
import { applyTheme, themes } from '../theme.ts'
import { changeDensity, densities } from '../ui/density.ts'
import { usePageActions } from '../ui/page-memory.ts'
import { useGo } from '../ui/url-state.ts'
import { at } from '../urls.ts'
import { addressOf, useNav } from './nav.tsx'
import { useScope } from './scope.tsx'

/** Something that the palette does besides finding: it opens a form or a page, or changes how things are shown. */
export type Command = { title: string; key?: string | undefined; run: () => void }

const texts = {
  en: {
    here: 'On this page',
    pages: 'Go to',
    make: 'Make',
    settings: 'How things are shown',
    link: 'New payment link',
    invite: 'Invite a colleague',
    zone: (zone: string) => `Times in ${zone}: change the time zone`,
    language: (name: string) => `Language: ${name}`,
    theme: { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' },
    density: { roomy: 'Rows: roomy', dense: 'Rows: dense' },
    keys: 'Help: keyboard shortcuts',
  },
  ro: {
    here: 'Pe această pagină',
    pages: 'Mergi la',
    make: 'Creează',
    settings: 'Cum se afișează',
    link: 'Link de plată nou',
    invite: 'Invită un coleg',
    zone: (zone: string) => `Ore în ${zone}: schimbă fusul orar`,
    language: (name: string) => `Limba: ${name}`,
    theme: { system: 'Temă: ca sistemul', light: 'Temă: deschisă', dark: 'Temă: închisă' },
    density: { roomy: 'Rânduri: aerisite', dense: 'Rânduri: dese' },
    keys: 'Ajutor: scurtături de tastatură',
  },
} satisfies Texts<unknown>

/** What the palette offers here, in groups. */
export function useCommands(onKeys: () => void): { group: string; items: readonly Command[] }[] {
  const t = useTexts(texts)
  const { language, setLanguage } = useLanguage()
  const { scope } = useScope()
  const nav = useNav(scope)
  const go = useGo()
  const may = useMay()
  const zone = useZoneName()
  const { next } = useZone()
  const here = usePageActions().map(({ label, shortcut, open }) => ({ title: label, key: shortcut, run: open }))
  const pages = nav
    .flatMap((entry) => entry.children ?? [entry])
    .map((entry) => ({
      title: entry.title[language],
      key: entry.key && `g ${entry.key}`,
      run: () => go(addressOf(scope, entry)),
    }))
  const team = at(scope, 'settings', scope.kind === 'platform' ? 'staff' : 'team')
  return [
    { group: t.here, items: here },
    { group: t.pages, items: pages },
    {
      group: t.make,
      items: [
        ...(scope.kind === 'merchant' && may('links:create')
          ? [{ title: t.link, run: () => go(at(scope, 'links', 'new')) }]
          : []),
        ...(may('staff:change') ? [{ title: t.invite, run: () => go(team) }] : []),
      ],
    },
    {
      group: t.settings,
      items: [
        { title: t.zone(zone), key: 't', run: next },
        ...(Object.keys(languages) as Language[])
          .filter((tag) => tag !== language)
          .map((tag) => ({ title: t.language(languages[tag]), run: () => setLanguage(tag) })),
        ...themes.map((one) => ({ title: t.theme[one], run: () => applyTheme(one) })),
        ...densities.map((one) => ({ title: t.density[one], run: () => changeDensity(one) })),
        { title: t.keys, key: '?', run: onKeys },
      ],
    },
  ]
}
