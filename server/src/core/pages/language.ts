import { de } from './languages/de.ts'
import { el } from './languages/el.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { he } from './languages/he.ts'
import { it } from './languages/it.ts'
import type { Messages } from './languages/messages.ts'
import { ro } from './languages/ro.ts'
import { ru } from './languages/ru.ts'
import { type Language, languages } from './page-layout.ts'

export const messagesOf: Readonly<Record<Language, Messages>> = { en, ro, de, fr, it, es, ru, el, he }

/**
 * The language of the pages: what the store asked for with `?lang=` (wire fact 1.10), else the browser's best wish
 * that we speak, else English. Takes `ro`, `RO`, `ro-RO` and `ro_RO`; what it does not know it passes over.
 */
export function chooseLanguage(langQuery: unknown, acceptLanguage: string | undefined): Language {
  return readLanguage(langQuery) ?? inputs(acceptLanguage ?? '').find((language) => language !== undefined) ?? 'en'
}

/** The language a `?lang=` names, if we speak it. */
export const readLanguage = (unchecked: unknown): Language | undefined =>
  typeof unchecked === 'string' ? languageOf(unchecked) : undefined

export const isRightToLeft = (language: Language): boolean => language === 'he'

/** Codes that were used before today's. */
const formerCodes: Readonly<Record<string, Language>> = { iw: 'he', mo: 'ro' }

function languageOf(tag: string): Language | undefined {
  const code = /^\s*([a-z]{2})(?:[-_][a-z\d]|\s*$)/i.exec(tag)?.[1]?.toLowerCase()
  if (code === undefined) return undefined
  return languages.find((language) => language === code) ?? formerCodes[code]
}

/** A header of more wishes than this is nobody's. */
const mostWishes = 20

/** `de-AT, de;q=0.9, en;q=0.5` in the order of preference; equal wishes keep their places. */
function inputs(header: string): (Language | undefined)[] {
  return header
    .split(',', mostWishes)
    .map((input) => {
      const [tag = '', ...parameters] = input.split(';')
      const weight = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return { language: languageOf(tag), weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
}
