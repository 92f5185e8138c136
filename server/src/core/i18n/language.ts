export const languages = ['en', 'ro', 'de', 'fr', 'it', 'es', 'ru', 'el', 'he'] as const
export type Language = (typeof languages)[number]

/**
 * The language of a page: the one that `?lang=` names (wire fact 1.10), else the first of the browser's preferred
 * languages that we have, else English. `ro`, `RO`, `ro-RO` and `ro_RO` are the same; unknown languages are ignored.
 */
export function chooseLanguage(langQuery: unknown, acceptLanguage: string | undefined): Language {
  return readLanguage(langQuery) ?? preferred(acceptLanguage ?? '').find((language) => language !== undefined) ?? 'en'
}

/** The language that a tag such as `?lang=ro` names; undefined if we do not have it. */
export const readLanguage = (unchecked: unknown): Language | undefined =>
  typeof unchecked === 'string' ? languageOf(unchecked) : undefined

export const isRightToLeft = (language: Language): boolean => language === 'he'

/** Older codes of the same languages. */
const formerCodes: Readonly<Record<string, Language>> = { iw: 'he', mo: 'ro' }

function languageOf(tag: string): Language | undefined {
  const code = /^\s*([a-z]{2})(?:[-_][a-z\d]|\s*$)/i.exec(tag)?.[1]?.toLowerCase()
  if (code === undefined) return undefined
  return languages.find((language) => language === code) ?? formerCodes[code]
}

/** No browser sends more. */
const preferencesMax = 20

/** The languages of `de-AT, de;q=0.9, en;q=0.5` in the order of preference; equal ones keep their order. */
function preferred(header: string): (Language | undefined)[] {
  return header
    .split(',', preferencesMax)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';')
      const weight = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return { language: languageOf(tag), weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
}
