import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, type Reply } from '../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../i18n/language.tsx'
import { Panel } from '../ui/facts.tsx'
import { Field } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { type PageLanguage, pageLanguages } from './page-languages.ts'
import { PreviewFrame, type Scheme } from './preview-frame.tsx'

const texts = {
  en: {
    title: 'Preview',
    page: 'Page',
    size: 'Size',
    desktop: 'Desktop',
    phone: 'Phone',
    colours: 'Colours',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
    stays: 'The preview waits: ',
    waits: 'What you type appears here as your customers will see it.',
    contrast: (fill: string, ratio: number) =>
      `White on ${fill} is ${ratio}:1; the words on buttons will be dark, so that everybody can read them.`,
  },
  ro: {
    title: 'Previzualizare',
    page: 'Pagina',
    size: 'Mărime',
    desktop: 'Calculator',
    phone: 'Telefon',
    colours: 'Culori',
    light: 'Deschis',
    dark: 'Închis',
    language: 'Limba',
    stays: 'Previzualizarea așteaptă: ',
    waits: 'Ce scrii apare aici așa cum vor vedea clienții tăi.',
    contrast: (fill: string, ratio: number) =>
      `Albul pe ${fill} are contrastul ${ratio}:1; cuvintele de pe butoane vor fi închise la culoare, ca să le citească oricine.`,
  },
} satisfies Texts<unknown>

/** Each language by its name in the language of the person. */
export function usePageLanguages(): readonly { value: PageLanguage; label: string }[] {
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return pageLanguages.map((value) => ({ value, label: names.of(value) ?? value }))
}

export type Preview = Reply<'previewLink'>
export type Wanted<Page extends string> = { page: Page; language: PageLanguage }

type PagePreviewProps<Page extends string> = {
  /** What is previewed; the preview follows once it rests. */
  draft: unknown
  pages: readonly { value: Page; label: string }[]
  language: PageLanguage
  load(wanted: Wanted<Page>, signal: AbortSignal): Promise<Preview>
  children?: ReactNode
}

/** A hosted page as the server makes it of what is not saved yet. What cannot be made leaves the last one in place. */
export function PagePreview<Page extends string>(props: PagePreviewProps<Page>) {
  const { draft, pages, load, children } = props
  const t = useTexts(texts)
  const languages = usePageLanguages()
  const [page, setPage] = useState(pages[0]!.value)
  const [language, setLanguage] = useState(props.language)
  const [scheme, setScheme] = useState<Scheme>('light')
  const [size, setSize] = useState<'desktop' | 'phone'>('phone')
  useEffect(() => setLanguage(props.language), [props.language])
  const rested = useRested(JSON.stringify(draft))
  const { data, error } = useQuery({
    queryKey: ['preview', rested, page, language],
    queryFn: ({ signal }) => load({ page, language }, signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // A failed call has no data of its own; what was seen last stays.
  const last = useRef(data)
  if (data) last.current = data
  const shown = data ?? last.current
  return (
    <Panel title={t.title}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'end' }}>
        <Segments label={t.page} options={pages} value={page} onChange={setPage} />
        <Segments
          label={t.size}
          options={[
            { value: 'phone', label: t.phone },
            { value: 'desktop', label: t.desktop },
          ]}
          value={size}
          onChange={setSize}
        />
        <Segments
          label={t.colours}
          options={[
            { value: 'light', label: t.light },
            { value: 'dark', label: t.dark },
          ]}
          value={scheme}
          onChange={setScheme}
        />
        <Field
          name="previewLanguage"
          label={t.language}
          kind="choice"
          options={languages}
          value={language}
          onChange={(value) => setLanguage(value as PageLanguage)}
        />
      </div>
      {shown ? (
        <PreviewFrame title={t.title} preview={shown} scheme={scheme} isPhone={size === 'phone'} />
      ) : (
        <p className="soft">{t.waits}</p>
      )}
      {error instanceof ApiError && (
        <p className="soft" role="status">
          {t.stays}
          {error.message}
        </p>
      )}
      {shown && shown.accent.contrastWithWhite < 4.5 && (
        <p className="notice wait">{t.contrast(shown.accent.fill, shown.accent.contrastWithWhite)}</p>
      )}
      {children}
    </Panel>
  )
}

/** A text that has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), 300)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
