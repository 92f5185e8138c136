import { chooseLanguage, type Language, readLanguage } from '#core/i18n'
import type { Call } from '#kernel/http/route.ts'
import type { FrameFacts, PageLayout, ProposedCard } from './page-layout.ts'

type LayoutInput = {
  language: Language
  testMode: boolean
  /** See `PageLayout`. */
  testCard?: ProposedCard | undefined
  /** What a page shows of its site. Undefined for a page that belongs to no site, such as an unknown address. */
  site?: SiteBranding | undefined
  /** Where a GET shows this page again, for the language menu. Undefined: no menu. */
  address?: string | undefined
  /** Whether the pages that the site names may embed this one. Default: yes. */
  embeddable?: boolean
  /** See `PageLayout`. */
  isPreview?: boolean
  frame?: FrameFacts | undefined
}

type SiteBranding = {
  merchantName: string
  logo: string | undefined
  themeColor: string | undefined
  frameAncestors: readonly string[]
}

/** The layout of a hosted page, with the branding of its site. */
export function layoutOf(input: LayoutInput): PageLayout {
  const { language, testMode, testCard, site, address, embeddable = true, isPreview, frame } = input
  return {
    language,
    address,
    merchant: site && {
      name: site.merchantName,
      logo: site.logo,
      themeColor: site.themeColor,
      support: undefined,
    },
    testMode,
    ...(testMode && testCard && { testCard }),
    frameAncestors: embeddable && site ? site.frameAncestors : [],
    ...(isPreview && { isPreview }),
    ...(frame && { frame }),
  }
}

/** The language of a page: chosen in the language menu (`?lang=`), else the default given here, else the browser's. */
export function languageOf({ query, headers }: Pick<Call, 'query' | 'headers'>, fallback?: Language): Language {
  const accepted = headers['accept-language']
  return (
    readLanguage(query.lang) ??
    fallback ??
    chooseLanguage(undefined, typeof accepted === 'string' ? accepted : accepted?.[0])
  )
}
