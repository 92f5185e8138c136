import { defineMessages, type I18n, type Translated } from '#core/i18n'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ro } from './ro.ts'
import { ru } from './ru.ts'

/** What the hosted pages say in each language. */
export type PageMessages = Translated<typeof en>

/** One language on the hosted pages: their sentences, and how it writes money, numbers and dates. */
export type PageI18n = I18n<PageMessages>

export const i18nOf = defineMessages<typeof en>({ en, ro, de, fr, it, es, ru, el, he })
