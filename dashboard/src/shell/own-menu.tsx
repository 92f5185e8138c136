import { useState } from 'react'
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { session } from '../api/session.ts'
import { type Language, languages, type Texts, useLanguage, useTexts } from '../i18n/language.tsx'
import { useZone, useZoneName } from '../parts/time.tsx'
import { useMe } from '../session.tsx'
import { applyTheme, type Theme, theme, themes } from '../theme.ts'
import { Button } from '../ui/button.tsx'
import { useGo } from '../ui/url-state.ts'

const texts: Texts<{
  you: string
  security: string
  exports: string
  language: string
  theme: string
  themes: Record<Theme, string>
  zone: string
  keys: string
  out: string
}> = {
  en: {
    you: 'You',
    security: 'Security and sessions',
    exports: 'My exports',
    language: 'Language',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    zone: 'Times in',
    keys: 'Keyboard shortcuts',
    out: 'Log out',
  },
  ro: {
    you: 'Tu',
    security: 'Securitate și sesiuni',
    exports: 'Exporturile mele',
    language: 'Limba',
    theme: 'Tema',
    themes: { system: 'Ca sistemul', light: 'Deschisă', dark: 'Închisă' },
    zone: 'Ore în',
    keys: 'Scurtături de tastatură',
    out: 'Ieși din cont',
  },
}

/** What belongs to the person and not to the page. */
export function OwnMenu({ onKeys }: { onKeys: () => void }) {
  const t = useTexts(texts)
  const me = useMe()
  const go = useGo()
  const { language, setLanguage } = useLanguage()
  const zone = useZoneName()
  const { next } = useZone()
  const [chosen, setChosen] = useState(theme)
  const setTheme = (to: Theme) => {
    applyTheme(to)
    setChosen(to)
  }
  const logOut = async () => {
    await session.logOut()
    // Nothing of what was read stays in the memory of the page.
    location.reload()
  }
  return (
    <MenuTrigger>
      <Button look="quiet" label={`${t.you}: ${me.name}`}>
        {me.name.split(' ')[0] ?? me.name} ▾
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu aria-label={t.you}>
          <MenuSection>
            <Header className="option meta">
              {me.name} · {me.role}
            </Header>
            <MenuItem className="option" onAction={() => go('/me/security')}>
              {t.security}
            </MenuItem>
            <MenuItem className="option" onAction={() => go('/me/exports')}>
              {t.exports}
            </MenuItem>
            <MenuItem className="option" onAction={onKeys}>
              {t.keys}
            </MenuItem>
            <MenuItem className="option" onAction={next}>
              {`${t.zone} ${zone}`}
            </MenuItem>
          </MenuSection>
          <MenuSection>
            <Header className="option meta">{t.language}</Header>
            {(Object.keys(languages) as Language[]).map((tag) => (
              <MenuItem key={tag} className="option" onAction={() => setLanguage(tag)}>
                {`${languages[tag]}${tag === language ? ' ✓' : ''}`}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection>
            <Header className="option meta">{t.theme}</Header>
            {themes.map((one) => (
              <MenuItem key={one} className="option" onAction={() => setTheme(one)}>
                {`${t.themes[one]}${one === chosen ? ' ✓' : ''}`}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection aria-label={t.out}>
            <MenuItem className="option" onAction={() => void logOut()}>
              {t.out}
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
