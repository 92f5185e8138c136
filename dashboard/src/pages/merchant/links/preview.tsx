import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import type { PageLanguage } from '../../../parts/page-languages.ts'
import { PagePreview } from '../../../parts/page-preview.tsx'

const texts = {
  en: {
    pages: { link: 'Link', pay: 'Payment', 'used-up': 'Used up', expired: 'Last day passed' },
    example: 'With an example, until what is sold and the amount are typed.',
  },
  ro: {
    pages: { link: 'Link', pay: 'Plată', 'used-up': 'Folosit de tot', expired: 'Ultima zi a trecut' },
    example: 'Cu un exemplu, până scrii ce se vinde și suma.',
  },
} satisfies Texts<unknown>

type Page = keyof (typeof texts)['en']['pages']
type LinkPreviewProps = {
  /** The parameters of a link: all of a new one, what differs of one that is there. */
  draft: Readonly<Record<string, unknown>>
  language: PageLanguage
  isExample?: boolean
}

/** The page of a link before it is saved. */
export function LinkPreview({ draft, language, isExample = false }: LinkPreviewProps) {
  const t = useTexts(texts)
  const pages = Object.entries(t.pages).map(([value, label]) => ({ value: value as Page, label }))
  return (
    <PagePreview
      draft={draft}
      pages={pages}
      language={language}
      // The fields hold text; the server says of each what is wrong with it.
      load={(wanted, signal) => bodyOf(api.POST('/links/preview', { body: { ...draft, ...wanted } as never, signal }))}
    >
      {isExample && <p className="soft">{t.example}</p>}
    </PagePreview>
  )
}
