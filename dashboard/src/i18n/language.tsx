import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

export const languages = { en: 'English', ro: 'Română' } as const
export type Language = keyof typeof languages

/** The sentences of one page or part in each language; a language that misses one does not compile. */
export type Texts<T> = Readonly<Record<Language, T>>

const LanguageContext = createContext<{ language: Language; setLanguage(to: Language): void }>({
  language: 'en',
  setLanguage: () => undefined,
})

const kept = 'florin.language'

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(kept), ...navigator.languages].map((tag) => tag?.slice(0, 2))
  return (wanted.find((tag) => tag !== undefined && tag in languages) as Language | undefined) ?? 'en'
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, set] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const value = useMemo(
    () => ({
      language,
      setLanguage: (to: Language) => {
        localStorage.setItem(kept, to)
        set(to)
      },
    }),
    [language],
  )
  return <LanguageContext value={value}>{children}</LanguageContext>
}

export const useLanguage = () => useContext(LanguageContext)

/** The sentences in the language of the person. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts[useLanguage().language]
}

/** Counts in words: `plural(3, {one: '# payment', other: '# payments'})`. */
export function plural(language: Language, count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>>): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other ?? '#'
  return form.replace('#', new Intl.NumberFormat(language).format(count))
}
