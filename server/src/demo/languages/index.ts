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

/** What the demo store says in each language. */
export type StoreMessages = Translated<typeof en>
export type StoreI18n = I18n<StoreMessages>

export const storeI18nOf = defineMessages<typeof en>({ en, ro, de, fr, it, es, ru, el, he })
